// The event bench: what the checks of event deliveries share, that is the receiver, the patience and whose turn it is.
import type { Exchange } from '../base/exchange.ts'
import { type JsonObject, parse } from '../base/json.ts'
import { inferredSchema, NotRun, payloadJudge } from '../oracle/index.ts'
import type { Fixture } from '../profile/index.ts'
import { carries, deliveredOrder, marksOf } from './event-identity.ts'
import { Patience } from './patience.ts'
import { Receiver } from './receiver.ts'
import type { Delivery, Inbox } from './receiver-inbox.ts'
import type { Session } from './session.ts'

// Enough to infer a schema from.
const payloadsMax = 200

export class EventBench {
  readonly patience: Patience
  readonly #session: Session
  /** Triggers by the inbox of the stream that they were for. */
  readonly #triggers = new Map<Inbox, Exchange[]>()
  readonly #marks = new Map<Exchange, readonly string[]>()
  readonly #markCounts = new Map<string, number>()
  #receiver: Promise<Receiver> | null = null
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

  /** Whether the fixture triggers an event for the whole tenant: then every stream that matches forwards it. */
  get tenantWide(): boolean {
    return !JSON.stringify([this.fixture.path, this.fixture.body ?? null]).includes('{id}')
  }

  /** The receiver, started by the first that asks. Throws NotRun where the tenant can't reach one. */
  receiver(): Promise<Receiver> {
    const { listen, url, blocker } = this.#session.config.webhook
    if (blocker !== null) throw new NotRun(blocker)
    this.#receiver ??= Receiver.start({ host: '127.0.0.1', port: 0, ...listen, url })
    return this.#receiver
  }

  /** Runs what triggers events. One at a time where an event reaches the streams of all. */
  turn<T>(run: () => Promise<T>): Promise<T> {
    if (!this.tenantWide) return run()
    const mine = this.#turn.then(run)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** Notes an accepted trigger. */
  triggered(inbox: Inbox, trigger: Exchange): void {
    const marks = marksOf(trigger)
    this.#marks.set(trigger, marks)
    // What the answers to several triggers have in common tells no event from another.
    for (const mark of marks) this.#markCounts.set(mark, (this.#markCounts.get(mark) ?? 0) + 1)
    this.#triggers.set(inbox, [...(this.#triggers.get(inbox) ?? []), trigger])
  }

  /** Whether the delivery shows that it carries the event of that trigger. It may carry it and not show it. */
  shows(delivery: Delivery, trigger: Exchange): boolean {
    const marks = this.#marks.get(trigger) ?? []
    return carries(
      delivery,
      marks.filter((mark) => this.#markCounts.get(mark) === 1),
    )
  }

  /** Whether the delivery shows that it carries the event of another trigger of the run than that one. */
  isOthers(delivery: Delivery, trigger: Exchange): boolean {
    if (this.shows(delivery, trigger)) return false
    return [...this.#marks.keys()].some((other) => other !== trigger && this.shows(delivery, other))
  }

  /** Closes the receiver and records what the deliveries of the run show of what the specification leaves open. */
  async conclude(): Promise<void> {
    if (this.#receiver === null) return
    const receiver = await this.#receiver.catch(() => null)
    if (receiver === null) return
    await receiver.close()
    const deliveries = receiver.inboxes.flatMap((inbox) => inbox.deliveries)
    if (deliveries.length === 0) return
    this.#observePayload(deliveries)
    if (!this.tenantWide) this.#observeCopiesAndOrder()
  }

  #observePayload(deliveries: readonly Delivery[]): void {
    const { knowledge, emit, config } = this.#session
    const parsed = deliveries.filter(({ whole }) => whole).map(({ body }) => parse(body))
    const values = parsed.flatMap((body) => (body.ok ? [body.value] : [])).slice(0, payloadsMax)
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
    const judged = deliveries.map(({ body }) => judge(body))
    for (const problem of judged)
      this.#session.findings.add(this.#session.monitor.declared.seePayload(problem))
    const problems = judged.filter((problem) => problem !== null)
    if (problems.length > 0)
      emit({
        type: 'note',
        message: `${problems.length} of ${deliveries.length} deliveries contradict delivery.payload of the profile, for example: ${problems[0]}.`,
      })
  }

  #observeCopiesAndOrder(): void {
    const { knowledge } = this.#session
    let copies = 0
    for (const [{ deliveries }, triggers] of this.#triggers) {
      // What was refused is repeated for that reason.
      if (deliveries.some(({ status }) => status >= 300)) continue
      if (triggers.length === 1) copies = Math.max(copies, deliveries.length)
      const order = triggers.length > 2 ? deliveredOrder(triggers, deliveries) : null
      if (order !== null)
        knowledge.observe(
          'event-order',
          order.every((trigger, place) => trigger === place) ? 'as triggered' : 'another one',
        )
    }
    if (copies > 0) knowledge.observe('event-duplicates', copies > 1 ? `up to ${copies} times` : 'none')
  }
}
