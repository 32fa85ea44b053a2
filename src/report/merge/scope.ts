// Checks that no clause is in two scopes, and that equal options exclude each clause that is in no scope.
import { clip } from '../../base/clip.ts'
import { ConfigurationError } from '../../base/error.ts'
import { notAskedReason } from '../../base/verdict.ts'
import { notAsked } from '../model/clause-verdict.ts'
import type { NamedReport, ReportClause } from '../model/report.ts'
import { ofSpecification } from '../model/tally.ts'

interface Version extends Pick<ReportClause, 'verdict' | 'reason'> {
  readonly name: string
}

export function requireScopesMeet(all: readonly NamedReport[]): void {
  const versions = new Map<string, Version[]>()
  for (const { name, report } of all)
    for (const { id, part, verdict, reason } of report.clauses) {
      if (!ofSpecification({ part })) continue
      const known = versions.get(id)
      if (known === undefined) versions.set(id, [{ name, verdict, reason }])
      else known.push({ name, verdict, reason })
    }
  const clauses = [...versions]
  const overlaps = clauses.flatMap(([id, own]) => {
    const [one, other] = own.filter((version) => !notAsked(version))
    return one === undefined || other === undefined ? [] : [{ id, one, other }]
  })
  const [overlap] = overlaps
  if (overlap !== undefined)
    throw new ConfigurationError(
      `The scopes of ${overlap.one.name} and ${overlap.other.name} overlap, because both contain ${overlap.id}${furtherOnes(overlaps.length)}: merge reports that have no clause in common, or the shards of one run.`,
    )
  const holes = clauses.flatMap(([id, own]) => {
    const [one] = own
    const other = own.find(({ reason }) => reason !== one?.reason)
    return one === undefined || other === undefined || !own.every(isLeftOut) ? [] : [{ id, one, other }]
  })
  const [hole] = holes
  if (hole !== undefined)
    throw new ConfigurationError(
      `The scopes are incomplete, because no report contains ${hole.id}${furtherOnes(holes.length)} (${hole.one.name}: ${inWords(hole.one)}; ${hole.other.name}: ${inWords(hole.other)}): add a report of the missing clauses, or leave them out of each run with the same options.`,
    )
}

function isLeftOut({ verdict, reason }: Version): boolean {
  return verdict === 'out-of-scope' && reason.startsWith(notAskedReason)
}

const reasonCharactersMax = 200

function inWords({ reason }: Version): string {
  return clip(reason, reasonCharactersMax)
}

function furtherOnes(count: number): string {
  return count === 1 ? '' : ` and ${count - 1} more`
}
