// The fingerprint of a clause, equal for every run and tenant.
import { createHash } from 'node:crypto'
import type { Report, ReportClause } from './report.ts'

/** Returns SHA-256 in hexadecimal. */
export function fingerprintOf(
  { id }: Pick<ReportClause, 'id'>,
  { contract }: Pick<Report, 'contract'>,
): string {
  return createHash('sha256')
    .update(`${contract?.name ?? ''}\n${id}`)
    .digest('hex')
}
