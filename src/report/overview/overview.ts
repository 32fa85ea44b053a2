// Many reports as one overview: a row for each, what each family of clauses came to, and the clauses in which they differ.
import type { Level, Outcome } from '../../base/verdict.ts'
import { requireSameContract } from '../model/contract.ts'
import type { Report, ReportClause, Summary, Target, Tool } from '../model/report.ts'
import { type Result, resultOf } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { scopeInWords } from '../text/outcome.ts'
import { whyOf } from './words.ts'

/** A report under the name of its folder. */
export interface OverviewSource {
  readonly name: string
  /** From where the overview goes to the report's page, percent-encoded; null where there is none. */
  readonly page: string | null
  readonly report: Report
}

/** What clauses are sorted by: their family, or their operation where a report tells no families. */
export interface Group {
  readonly by: 'family' | 'operation'
  readonly name: string
}

/** What the clauses of a group came to in one report. */
export interface Cell {
  /** The result that weighs most. */
  readonly state: Result
  /** Clauses by result; results that none has are absent. */
  readonly counts: Readonly<Partial<Record<Result, number>>>
}

export interface OverviewRow {
  readonly name: string
  readonly page: string | null
  readonly target: Target
  readonly tool: Tool
  /** Of the contract; null in reports of versions that knew one contract alone. */
  readonly contractVersion: string | null
  /** ISO 8601, UTC. */
  readonly startedAt: string
  readonly durationMs: number
  readonly strict: boolean
  readonly interrupted: boolean
  readonly outcome: Outcome
  /** Over which clauses the outcome is, in words. */
  readonly scope: string
  /** Why the outcome is none, in words; null where it is one. */
  readonly why: string | null
  readonly summary: Summary
  /** In the order of the groups; null where the report has no clause of one. */
  readonly cells: readonly (Cell | null)[]
}

/** A clause of which the reports say different things; what is not asked for says nothing. */
export interface Difference {
  readonly id: string
  readonly level: Level
  readonly statement: string
  /** In the order of the reports; null where one does not know the clause. */
  readonly results: readonly (Result | null)[]
}

export interface Overview {
  /** What the tenants were held against; absent where no report tells. */
  readonly contract?: { readonly name: string; readonly title: string }
  readonly groups: readonly Group[]
  readonly reports: readonly OverviewRow[]
  /** Those that weigh most first. */
  readonly differences: readonly Difference[]
  /** How many more clauses differ than are told. */
  readonly differencesLeftOut: number
}

/** What weighs most first. */
export const byWeight: readonly Result[] = [
  ...(['fail', 'error', 'deviation', 'inconclusive', 'not-run'] as const),
  ...(['waived', 'gap', 'pass', 'not-applicable', 'out-of-scope'] as const),
]

const differencesMax = 200
// Of very many reports fewer clauses are told, so that the page stays within some megabytes.
const resultsMax = 10_000

/** Gathers reports one by one, so that no more than one has to be held. */
export class OverviewTally {
  readonly #rows: { readonly row: Omit<OverviewRow, 'cells'>; readonly cells: ReadonlyMap<string, Cell> }[] =
    []
  readonly #groups = new Map<string, Group>()
  readonly #families: string[] = []
  readonly #clauses = new Map<string, Omit<Difference, 'results'> & { readonly results: (Result | null)[] }>()
  #contract: Report['contract']

  /** @throws ConfigurationError where the report is of another contract than those before */
  add({ name, page, report }: OverviewSource): void {
    requireSameContract({ ...(this.#contract && { contract: this.#contract }) }, report, false)
    this.#contract ??= report.contract
    for (const family of report.contract?.families ?? [])
      if (!this.#families.includes(family)) this.#families.push(family)
    const { target, tool, run, outcome, summary, clauses, contract } = report
    this.#rows.push({
      row: {
        ...{ name, page, target, tool, contractVersion: contract?.version ?? null },
        ...{ startedAt: run.startedAt, durationMs: run.durationMs },
        ...{ strict: run.strict, interrupted: run.interrupted, outcome, summary },
        ...{ scope: scopeInWords(report), why: whyOf(report) },
      },
      cells: this.#cellsOf(clauses),
    })
    for (const clause of clauses) this.#note(clause)
  }

  get overview(): Overview {
    const groups = [...this.#groups].sort(([, a], [, b]) => this.#compare(a, b))
    const differing = [...this.#clauses.values()]
      .map((clause) => ({
        ...clause,
        results: this.#rows.map((_, index) => clause.results[index] ?? null),
      }))
      .filter(isDiffering)
      .sort((a, b) => weightOf(a) - weightOf(b) || order(a.id, b.id))
    const contract = this.#contract
    const told = Math.min(differencesMax, Math.ceil(resultsMax / Math.max(1, this.#rows.length)))
    return {
      ...(contract === undefined ? {} : { contract: { name: contract.name, title: contract.title } }),
      groups: groups.map(([, group]) => group),
      reports: this.#rows.map(({ row, cells }) => ({
        ...row,
        cells: groups.map(([key]) => cells.get(key) ?? null),
      })),
      differences: differing.slice(0, told),
      differencesLeftOut: Math.max(0, differing.length - told),
    }
  }

  #cellsOf(clauses: readonly ReportClause[]): ReadonlyMap<string, Cell> {
    const counts = new Map<string, Map<Result, number>>()
    for (const clause of clauses) {
      const group = groupOf(clause)
      const key = `${group.by} ${group.name}`
      this.#groups.set(key, group)
      const own = counts.get(key) ?? new Map<Result, number>()
      counts.set(key, own)
      const result = resultOf(clause)
      own.set(result, (own.get(result) ?? 0) + 1)
    }
    return new Map([...counts].map(([key, own]) => [key, cellOf(own)]))
  }

  #note(clause: ReportClause): void {
    const { id, level, statement } = clause
    const known = this.#clauses.get(id) ?? { id, level, statement, results: [] }
    known.results[this.#rows.length - 1] = resultOf(clause)
    this.#clauses.set(id, known)
  }

  // The contract's families in its order, then others, then operations.
  #compare(a: Group, b: Group): number {
    const place = ({ by, name }: Group): number => {
      const told = this.#families.indexOf(name)
      return by === 'operation' ? 2 : told < 0 ? 1 : told / this.#families.length
    }
    return place(a) - place(b) || order(a.name, b.name)
  }
}

function isDiffering({ results }: Pick<Difference, 'results'>): boolean {
  return new Set(results.filter((result) => result !== null && result !== 'out-of-scope')).size > 1
}

function groupOf({ family, operation }: ReportClause): Group {
  return family === undefined ? { by: 'operation', name: operation } : { by: 'family', name: family }
}

function cellOf(counts: ReadonlyMap<Result, number>): Cell {
  const told = byWeight.filter((result) => counts.has(result))
  return {
    state: told[0] ?? 'out-of-scope',
    counts: Object.fromEntries(told.map((result) => [result, counts.get(result) ?? 0])),
  }
}

/** The place of the result that weighs most. */
function weightOf({ results }: Pick<Difference, 'results'>): number {
  return Math.min(...results.map((result) => (result === null ? byWeight.length : byWeight.indexOf(result))))
}
