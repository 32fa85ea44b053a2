// Combines all judgements of a clause into one verdict.

import { clip } from '../../base/clip.ts'
import type { ClauseInfo, Failure, RunEvent } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import {
  decide,
  gravest,
  ifUnobserved,
  isOpen,
  isSuppressible,
  mayBeSuppressed,
  mergeVerdicts,
} from '../../base/verdict.ts'
import type { ReportClause } from './report.ts'

export type Judgement = Pick<
  Extract<RunEvent, { type: 'clause-judged' }>,
  | 'verdict'
  | 'reason'
  | 'origin'
  | 'evidence'
  | 'violations'
  | 'durationMs'
  | 'observation'
  | 'compared'
  | 'failures'
  | 'waived'
  | 'gap'
>

const failuresShownMax = 20
const reasonsShownMax = 5
const bodyCharactersMax = 4_000
const lineCharactersMax = 4_000

export const neverJudged = 'no check of this run judged the clause'

export const cutShort = 'the run was interrupted before the clause was judged'

export function notAsked({ verdict, reason }: Pick<ReportClause, 'verdict' | 'reason'>): boolean {
  return (
    verdict === 'out-of-scope' || (verdict === 'not-run' && (reason === neverJudged || reason === cutShort))
  )
}

export function judgeClause(clause: ClauseInfo, judgements: readonly Judgement[]): ReportClause {
  const evidence = judgements.reduce((sum, judgement) => sum + judgement.evidence, 0)
  const verdicts = judgements.map(({ verdict }) => verdict)
  const merged = mergeVerdicts(verdicts)
  const decided = decide(verdicts, evidence)
  const baseless = decided !== merged
  const standing = judgements.filter(({ verdict }) => verdict === merged)
  const others = judgements.filter(({ verdict }) => verdict !== merged)
  const reasons = new Set([
    ...(baseless ? ['nothing was observed'] : []),
    ...standing.map(({ reason }) => reason),
    ...others.map(({ verdict, reason }) => (reason === '' ? '' : `${verdict}: ${reason}`)),
  ])
  reasons.delete('')
  const compared = [...new Set(judgements.flatMap((judgement) => judgement.compared ?? []))].sort()
  const failures = judgements.flatMap((judgement) => judgement.failures)
  const leftOut = failures.length - failuresShownMax
  const waived = judgements.find((judgement) => judgement.waived !== undefined)?.waived
  const gap = judgements.find((judgement) => judgement.gap !== undefined)?.gap
  const gravestOrigin = gravest(standing.map(({ origin }) => origin))
  const isUnanswered = isOpen(decided) || ifUnobserved(judgements[0]?.reason ?? '') !== null
  const origin = isUnanswered ? gravestOrigin : undefined
  const observation = judgements.find((judgement) => judgement.observation !== undefined)?.observation
  const violations = judgements.reduce((sum, judgement) => sum + (judgement.violations ?? 0), 0)
  const durations = judgements.flatMap(({ durationMs }) => durationMs ?? [])
  return {
    id: clause.id,
    level: clause.level,
    part: clause.part,
    operation: clause.operation,
    statement: clause.statement,
    ...(clause.family === undefined ? {} : { family: clause.family }),
    ...(clause.chains === undefined ? {} : { chains: clause.chains }),
    verdict: decided,
    reason: [
      ...[...reasons].slice(0, reasonsShownMax),
      ...(reasons.size > reasonsShownMax ? [counted(reasons.size - reasonsShownMax, 'more reason')] : []),
      ...(leftOut > 0 ? [`${counted(leftOut, 'more failure')} left out`] : []),
    ].join('; '),
    ...(origin === undefined ? {} : { origin }),
    evidence,
    ...(violations === 0 ? {} : { violations }),
    ...(durations.length === 0
      ? {}
      : { durationMs: Math.round(durations.reduce((sum, one) => sum + one, 0)) }),
    ...(decided === 'pass' && observation !== undefined ? { observation } : {}),
    ...(compared.length === 0 ? {} : { compared }),
    ...(merged === 'fail' && waived !== undefined ? { waived } : {}),
    ...(isSuppressible(decided, judgements[0]?.reason ?? '') && mayBeSuppressed(origin) && gap !== undefined
      ? { gap }
      : {}),
    failures: failures.slice(0, failuresShownMax).map(shortened),
  }
}

function shortened(failure: Failure): Failure {
  return {
    ...failure,
    message: clip(failure.message, lineCharactersMax),
    expected: clip(failure.expected, lineCharactersMax),
    received: clip(failure.received, lineCharactersMax),
    exchange: failure.exchange && withShortBodies(failure.exchange),
    control: failure.control && withShortBodies(failure.control),
    ...(failure.steps && { steps: failure.steps.map(withShortBodies) }),
  }
}

function withShortBodies(exchange: Exchange): Exchange {
  const { request, response } = exchange
  const body = request.body === null ? null : clip(request.body, bodyCharactersMax)
  return {
    ...exchange,
    request: { ...request, body },
    response: response && { ...response, body: clip(response.body, bodyCharactersMax) },
  }
}
