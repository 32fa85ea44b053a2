// Combines several reports into an overview.
import { requireSameContract } from '../model/contract.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { type Result, resultOf, resultsByWeight } from '../model/result.ts'
import { order } from '../model/tally.ts'
import { scopeInWords } from '../text/outcome.ts'
import type { Cell, Difference, Group, Overview, OverviewRow } from './shape.ts'
import { whyOf } from './words.ts'

export interface OverviewSource {
  readonly name: string
  /** The percent-encoded link to the HTML report. Null without this report. */
  readonly page: string | null
  readonly report: Report
}

const differencesMax = 200
// With this limit, the page has at most some megabytes.
const resultsMax = 10_000

export class OverviewTally {
  readonly #rows: { readonly row: Omit<OverviewRow, 'cells'>; readonly cells: ReadonlyMap<string, Cell> }[] =
    []
  readonly #groups = new Map<string, Group>()
  readonly #families: string[] = []
  readonly #clauses = new Map<string, Omit<Difference, 'results'> & { readonly results: (Result | null)[] }>()
  #contract: Report['contract']

  /** @throws ConfigurationError if the contracts of the reports differ */
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
    const shownMax = Math.min(differencesMax, Math.ceil(resultsMax / Math.max(1, this.#rows.length)))
    return {
      ...(contract === undefined ? {} : { contract: { name: contract.name, title: contract.title } }),
      groups: groups.map(([, group]) => group),
      reports: this.#rows.map(({ row, cells }) => ({
        ...row,
        cells: groups.map(([key]) => cells.get(key) ?? null),
      })),
      differences: differing.slice(0, shownMax),
      differencesLeftOut: Math.max(0, differing.length - shownMax),
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

  #compare(a: Group, b: Group): number {
    const rank = ({ by, name }: Group): number => {
      const index = this.#families.indexOf(name)
      return by === 'operation' ? 2 : index < 0 ? 1 : index / this.#families.length
    }
    return rank(a) - rank(b) || order(a.name, b.name)
  }
}

function isDiffering({ results }: Pick<Difference, 'results'>): boolean {
  return new Set(results.filter((result) => result !== null && result !== 'out-of-scope')).size > 1
}

function groupOf({ family, operation }: ReportClause): Group {
  return family === undefined ? { by: 'operation', name: operation } : { by: 'family', name: family }
}

function cellOf(counts: ReadonlyMap<Result, number>): Cell {
  const present = resultsByWeight.filter((result) => counts.has(result))
  return {
    state: present[0] ?? 'out-of-scope',
    counts: Object.fromEntries(present.map((result) => [result, counts.get(result) ?? 0])),
  }
}

function weightOf({ results }: Pick<Difference, 'results'>): number {
  return Math.min(
    ...results.map((result) => (result === null ? resultsByWeight.length : resultsByWeight.indexOf(result))),
  )
}
