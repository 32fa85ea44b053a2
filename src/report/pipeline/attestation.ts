// Writes an in-toto statement with the predicate "test-result", which release gates can read.
import type { Json } from '../../base/json.ts'
import { visibleDeep } from '../../base/visible.ts'
import type { Report, ReportClause, Summary } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { isCounted } from '../model/tally.ts'

type DigestSet = Readonly<Record<string, string>>

/** A resource descriptor of in-toto version 1. Requires `uri` or `digest`. */
export interface ResourceDescriptor {
  readonly name?: string
  readonly uri?: string
  readonly digest?: DigestSet
  readonly mediaType?: string
  readonly annotations?: { readonly [name: string]: Json }
}

export interface Subject extends ResourceDescriptor {
  readonly digest: DigestSet
}

/**
 * A statement (https://in-toto.io/Statement/v1) with the predicate
 * https://in-toto.io/attestation/test-result/v0.1.
 */
export interface Attestation {
  readonly _type: 'https://in-toto.io/Statement/v1'
  readonly subject: readonly Subject[]
  readonly predicateType: 'https://in-toto.io/attestation/test-result/v0.1'
  readonly predicate: {
    readonly result: 'PASSED' | 'WARNED' | 'FAILED'
    readonly configuration: readonly ResourceDescriptor[]
    readonly url?: string
    readonly passedTests: readonly string[]
    readonly warnedTests: readonly string[]
    readonly failedTests: readonly string[]
    /** The members `outcome`, `summary` and `reports` are not part of the standard predicate. */
    readonly outcome: Report['outcome']
    readonly summary: Summary
    readonly reports: readonly ResourceDescriptor[]
  }
}

export interface AttestationOptions {
  readonly subjects: readonly Subject[]
  readonly reports: readonly ResourceDescriptor[]
  readonly configuration?: readonly ResourceDescriptor[]
  readonly url?: string | null
}

/** `warnedTests` contains excused clauses, and failed or unobserved clauses without effect on the outcome. */
export function attestationOf(report: Report, options: AttestationOptions): Attestation {
  const { clauses, run, outcome, summary } = report
  const tests = clauses.map((clause) => ({ id: clause.id, test: testOf(clause, run.strict) }))
  const named = (test: Test): readonly string[] =>
    tests.filter((one) => one.test === test).map(({ id }) => id)
  const warned = named('warned')
  return visibleDeep({
    _type: 'https://in-toto.io/Statement/v1',
    subject: options.subjects,
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate: {
      result: run.exit !== 0 ? 'FAILED' : warned.length > 0 || summary.outOfScope > 0 ? 'WARNED' : 'PASSED',
      configuration: [toolOf(report), ...(options.configuration ?? [])],
      ...(options.url ? { url: options.url } : {}),
      passedTests: named('passed'),
      warnedTests: warned,
      failedTests: named('failed'),
      outcome,
      summary,
      reports: options.reports,
    },
  })
}

type Test = 'passed' | 'warned' | 'failed' | 'none'

function testOf(clause: ReportClause, strict: boolean): Test {
  const counts = isCounted(clause, strict)
  switch (resultOf(clause)) {
    case 'pass':
      return 'passed'
    case 'waived':
    case 'gap':
      return 'warned'
    case 'error':
      return 'failed'
    case 'fail':
    case 'deviation':
    case 'inconclusive':
    case 'not-run':
      return counts ? 'failed' : 'warned'
    default:
      return 'none'
  }
}

function toolOf({ tool, target, contract, run }: Report): ResourceDescriptor {
  return {
    name: tool.name,
    uri: `pkg:npm/${tool.name}@${tool.version}`,
    annotations: {
      target: target.baseUrl,
      ...(target.profile === null ? {} : { profile: target.profile }),
      ...(contract === undefined ? {} : { contract: `${contract.name} ${contract.version}` }),
      seed: run.seed,
      strict: run.strict,
      startedAt: run.startedAt,
      options: run.options,
    },
  }
}
