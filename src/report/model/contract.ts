// Names and compares the contracts of reports.
import { ConfigurationError } from '../../base/error.ts'
import type { Report } from './report.ts'

type OfContract = Pick<Report, 'contract'>

/** Returns null for older reports, which contain no contract. */
export function contractText({ contract }: OfContract): string | null {
  return contract === undefined ? null : `${contract.name} ${contract.version}`
}

/** Returns null for the shipped contract. */
export function foreignContract({ contract }: OfContract): string | null {
  return contract?.unproven === undefined ? null : `contract ${contract.name} ${contract.version}`
}

/** @param versions true to compare the versions of the contracts, too */
export function requireSameContract(one: OfContract, other: OfContract, versions: boolean): void {
  const [a, b] = [one.contract, other.contract]
  if (a === undefined || b === undefined) return
  if (a.name === b.name && (!versions || a.version === b.version)) return
  throw new ConfigurationError(
    `The reports belong to different contracts (${contractText(one)} and ${contractText(other)}): give reports of one contract.`,
  )
}
