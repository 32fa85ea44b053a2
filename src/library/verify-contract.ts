// Verifies a contract against stub servers that follow the contract.
import { ConfigurationError } from '../base/error.ts'
import { commandName } from '../base/tool.ts'
import { type Contract, isShipped } from '../contract/index.ts'
import { resolveContract } from '../settings/contract.ts'
import { schemeEnvironment } from '../settings/scheme-variables.ts'
import { type Proof, type VerifyOptions, verifyContract as verify } from '../verify/index.ts'
import { conformance } from './conformance.ts'

export interface Verified {
  readonly contract: Pick<Contract, 'name' | 'title' | 'version'>
  readonly clauses: readonly Proof[]
}

// This number lets a run violate each keyword in several ways.
const examples = 5

/**
 * Verifies that each clause passes on a correct stub and fails on a mutated stub.
 * @throws ConfigurationError with all problems in the files of the contract
 */
export async function verifyContract(
  contract: string | Contract,
  options: Pick<VerifyOptions, 'only' | 'signal' | 'onProgress'> = {},
): Promise<Verified> {
  const loaded = await resolveContract({ contract, only: options.only }, {})
  if (isShipped(loaded))
    throw new ConfigurationError(
      `The shipped contract is proven by the seeded faults of its reference tenant, not by a stub: \`${commandName} clauses explain ID\` lists the faults of a clause.`,
    )
  const clauses = await verify(loaded, {
    ...options,
    check: async ({ baseUrl, environment, schemes, only, random, mustFail }) => {
      const left = new Set(mustFail)
      const proven = new AbortController()
      let isChecking = false
      const { clauses } = await conformance({
        depth: 'default',
        contract: loaded,
        baseUrl,
        environment: { ...environment, ...schemeEnvironment(loaded, schemes) },
        only,
        examples: random ? examples : 0,
        seed: 1,
        failsAtOnce: true,
        signal: proven.signal,
        onEvent: (event) => {
          if (event.type === 'observed' && event.failure !== null) left.delete(event.clause)
          if (event.type === 'phase-started') isChecking = event.phase !== 'preflight'
          // Waits for the preflight, because an unfinished preflight leaves all clauses without a verdict.
          if (mustFail.length > 0 && left.size === 0 && isChecking && !proven.signal.aborted) proven.abort()
        },
      })
      return clauses
    },
  })
  const { name, title, version } = loaded
  return { contract: { name, title, version }, clauses }
}
