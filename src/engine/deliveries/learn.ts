// Learns the answers to open points from all deliveries of a run: payload, delay, copies and order.

import { dotted, type JsonObject, parseExact } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { counted } from '../../base/text/counted.ts'
import type { OpenPoint } from '../../contract/index.ts'
import { inferredSchema, payloadJudge } from '../../oracle/index.ts'
import { declaredAnswer, type Knowledge } from '../../profile/index.ts'
import type { Session } from '../session/session.ts'
import type { Trigger } from '../under-test/index.ts'
import type { DeliveryLatency } from './delivery-latency.ts'
import { deliveredOrder, eventsOf } from './identity.ts'
import type { Delivery, Inbox } from './inbox.ts'
import type { TriggerLog } from './trigger-log.ts'

const payloadsMax = 200

// The steps are coarse, so that two runs report the same delay.
const delayStepsS = [5, 15, 60] as const

/** Infers the schema of the payloads. Judges the payloads only if the profile declares a schema. */
export function learnPayload(session: Session, deliveries: readonly Delivery[]): void {
  const { knowledge, config } = session
  const parsed = deliveries.filter(({ whole }) => whole).map(({ body }) => parseExact(body))
  const values = parsed.flatMap((body) => (body.ok ? eventsOf(body.value) : [])).slice(0, payloadsMax)
  const labels = new Set(
    deliveries.map(({ method, headers }) => `${method} ${headers['content-type'] ?? 'without a media type'}`),
  )
  const shape: JsonObject = inferredSchema(values) ?? { $comment: 'no JSON' }
  knowledge.learn('schema', 'deliveries', { $comment: [...labels].sort().join(', '), ...shape })
  for (const point of knowledge.points('schema', 'deliveries')) {
    const declared = declaredAnswer(point, config.profile)
    if (declared !== undefined) judgePayloads(session, point, declared as JsonObject | boolean, deliveries)
  }
}

function judgePayloads(
  { monitor, findings, emit }: Session,
  { id, declaredAt }: OpenPoint,
  declared: JsonObject | boolean,
  deliveries: readonly Delivery[],
): void {
  const judge = payloadJudge(declared)
  const judged = deliveries.flatMap(({ body }) => {
    const one = parseExact(body)
    return one.ok ? eventsOf(one.value).map((event) => judge(jsonText(event))) : [judge(body)]
  })
  for (const problem of judged) findings.add(monitor.profileJudge.seePayload(problem))
  const problems = judged.filter((problem) => typeof problem === 'string')
  if (problems.length === 0) return
  const key = dotted(declaredAt ?? `/openPoints/${id}`)
  emit({
    type: 'note',
    message: `${problems.length} of ${counted(judged.length, 'delivered event')} ${problems.length === 1 ? 'does' : 'do'} not match ${key} of the profile, for example: ${problems[0]}.`,
  })
}

export function learnDelay(knowledge: Knowledge, { slowestMs }: DeliveryLatency): void {
  if (slowestMs === null) return
  const step = delayStepsS.find((seconds) => slowestMs <= 1_000 * seconds)
  const seen = step === undefined ? `more than ${delayStepsS.at(-1)} s` : `within ${step} s`
  knowledge.learn('delivery-delay', '', seen)
}

interface Watched {
  readonly log: TriggerLog
  readonly scope: ReturnType<Trigger['scope']>
  readonly quickSuccession: Inbox | null
}

export function learnCopiesAndOrder(knowledge: Knowledge, { log, scope, quickSuccession }: Watched): void {
  let copies = 0
  for (const [inbox, triggers] of log.byInbox()) {
    const { deliveries } = inbox
    if (deliveries.some(({ status }) => status >= 300)) continue
    const [first, ...further] = triggers
    const own = deliveries.filter(
      (delivery) => scope === 'one' || (first !== undefined && log.shows(delivery, first)),
    )
    if (further.length === 0) copies = Math.max(copies, own.length)
    const order = inbox === quickSuccession ? deliveredOrder(triggers, deliveries) : null
    if (order === null) continue
    const kept = order.every((trigger, place) => trigger === place)
    knowledge.learn('delivery-order', '', kept ? 'as triggered' : 'another one')
  }
  if (copies > 0) knowledge.learn('delivery-copies', '', copies > 1 ? `up to ${copies} times` : 'none')
}
