// Merges the reports of shards, or of runs that checked different clauses.
import { isDeepStrictEqual } from 'node:util'
import type { Traffic } from '../../base/event.ts'
import type { Json } from '../../base/json.ts'
import { counted } from '../../base/text/counted.ts'
import { ifUnobserved, notAllowedReason, outcomeOf, type Verdict } from '../../base/verdict.ts'
import { mergeMeasurements } from '../measure/measurements.ts'
import { judgeClause, notAsked } from '../model/clause-verdict.ts'
import type { NamedReport, Report, ReportClause } from '../model/report.ts'
import {
  mergeCoverage,
  mergeOpenPoints,
  ofSpecification,
  order,
  summaryOf,
  totalsOf,
} from '../model/tally.ts'
import { requireMergeable } from './mergeable.ts'
import { shardOf } from './shard.ts'

/**
 * The merged run lasts from the earliest start to the latest end.
 * @throws ConfigurationError if the reports are not parts of one run
 */
export function mergeReports(
  given: readonly Report[],
  names: readonly string[] = given.map((_, index) => `report ${index + 1}`),
): Report {
  const named = given.map((report, index) => ({ name: names[index] ?? `report ${index + 1}`, report }))
  requireMergeable(named)
  const reports = inOrder(named)
  const [first] = reports
  if (first === undefined) throw new Error('mergeable reports are at least one')
  const clauses = mergeClauses(reports)
  const constraints = mergeCoverage(reports.flatMap(({ coverage }) => coverage.constraints))
  const measured = reports.flatMap(({ measurements }) => measurements ?? [])
  const { strict, seed } = first.run
  return {
    schemaVersion: first.schemaVersion,
    tool: first.tool,
    target: first.target,
    ...(first.contract === undefined ? {} : { contract: first.contract }),
    run: {
      seed,
      ...spanOf(reports),
      options: { ...commonOptions(reports), ...rateOf(reports), shard: null },
      strict,
      interrupted: reports.some(({ run }) => run.interrupted),
      ...depthOf(reports),
      ...uncheckedOf(reports, clauses),
      ...(reports.some(({ run }) => run.truncated) ? { truncated: true } : {}),
      shards: reports.reduce((sum, { run }) => sum + (run.shards ?? 1), 0),
    },
    outcome: outcomeOf(clauses.filter(ofSpecification), { strict }),
    summary: summaryOf(clauses),
    clauses,
    openPoints: mergeOpenPoints(reports.flatMap((report) => report.openPoints)),
    coverage: { constraints, totals: totalsOf(constraints) },
    traffic: reports.map(({ traffic }) => traffic).reduce(added),
    // A sum would wrongly look complete if one report has no measurements.
    ...(measured.length < reports.length ? {} : { measurements: mergeMeasurements(measured) }),
    resources: {
      created: reports.flatMap(({ resources }) => resources.created),
      deleted: reports.flatMap(({ resources }) => resources.deleted),
      leaked: reports.flatMap(({ resources }) => resources.leaked),
    },
    notes: [...new Set(reports.flatMap(({ notes }) => notes))],
  }
}

function inOrder(named: readonly NamedReport[]): readonly Report[] {
  const sortKey = (report: Report): string =>
    `${String(shardOf(report)?.index ?? 0).padStart(9, '0')} ${report.run.startedAt} ${JSON.stringify(report.run.options)}`
  return named.map(({ report }) => report).sort((a, b) => order(sortKey(a), sortKey(b)))
}

function spanOf(reports: readonly Report[]): Pick<Report['run'], 'startedAt' | 'durationMs'> {
  const starts = reports.map(({ run }) => run.startedAt).sort(order)
  const [startedAt = ''] = starts
  const ends = reports.map(({ run }) => Date.parse(run.startedAt) + run.durationMs)
  return { startedAt, durationMs: Math.max(...ends) - Date.parse(startedAt) }
}

function commonOptions(reports: readonly Report[]): Record<string, Json> {
  const [first, ...others] = reports.map(({ run }) => run.options)
  return Object.fromEntries(
    Object.entries(first ?? {}).filter(([name, value]) =>
      others.every((other) => isDeepStrictEqual(other[name], value)),
    ),
  )
}

/** Shards send their requests concurrently, so their rates add up. */
function rateOf(reports: readonly Report[]): { readonly rate?: number } {
  const rates = reports.flatMap(({ run }) => (typeof run.options.rate === 'number' ? run.options.rate : []))
  if (rates.length < reports.length || shardOf(reports[0] as Report) === null) return {}
  return { rate: Number(rates.reduce((sum, rate) => sum + rate).toPrecision(12)) }
}

// Omits the cost of a deeper run, because each shard knows only its own part of this cost.
function depthOf([first]: readonly Report[]): Pick<Report['run'], 'depth'> {
  const depth = first?.run.depth
  return depth === undefined ? {} : { depth: { depth: depth.depth, reason: depth.reason } }
}

function uncheckedOf(
  reports: readonly Report[],
  clauses: readonly ReportClause[],
): Pick<Report['run'], 'unchecked'> {
  const [unchecked] = reports.flatMap(({ run }) => run.unchecked ?? [])
  const left = clauses.filter(
    ({ verdict, reason }) => verdict === 'not-run' && reason.startsWith(notAllowedReason),
  ).length
  return unchecked === undefined || left === 0 ? {} : { unchecked: { ...unchecked, clauses: left } }
}

function mergeClauses(reports: readonly Report[]): ReportClause[] {
  const versions = new Map<string, ReportClause[]>()
  for (const { clauses } of reports)
    for (const clause of clauses) versions.set(clause.id, [...(versions.get(clause.id) ?? []), clause])
  return [...versions.values()].map(mergeClause)
}

const openVerdicts: readonly Verdict[] = ['not-applicable', 'inconclusive', 'not-run']

function mergeClause(versions: readonly ReportClause[]): ReportClause {
  const judged = versions.filter((clause) => !notAsked(clause))
  const open = versions.flatMap((clause) => {
    const alone = ifUnobserved(clause.reason)
    return alone === null ? [] : [{ ...clause, ...alone }]
  })
  const unobserved = openVerdicts.flatMap((verdict) => open.filter((clause) => clause.verdict === verdict))
  // A shard that should have judged the clause takes precedence over shards that left it to another shard.
  const cut = versions.filter(({ verdict }) => verdict !== 'out-of-scope')
  const standing = judged.length > 0 ? judged : [...unobserved, ...cut, ...versions].slice(0, 1)
  const [clause] = standing
  if (clause === undefined) throw new Error('a clause without a report')
  const merged = standing.length === 1 ? clause : withOneCount(judgeClause(clause, standing), standing)
  const times = versions.flatMap(({ durationMs }) => durationMs ?? [])
  if (times.length === 0) return merged
  return { ...merged, durationMs: times.reduce((sum, one) => sum + one, 0) }
}

function withOneCount(merged: ReportClause, standing: readonly ReportClause[]): ReportClause {
  const areCounts = standing.every(({ reason }) => /^\d+ observations?$/.test(reason))
  return areCounts ? { ...merged, reason: counted(merged.evidence, 'observation') } : merged
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
