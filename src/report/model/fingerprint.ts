// The fingerprint of a clause. It is equal in every run and for every tenant.
import { createHash } from 'node:crypto'
import type { Report, ReportClause } from './report.ts'

/** Returns a SHA-256 hash in hexadecimal. */
export function fingerprintOf(
  { id }: Pick<ReportClause, 'id'>,
  { contract }: Pick<Report, 'contract'>,
): string {
  return createHash('sha256')
    .update(`${contract?.name ?? ''}\n${id}`)
    .digest('hex')
}
