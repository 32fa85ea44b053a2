// Builds the report from the event log.

import { isoTime } from '../../base/clock.ts'
import type {
  Baseline,
  ClauseInfo,
  ConstraintCoverage,
  OpenPointAnswer,
  RunEvent,
  Traffic,
} from '../../base/event.ts'
import { commandName, schemaVersion } from '../../base/tool.ts'
import { type Outcome, outcomeOf } from '../../base/verdict.ts'
import { Measure } from '../measure/measurements.ts'
import { cutShort, type Judgement, judgeClause, neverJudged } from './clause-verdict.ts'
import { diffReports } from './diff.ts'
import type { LeakedRef, Report, ReportClause, ResourceRef, Tool } from './report.ts'
import { mergeCoverage, mergeOpenPoints, ofSpecification, order, summaryOf, totalsOf } from './tally.ts'

type Event<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>

const truncatedNote = `The event log ends before the end of the run: the report is incomplete, and resources of the run may remain. To remove them, run \`${commandName} sweep\`.`

const noTraffic: Traffic = { requests: 0, writes: 0, rateLimited: 0, waitedMs: 0, byStatus: {} }
const unknownTool: Tool = { name: 'tenant-conformance', version: 'unknown' }

/**
 * A log without an end event is the log of an interrupted run.
 * @throws Error if the log does not contain the start of a run
 */
export function toReport(events: readonly RunEvent[]): Report {
  const fold = new ReportFold()
  for (const event of events) fold.hear(event)
  return fold.report
}

export class ReportFold {
  readonly #judgements = new Map<string, Judgement[]>()
  readonly #measure = new Measure()
  readonly #resources: Record<'created' | 'deleted', ResourceRef[]> = { created: [], deleted: [] }
  readonly #leaked: LeakedRef[] = []
  readonly #notes = new Set<string>()
  readonly #constraints: ConstraintCoverage[] = []
  readonly #answers: OpenPointAnswer[] = []
  #started: Event<'run-started'> | null = null
  #depth: Event<'depth'> | null = null
  #finished: Event<'run-finished'> | null = null
  #baseline: Baseline | null = null
  #concluded: Event<'concluded'> | null = null
  #truncated = false

  hear(event: RunEvent): void {
    this.#measure.hear(event)
    switch (event.type) {
      case 'run-started':
        this.#started ??= event
        return
      case 'depth':
        this.#depth = event
        return
      case 'clause-judged': {
        const known = this.#judgements.get(event.clause)
        if (known === undefined) this.#judgements.set(event.clause, [event])
        else known.push(event)
        return
      }
      case 'open-points':
        this.#answers.push(...event.answers)
        return
      case 'coverage':
        this.#constraints.push(...event.constraints)
        return
      case 'note':
        this.#notes.add(event.message)
        return
      case 'resource': {
        const { type: _, action, ...resource } = event
        if (action === 'leaked') this.#leaked.push(resource)
        else this.#resources[action].push({ kind: resource.kind, id: resource.id })
        return
      }
      case 'baseline': {
        const { type: _, ...baseline } = event
        this.#baseline = baseline
        return
      }
      case 'run-finished':
        this.#finished = event
        return
      case 'concluded':
        this.#concluded = event
    }
  }

  get started(): boolean {
    return this.#started !== null
  }

  truncate(): void {
    this.#truncated = true
  }

  get report(): Report {
    const started = this.#started
    if (started === null) throw new Error('the event log has no run-started event')
    const finished = this.#finished
    const interrupted = finished?.interrupted ?? true
    const { strict, tool = unknownTool } = started
    const clauses = this.#clauses(started.clauses, interrupted)
    const constraints = mergeCoverage(this.#constraints)
    const report: Report = {
      schemaVersion,
      tool: { name: tool.name, version: tool.version },
      target: started.target,
      ...(started.contract === undefined ? {} : { contract: started.contract }),
      run: {
        seed: started.seed,
        startedAt: isoTime(started.startedAtMs),
        durationMs: Math.round(finished?.durationMs ?? 0),
        options: { ...started.options, ...this.#optionsOfDepth() },
        strict,
        interrupted,
        ...this.#chosenDepth(),
        ...(finished?.order === undefined ? {} : { order: finished.order }),
        ...(finished?.unchecked === undefined ? {} : { unchecked: finished.unchecked }),
        ...(this.#truncated ? { truncated: true } : {}),
        ...this.#conclusion(),
      },
      outcome: this.#truncated
        ? unlessWhole(outcomeOf(clauses.filter(ofSpecification), { strict }))
        : outcomeOf(clauses.filter(ofSpecification), { strict }),
      summary: summaryOf(clauses),
      clauses,
      openPoints: mergeOpenPoints(this.#answers),
      coverage: { constraints, totals: totalsOf(constraints) },
      traffic: finished?.traffic ?? noTraffic,
      measurements: this.#measure.measurements,
      resources: { ...this.#resources, leaked: this.#leaked },
      notes: [...this.#notes, ...(this.#truncated ? [truncatedNote] : [])],
    }
    return this.#baseline === null ? report : comparedWith(this.#baseline, report)
  }

  #conclusion(): Pick<Report['run'], 'exit' | 'gapsFile'> {
    if (this.#concluded === null) return {}
    const { type: _, ...conclusion } = this.#concluded
    return conclusion
  }

  #optionsOfDepth(): Pick<Event<'depth'>, 'depth' | 'examples'> | null {
    if (this.#depth === null) return null
    const { depth, examples } = this.#depth
    return { depth, examples }
  }

  #chosenDepth(): Pick<Report['run'], 'depth'> {
    if (this.#depth === null) return {}
    const { type: _, examples: __, ...depth } = this.#depth
    return { depth }
  }

  #clauses(declared: readonly ClauseInfo[], interrupted: boolean): ReportClause[] {
    const infos = new Map(declared.map((clause) => [clause.id, clause]))
    return [...new Set([...infos.keys(), ...this.#judgements.keys()])].sort(order).map((id) => {
      const made = this.#judgements.get(id) ?? [unjudged(interrupted)]
      const info = infos.get(id)
      return info === undefined
        ? judgeClause(unknownClause(id), [...made, undeclared])
        : judgeClause(info, made)
    })
  }
}

// The missing part of a run could contain failures.
function unlessWhole(outcome: Outcome): Outcome {
  return outcome === 'conformant' ? 'incomplete' : outcome
}

function comparedWith(baseline: Baseline, report: Report): Report {
  const { file, startedAt } = baseline
  return { ...report, baseline: { file, startedAt, changes: diffReports(baseline, report) } }
}

function unjudged(interrupted: boolean): Judgement {
  const reason = interrupted ? cutShort : neverJudged
  return { verdict: 'not-run', reason, evidence: 0, failures: [] }
}

// A judgement of an undeclared clause is a bug of this tool.
const undeclared: Judgement = {
  verdict: 'error',
  reason: 'a check reported a clause that is not in the list of clauses that the run wrote at its start',
  evidence: 0,
  failures: [],
}

function unknownClause(id: string): ClauseInfo {
  return {
    id,
    level: 'MUST',
    part: '',
    operation: 'any',
    statement: 'This clause is not in the list of clauses that the run wrote at its start.',
  }
}
