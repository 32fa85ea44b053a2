// Converts a failed clause to a SARIF result.
import type { Result, WebRequest, WebResponse } from 'sarif'
import { clip } from '../../base/clip.ts'
import type { Exchange } from '../../base/exchange.ts'
import { type Causes, causesOf } from '../causes/causes.ts'
import { fingerprintOf } from '../model/fingerprint.ts'
import type { Report, ReportClause } from '../model/report.ts'
import { headlineOf } from '../model/result.ts'
import { causeInWords, inWords } from '../text/failure.ts'
import { excuseInWords } from '../text/outcome.ts'
import { contractFolder, fileOf } from './location.ts'
import { levelOf, ruleIdOf } from './rule.ts'

/** Code scanning rejects a run with more results. */
export const resultsMax = 25_000

const messageCharactersMax = 4_000

export function resultsOf(report: Report, files: readonly string[], max = resultsMax): Result[] {
  const causes = causesOf(report.clauses)
  const states = statesOf(report)
  return report.clauses
    .flatMap((clause, ruleIndex) =>
      clause.verdict === 'fail'
        ? [
            {
              ...resultOfFailure(clause, causes, report, files),
              ruleIndex,
              ...(states === null ? {} : { baselineState: states(clause.id) }),
            },
          ]
        : [],
    )
    .slice(0, max)
}

function resultOfFailure(
  clause: ReportClause,
  causes: Causes,
  report: Report,
  files: readonly string[],
): Result {
  const [failure] = clause.failures
  const uri = fileOf(clause)
  const fingerprint = fingerprintOf(clause, report)
  return {
    ruleId: ruleIdOf(clause),
    kind: 'fail',
    level: levelOf(clause, report.run.strict),
    message: { text: messageOf(clause, causes, report) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri, uriBaseId: contractFolder, index: files.indexOf(uri) },
          // SARIF requires a line number.
          region: { startLine: 1 },
        },
        logicalLocations: [{ name: clause.operation, fullyQualifiedName: clause.id, kind: 'resource' }],
      },
    ],
    occurrenceCount: Math.max(1, clause.violations ?? clause.failures.length),
    partialFingerprints: {
      'clause/v1': fingerprint,
      primaryLocationLineHash: `${fingerprint.slice(0, 16)}:1`,
    },
    suppressions:
      clause.waived === undefined
        ? []
        : [{ kind: 'external', status: 'accepted', justification: excuseInWords(clause.waived) }],
    ...(failure?.exchange === undefined || failure.exchange === null ? {} : webOf(failure.exchange)),
    properties: {
      level: clause.level,
      part: clause.part,
      ...(failure === undefined ? {} : { curl: failure.curl }),
    },
  }
}

// Small viewers show only the first line.
function messageOf(clause: ReportClause, causes: Causes, { target }: Report): string {
  const [failure] = clause.failures
  const lines = [
    headlineOf(clause),
    ...causeInWords(clause.id, causes).map(([label, text]) => `${label}: ${text}`),
    ...(failure === undefined
      ? []
      : inWords(failure, target.baseUrl).map(([label, text]) => `${label}: ${text}`)),
  ]
  return unlinked(clip(lines.join('\n'), messageCharactersMax))
}

/** Otherwise a text such as "[…](…)" would become a link. */
function unlinked(text: string): string {
  return text.replaceAll('](', '\\](')
}

function statesOf({ baseline }: Report): ((id: string) => Result['baselineState']) | null {
  if (baseline === undefined) return null
  const { newlyFailing, newlyExcused, new: unknown, changed } = baseline.changes
  const fresh = new Set([...newlyFailing, ...newlyExcused, ...unknown].map(({ id }) => id))
  const updated = new Set(changed.map(({ id }) => id))
  return (id) => (fresh.has(id) ? 'new' : updated.has(id) ? 'updated' : 'unchanged')
}

function webOf({ request, response }: Exchange): { webRequest: WebRequest; webResponse: WebResponse } {
  return {
    webRequest: {
      protocol: 'http',
      method: request.method,
      target: request.url,
      headers: { ...request.headers },
      ...(request.body === null ? {} : { body: { text: request.body } }),
    },
    webResponse:
      response === null
        ? { noResponseReceived: true }
        : { statusCode: response.status, headers: { ...response.headers }, body: { text: response.body } },
  }
}
