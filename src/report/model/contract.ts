// The contract of a report: how it is told, and whether two reports are of the same one.
import { ConfigurationError } from '../../base/error.ts'
import type { Report } from './report.ts'

type OfContract = Pick<Report, 'contract'>

/** "shelves 1"; null in reports of versions that knew one contract alone. */
export function contractText({ contract }: OfContract): string | null {
  return contract === undefined ? null : `${contract.name} ${contract.version}`
}

/** "shelves 1" where it is not the shipped contract, which everybody knows. */
export function foreignContract({ contract }: OfContract): string | null {
  return contract?.unproven === undefined ? null : `contract ${contract.name} ${contract.version}`
}

/**
 * Refuses two reports of different contracts, whose clauses have nothing to do with each other.
 * @param versions whether two versions of one contract are different ones
 * @throws ConfigurationError that names both
 */
export function requireSameContract(one: OfContract, other: OfContract, versions: boolean): void {
  const [a, b] = [one.contract, other.contract]
  if (a === undefined || b === undefined) return
  if (a.name === b.name && (!versions || a.version === b.version)) return
  throw new ConfigurationError(
    `The reports are of different contracts (${contractText(one)} and ${contractText(other)}): give reports of one contract.`,
  )
}
