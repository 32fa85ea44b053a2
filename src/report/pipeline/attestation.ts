// A run as an in-toto statement with the test-result predicate: what a release is admitted by.
import type { Json } from '../../base/json.ts'
import { visibleDeep } from '../../base/visible.ts'
import type { Report, ReportClause, Summary } from '../model/report.ts'
import { resultOf } from '../model/result.ts'
import { ofSpecification } from '../model/tally.ts'

/** Digests of one thing by algorithm, in lower-case hexadecimal. */
type DigestSet = Readonly<Record<string, string>>

/** in-toto v1, ResourceDescriptor, of which one of `uri` and `digest` is there. */
export interface ResourceDescriptor {
  readonly name?: string
  readonly uri?: string
  readonly digest?: DigestSet
  readonly mediaType?: string
  readonly annotations?: { readonly [name: string]: Json }
}

/** What was tested, as the caller names it. */
export interface Subject extends ResourceDescriptor {
  readonly digest: DigestSet
}

/** https://in-toto.io/Statement/v1 with https://in-toto.io/attestation/test-result/v0.1. */
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
    /** An extension: the run's own outcome. */
    readonly outcome: Report['outcome']
    /** An extension: clauses by verdict, those that were not asked for among them. */
    readonly summary: Summary
    /** An extension: the files of the report. */
    readonly reports: readonly ResourceDescriptor[]
  }
}

export interface AttestationOptions {
  readonly subjects: readonly Subject[]
  /** The files of the report, with their digests. */
  readonly reports: readonly ResourceDescriptor[]
  /** What else the run was configured by, such as a profile of one's own. */
  readonly configuration?: readonly ResourceDescriptor[]
  /** Where the job can be looked at. */
  readonly url?: string | null
}

/**
 * The statement of a run. PASSED is one that ended with 0 over all clauses, with nothing excused; WARNED one that ended with 0 and
 * left clauses out, deviated or was excused; all else is FAILED, a run that could not tell as well.
 * What a test is, is a clause; a MUST that should have been observed and was not is among the failed ones.
 */
export function attestationOf(report: Report, options: AttestationOptions): Attestation {
  const { clauses, run, outcome, summary } = report
  const told = clauses.map((clause) => ({ id: clause.id, test: testOf(clause, run.strict) }))
  const named = (test: Test): readonly string[] => told.filter((one) => one.test === test).map(({ id }) => id)
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
  const counts = ofSpecification(clause) && (clause.level === 'MUST' || strict)
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

// The version of the tool is what decides which clauses there are and what they ask for.
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
