// The merging of reports: the shards of one run become one report.

import { ConfigurationError } from '../../base/error.ts'
import type { Traffic } from '../../base/event.ts'
import { ifUnobserved, outcomeOf, type Verdict } from '../../base/verdict.ts'
import { judgeClause, neverJudged } from './clause-verdict.ts'
import { requireSameContract } from './contract.ts'
import type { Report, ReportClause } from './report.ts'
import { mergeCoverage, mergeOpenPoints, ofSpecification, order, summaryOf, totalsOf } from './tally.ts'

/**
 * One report out of the reports of shards. Verdicts merge as within a run, except that a clause which one shard
 * left to another stands as the other judged it. Traffic adds up; the duration is that of the longest shard.
 *
 * @throws ConfigurationError where the reports are none, or not of one target and one set of clauses.
 */
export function mergeReports(reports: readonly Report[]): Report {
  const [first] = reports
  if (first === undefined) throw new ConfigurationError('There is no report to merge: name at least one.')
  for (const other of reports) assertMergeable(first, other)
  const clauses = first.clauses.map((clause) =>
    mergeClause(reports.flatMap((report) => report.clauses.filter(({ id }) => id === clause.id))),
  )
  const constraints = mergeCoverage(reports.flatMap(({ coverage }) => coverage.constraints))
  const { strict } = first.run
  return {
    schemaVersion: first.schemaVersion,
    tool: first.tool,
    target: first.target,
    ...(first.contract === undefined ? {} : { contract: first.contract }),
    run: {
      seed: first.run.seed,
      startedAt: reports.map(({ run }) => run.startedAt).sort(order)[0] ?? first.run.startedAt,
      durationMs: Math.max(...reports.map(({ run }) => run.durationMs)),
      options: first.run.options,
      strict,
      interrupted: reports.some(({ run }) => run.interrupted),
      shards: reports.length,
    },
    outcome: outcomeOf(clauses.filter(ofSpecification), { strict }),
    summary: summaryOf(clauses),
    clauses,
    openPoints: mergeOpenPoints(reports.flatMap((report) => report.openPoints)),
    coverage: { constraints, totals: totalsOf(constraints) },
    traffic: reports.map(({ traffic }) => traffic).reduce(added),
    resources: {
      created: reports.flatMap(({ resources }) => resources.created),
      deleted: reports.flatMap(({ resources }) => resources.deleted),
      leaked: reports.flatMap(({ resources }) => resources.leaked),
    },
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  }
}

/** Whether a run was not asked for a clause, or never judged it. */
export function notAsked({ verdict, reason }: Pick<ReportClause, 'verdict' | 'reason'>): boolean {
  return verdict === 'out-of-scope' || (verdict === 'not-run' && reason === neverJudged)
}

// What was tried and showed nothing tells more than what was not tried.
const toldBy: readonly Verdict[] = ['not-applicable', 'inconclusive', 'not-run']

function mergeClause(versions: readonly ReportClause[]): ReportClause {
  const judged = versions.filter((clause) => !notAsked(clause))
  // What no shard observed stands as it would in one run.
  const open = versions.flatMap((clause) => {
    const alone = ifUnobserved(clause.reason)
    return alone === null ? [] : [{ ...clause, ...alone }]
  })
  const unobserved = toldBy.flatMap((verdict) => open.filter((clause) => clause.verdict === verdict))
  const standing = judged.length > 0 ? judged : [...unobserved, ...versions].slice(0, 1)
  const [clause] = standing
  if (clause === undefined) throw new Error('a clause without a report')
  return standing.length === 1 ? clause : judgeClause(clause, standing)
}

function assertMergeable(one: Report, other: Report): void {
  requireSameContract(one, other, true)
  const told = (report: Report) =>
    [
      // Each run starts an embedded tenant of its own, at a port of its own.
      ['target', report.target.embedded ? 'the embedded reference tenant' : report.target.baseUrl],
      ['faults of the tenant', JSON.stringify(report.run.options.faults ?? [])],
      ['profile', report.target.profile ?? 'none'],
      ['version of the tool', report.tool.version],
      ['strictness', String(report.run.strict)],
      ['set of clauses', report.clauses.map(({ id, level }) => `${id} ${level}`).join('\n')],
    ] as const
  const others = told(other)
  const difference = told(one).find(([, value], index) => value !== others[index]?.[1])
  if (difference === undefined) return
  const [name, value] = difference
  const values =
    name === 'set of clauses' ? '' : ` (${value} and ${others.find(([key]) => key === name)?.[1]})`
  throw new ConfigurationError(
    `Reports of different runs cannot be merged, and these differ in the ${name}${values}: merge the shards of one run only.`,
  )
}

function added(a: Traffic, b: Traffic): Traffic {
  const statuses = [...new Set([...Object.keys(a.byStatus), ...Object.keys(b.byStatus)])].sort(order)
  return {
    requests: a.requests + b.requests,
    writes: a.writes + b.writes,
    rateLimited: a.rateLimited + b.rateLimited,
    waitedMs: a.waitedMs + b.waitedMs,
    byStatus: Object.fromEntries(
      statuses.map((status) => [status, (a.byStatus[status] ?? 0) + (b.byStatus[status] ?? 0)]),
    ),
  }
}
