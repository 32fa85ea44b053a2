// Declares a vitest test for each clause of a contract. All these tests share one run.
import { beforeAll, describe, expect, test } from 'vitest'
import { type Contract, loadContract } from './contract/index.ts'
import { type ConformanceOptions, conformance } from './library/conformance.ts'
import type { Report, ReportClause } from './report/index.ts'
import { resolveContract } from './settings/contract.ts'
import { processEnvironment } from './settings/environment.ts'

export interface ConformanceTestOptions extends ConformanceOptions {
  /** Maximum duration of the complete run in milliseconds. The default is 120,000. */
  readonly runTimeoutMs?: number
}

/**
 * Declares a vitest test for each clause. Call this function at the top level of a test file. A test fails if
 * its clause is inconclusive, or if its MUST clause failed. With `strict`, a failed SHOULD clause fails its
 * test, too. The function skips the tests of clauses that have a waiver or a gap, or that were not run, not
 * applicable or out of scope.
 * @returns a promise if `contract` is a path or an address: the caller must await this promise
 */
export function conformanceTests(options: ConformanceTestOptions = {}): void | Promise<void> {
  const { contract } = options
  if (contract === undefined) return declareTests(loadContract(), options)
  if (typeof contract !== 'string') return declareTests(contract, options)
  return resolveContract(options, processEnvironment().variables).then((loaded) =>
    declareTests(loaded, { ...options, contract: loaded }),
  )
}

function declareTests(
  contract: Contract,
  { runTimeoutMs = 120_000, ...options }: ConformanceTestOptions,
): void {
  let clauses: ReadonlyMap<string, ReportClause> = new Map()
  beforeAll(async () => {
    const report: Report = await conformance(options)
    clauses = new Map(report.clauses.map((clause) => [clause.id, clause]))
  }, runTimeoutMs)
  for (const name of [...contract.operations.keys(), 'any'])
    describe(name, () => {
      for (const clause of contract.clauses.values())
        if (clause.operation === name)
          test(clause.id, (context) => {
            const judged = clauses.get(clause.id)
            if (judged === undefined) throw new Error(`${clause.id} was not judged`)
            const excused =
              judged.waived !== undefined ||
              judged.gap !== undefined ||
              (judged.verdict === 'fail' && judged.level === 'SHOULD' && !options.strict)
            if (excused || ['not-run', 'not-applicable', 'out-of-scope'].includes(judged.verdict))
              context.skip(
                `${judged.verdict}: ${judged.waived?.reason ?? judged.gap?.reason ?? judged.reason}`,
              )
            expect(judged.verdict, describeClause(judged)).toBe('pass')
          })
    })
}

function describeClause(clause: ReportClause): string {
  const [failure] = clause.failures
  return [
    `${clause.level} ${clause.id} (part ${clause.part}): ${clause.statement}`,
    clause.reason,
    ...(failure === undefined
      ? []
      : [`expected ${failure.expected}`, `received ${failure.received}`, failure.curl]),
  ].join('\n')
}
