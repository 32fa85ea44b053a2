// The event bench: what the checks of event deliveries share, that is the receiver, the patience and whose turn it is.
import type { Exchange } from '../../base/exchange.ts'
import { type JsonObject, parse } from '../../base/json.ts'
import { inferredSchema, NotRun, payloadJudge } from '../../oracle/index.ts'
import { type Fixture, namesId, type TriggerProfile } from '../../profile/index.ts'
import type { Session } from '../session/session.ts'
import { deliveredOrder, eventsOf } from './event-identity.ts'
import { Patience } from './patience.ts'
import { Receiver } from './receiver.ts'
import type { Delivery, Inbox } from './receiver-inbox.ts'
import { TriggerLog } from './trigger-log.ts'

// Enough to infer a schema from.
const payloadsMax = 200

// Inboxes that wait to be learnt from: more than a run opens.
const unlearntMax = 1_000
const triggersEachMax = 10

// Coarse, so that two runs against one tenant tell the same.
const delayStepsS = [5, 15, 60] as const

export class EventBench {
  readonly patience: Patience
  readonly log = new TriggerLog()
  readonly #session: Session
  /** Inboxes of whose first delivery it is not known how long it took, with the triggers that it may follow. */
  readonly #unlearnt = new Map<Inbox, readonly Exchange[]>()
  /** The inbox of a stream for which several events were triggered without waiting for the first of them. */
  hurried: Inbox | null = null
  /** Whether the tenant took a stream with an address of the receiver. */
  takesReceiver = false
  #receiver: Promise<Receiver> | null = null
  #concluded = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(session: Session) {
    this.#session = session
    this.patience = new Patience(1.5 * session.config.timeoutMs)
  }

  /**
   * Starts the receiver where the operator has said where, so that a place that can't be had is known at once.
   * @throws ConfigurationError
   */
  async prepare(): Promise<void> {
    const { listen, blocker } = this.#session.config.webhook
    if (listen !== null && blocker === null) await this.receiver()
  }

  /** The profile's fixture that triggers an event. Throws NotRun without one. */
  get fixture(): Fixture {
    const fixture = this.#session.config.profile.fixtures?.triggerEvent
    if (fixture === undefined)
      throw new NotRun('it needs to trigger an event: declare fixtures.triggerEvent in the profile')
    return fixture
  }

  /** Whom a triggered event is for: as declared; null while unknown. A trigger that names no stream is for all. */
  get scope(): NonNullable<TriggerProfile['scope']> | null {
    if (!namesId(this.fixture)) return 'tenant'
    return this.#session.config.profile.delivery?.trigger?.scope ?? null
  }

  /** What a trigger raises, as declared; null while unknown. */
  get raises(): NonNullable<TriggerProfile['raises']> | null {
    return this.#session.config.profile.delivery?.trigger?.raises ?? null
  }

  /** The receiver, started by the first that asks. Throws NotRun where the tenant can't reach one. */
  receiver(): Promise<Receiver> {
    const { listen, url, blocker } = this.#session.config.webhook
    if (blocker !== null) throw new NotRun(blocker)
    // What is started after the end nobody would close.
    if (this.#concluded) throw new NotRun('the run has ended')
    this.#receiver ??= Receiver.start({ host: '127.0.0.1', port: 0, ...listen, url })
    return this.#receiver
  }

  /** Runs what triggers events. One at a time where an event may reach the streams of all. */
  turn<T>(run: () => Promise<T>): Promise<T> {
    if (this.scope === 'stream') return run()
    const mine = this.#turn.then(run)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** Notes an accepted trigger. */
  triggered(inbox: Inbox, trigger: Exchange): void {
    this.log.note(inbox, trigger)
    const earlier = this.#unlearnt.get(inbox) ?? []
    const fresh = inbox.deliveries.length === 0 && earlier.length < triggersEachMax
    if (fresh && this.#unlearnt.size < unlearntMax) this.#unlearnt.set(inbox, [...earlier, trigger])
  }

  /** Learns from deliveries that nobody waits for any more: a late one shows how late one may come. */
  learn(): void {
    for (const [inbox, triggers] of this.#unlearnt) {
      const [first] = inbox.deliveries
      if (first === undefined) continue
      this.#unlearnt.delete(inbox)
      // One that came to nothing, as that for a disabled stream, may stand before the one that it follows.
      const before = triggers.filter(({ startedAtMs }) => startedAtMs <= first.receivedAtMs)
      const own = before.find((trigger) => this.log.shows(first, trigger)) ?? before.at(-1)
      if (own !== undefined) this.patience.learn(first.receivedAtMs - own.startedAtMs)
    }
  }

  /** Closes the receiver and records what the deliveries of the run show of what the specification leaves open. */
  async conclude(): Promise<void> {
    this.#concluded = true
    if (this.#receiver === null) return
    const receiver = await this.#receiver.catch(() => null)
    if (receiver === null) return
    await receiver.close()
    const deliveries = receiver.inboxes.flatMap((inbox) => inbox.deliveries)
    if (deliveries.length === 0) return
    this.#observePayload(deliveries)
    this.#observeDelay()
    this.#observeCopiesAndOrder()
  }

  #observePayload(deliveries: readonly Delivery[]): void {
    const { knowledge, emit, config } = this.#session
    const parsed = deliveries.filter(({ whole }) => whole).map(({ body }) => parse(body))
    const values = parsed.flatMap((body) => (body.ok ? eventsOf(body.value) : [])).slice(0, payloadsMax)
    const labels = new Set(
      deliveries.map(
        ({ method, headers }) => `${method} ${headers['content-type'] ?? 'without a media type'}`,
      ),
    )
    const shape: JsonObject = inferredSchema(values) ?? { $comment: 'no JSON' }
    knowledge.observe('event-payload', { $comment: [...labels].sort().join(', '), ...shape })
    const declared = config.profile.delivery?.payload
    if (declared === undefined) return
    const judge = payloadJudge(declared as JsonObject)
    const judged = deliveries.flatMap(({ body }) => {
      const one = parse(body)
      // Of several events in one body each is one.
      return one.ok ? eventsOf(one.value).map((event) => judge(JSON.stringify(event))) : [judge(body)]
    })
    for (const problem of judged)
      this.#session.findings.add(this.#session.monitor.declared.seePayload(problem))
    const problems = judged.filter((problem) => typeof problem === 'string')
    if (problems.length > 0)
      emit({
        type: 'note',
        message: `${problems.length} of ${judged.length} deliveries contradict delivery.payload of the profile, for example: ${problems[0]}.`,
      })
  }

  #observeDelay(): void {
    this.learn()
    const { slowestMs } = this.patience
    if (slowestMs === null) return
    const step = delayStepsS.find((seconds) => slowestMs <= 1_000 * seconds)
    const seen = step === undefined ? `more than ${delayStepsS.at(-1)} s` : `within ${step} s`
    this.#session.knowledge.observe('event-delay', seen)
  }

  #observeCopiesAndOrder(): void {
    const { knowledge } = this.#session
    let copies = 0
    for (const [inbox, triggers] of this.log.byInbox()) {
      const { deliveries } = inbox
      // What was refused is repeated for that reason.
      if (deliveries.some(({ status }) => status >= 300)) continue
      const [first, ...further] = triggers
      // What does not show whose event it is may be another stream's, unless each has its own.
      const own = deliveries.filter(
        (delivery) => this.scope === 'stream' || (first !== undefined && this.log.shows(delivery, first)),
      )
      if (further.length === 0) copies = Math.max(copies, own.length)
      const order = inbox === this.hurried ? deliveredOrder(triggers, deliveries) : null
      if (order !== null)
        knowledge.observe(
          'event-order',
          order.every((trigger, place) => trigger === place) ? 'as triggered' : 'another one',
        )
    }
    if (copies > 0) knowledge.observe('event-duplicates', copies > 1 ? `up to ${copies} times` : 'none')
  }
}
