// The fingerprint of a clause's finding: of the clause alone, the same in every run, whatever the tenant, so that an alert is opened
// and closed, not made anew.
import { createHash } from 'node:crypto'
import type { Report, ReportClause } from './report.ts'

/** SHA-256 in hexadecimal. */
export function fingerprintOf(
  { id }: Pick<ReportClause, 'id'>,
  { contract }: Pick<Report, 'contract'>,
): string {
  return createHash('sha256')
    .update(`${contract?.name ?? ''}\n${id}`)
    .digest('hex')
}
