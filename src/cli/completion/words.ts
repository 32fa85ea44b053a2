// Collects the words that completion offers, for example ids of clauses.
import type { Contract } from '../../contract/index.ts'
import { shippedProfiles } from '../../profile/index.ts'
import { tenantFaults, tenantVariations } from '../../tenant/index.ts'
import type { WordList } from './completed.ts'

export type Words = Readonly<Record<WordList, readonly string[]>>

export type ContractWords = Omit<Words, 'commands'>

export async function wordsOf(contract: Contract): Promise<ContractWords> {
  const clauses = [...contract.clauses.values()]
  const ids = clauses.map(({ id }) => id)
  return {
    clauses: ids,
    faults: (await tenantFaults()).map(({ name }) => name),
    variations: await tenantVariations(),
    profiles: shippedProfiles(),
    operations: [...contract.operations.keys(), 'any'],
    concerns: [...new Set(clauses.flatMap(({ concern }) => concern ?? []))],
  }
}
