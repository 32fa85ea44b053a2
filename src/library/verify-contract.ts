// Verifies a contract against stubs made from it.
import { ConfigurationError } from '../base/error.ts'
import { type Contract, isShipped } from '../contract/index.ts'
import { resolveContract } from '../settings/contract.ts'
import { type Proof, type VerifyOptions, verifyContract as verify } from '../verify/index.ts'
import { conformance } from './conformance.ts'

export interface Verified {
  readonly contract: Pick<Contract, 'name' | 'title' | 'version'>
  /** In the order of ids. */
  readonly clauses: readonly Proof[]
}

// Enough to violate each keyword in every way.
const examples = 5

/**
 * Proves clauses without a tenant: each passes against a stub, and fails against a mutated stub.
 * @throws ConfigurationError with all problems in the files
 */
export async function verifyContract(
  contract: string | Contract,
  options: Pick<VerifyOptions, 'only' | 'signal' | 'onProgress'> = {},
): Promise<Verified> {
  const loaded = await resolveContract({ contract }, {})
  if (isShipped(loaded))
    throw new ConfigurationError(
      'The shipped contract is proven by the seeded faults of its reference tenant, not by a stub: `clauses explain ID` names them.',
    )
  const clauses = await verify(loaded, {
    ...options,
    check: async ({ baseUrl, environment, only, random }) =>
      (
        await conformance({
          depth: 'default',
          contract: loaded,
          baseUrl,
          environment,
          only,
          examples: random ? examples : 0,
          seed: 1,
        })
      ).clauses,
  })
  const { name, title, version } = loaded
  return { contract: { name, title, version }, clauses }
}
