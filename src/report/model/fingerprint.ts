// The fingerprint of a clause, which is equal in all runs and for all tenants.
import { createHash } from 'node:crypto'
import type { Report, ReportClause } from './report.ts'

export function fingerprintOf(
  { id }: Pick<ReportClause, 'id'>,
  { contract }: Pick<Report, 'contract'>,
): string {
  return createHash('sha256')
    .update(`${contract?.name ?? ''}\n${id}`)
    .digest('hex')
}
