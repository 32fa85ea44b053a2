// One call that verifies a contract: loaded from its folder, and run against stubs that are made from it.
import { ConfigurationError } from './base/error.ts'
import { conformance } from './conformance.ts'
import { type Contract, isShipped } from './contract/index.ts'
import { contractOf } from './settings.ts'
import { type Proof, type VerifyOptions, verifyContract as verify } from './verify/index.ts'

/** What is proven of a contract. */
export interface Verified {
  readonly contract: Pick<Contract, 'name' | 'title' | 'version'>
  /** In the order of the clauses' ids. */
  readonly clauses: readonly Proof[]
}

// Enough draws that each way in which a keyword can be broken is met.
const examples = 5

/**
 * Proves what can be proven of a contract without a tenant: each clause passes against a stub made from the contract, and
 * fails against the stub with a mutation that breaks it.
 * @param contract its folder, or a loaded one
 * @throws ConfigurationError that tells all that is wrong with its files
 */
export async function verifyContract(
  contract: string | Contract,
  options: Pick<VerifyOptions, 'only' | 'signal' | 'onProgress'> = {},
): Promise<Verified> {
  const loaded = contractOf({ contract }, {})
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
