// From the event log to the report: the one reading of the log that all other views start from.
import { isoTime } from '../../base/clock.ts'
import type { ClauseInfo, RunEvent, Traffic } from '../../base/event.ts'
import { outcomeOf } from '../../base/verdict.ts'
import { type Judgement, judgeClause, neverJudged } from './clause-verdict.ts'
import { type Report, type ReportClause, type ResourceRef, schemaVersion, type Tool } from './report.ts'
import { mergeCoverage, mergeOpenPoints, ofSpecification, order, summaryOf, totalsOf } from './tally.ts'

const noTraffic: Traffic = { requests: 0, writes: 0, rateLimited: 0, waitedMs: 0, byStatus: {} }

/**
 * The report of the run that `events` tell. A clause that was declared and never judged is `not-run`; a run
 * that has no end counts as interrupted.
 *
 * @throws Error where no run was started.
 */
export function toReport(events: readonly RunEvent[], tool: Tool): Report {
  const started = of(events, 'run-started')[0]
  if (started === undefined) throw new Error('the event log has no run-started event')
  const finished = of(events, 'run-finished').at(-1)
  const interrupted = finished?.interrupted ?? true
  const clauses = clausesOf(events, started.clauses, interrupted)
  const constraints = mergeCoverage(of(events, 'coverage').flatMap((event) => event.constraints))
  const strict = started.strict
  return {
    schemaVersion,
    tool: { name: tool.name, version: tool.version },
    target: started.target,
    ...(started.contract === undefined ? {} : { contract: started.contract }),
    run: {
      seed: started.seed,
      startedAt: isoTime(started.startedAtMs),
      durationMs: Math.round(finished?.durationMs ?? 0),
      options: started.options,
      strict,
      interrupted,
      ...(finished?.order === undefined ? {} : { order: finished.order }),
      ...(finished?.unchecked === undefined ? {} : { unchecked: finished.unchecked }),
    },
    outcome: outcomeOf(clauses.filter(ofSpecification), { strict }),
    summary: summaryOf(clauses),
    clauses,
    openPoints: mergeOpenPoints(of(events, 'open-points').flatMap((event) => event.answers)),
    coverage: { constraints, totals: totalsOf(constraints) },
    traffic: finished?.traffic ?? noTraffic,
    resources: {
      created: resourcesOf(events, 'created'),
      deleted: resourcesOf(events, 'deleted'),
      leaked: of(events, 'resource')
        .filter(({ action }) => action === 'leaked')
        .map(({ type: _, action: __, ...leaked }) => leaked),
    },
    notes: [...new Set(of(events, 'note').map((event) => event.message))],
  }
}

function clausesOf(
  events: readonly RunEvent[],
  declared: readonly ClauseInfo[],
  interrupted: boolean,
): ReportClause[] {
  const judgements = new Map<string, Judgement[]>(declared.map(({ id }) => [id, []]))
  for (const event of of(events, 'clause-judged')) {
    const known = judgements.get(event.clause)
    if (known === undefined) judgements.set(event.clause, [event, undeclared])
    else known.push(event)
  }
  const infos = new Map(declared.map((clause) => [clause.id, clause]))
  return [...judgements]
    .sort(([a], [b]) => order(a, b))
    .map(([id, made]) =>
      judgeClause(infos.get(id) ?? unknownClause(id), made.length > 0 ? made : [unjudged(interrupted)]),
    )
}

function unjudged(interrupted: boolean): Judgement {
  const reason = interrupted ? 'the run was interrupted before the clause was judged' : neverJudged
  return { verdict: 'not-run', reason, evidence: 0, failures: [] }
}

// A check that judges what was never declared is our own error: it must neither vanish nor blame the tenant.
const undeclared: Judgement = {
  verdict: 'error',
  reason: 'a check judged a clause that the run did not declare',
  evidence: 0,
  failures: [],
}

function unknownClause(id: string): ClauseInfo {
  return {
    id,
    level: 'MUST',
    part: '',
    operation: 'any',
    statement: 'A clause that the run did not declare.',
  }
}

function resourcesOf(events: readonly RunEvent[], action: 'created' | 'deleted'): ResourceRef[] {
  return of(events, 'resource')
    .filter((event) => event.action === action)
    .map(({ kind, id }) => ({ kind, id }))
}

function of<T extends RunEvent['type']>(events: readonly RunEvent[], type: T) {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)
}
