// Stores the state that all delivery checks share, for example the receiver and the waiting times.
import type { DeliveryMark } from '../../base/event.ts'
import { type Exchange, isSuccessful, statusOf } from '../../base/exchange.ts'
import { NotRun } from '../../oracle/index.ts'
import { type Fixture, namesId } from '../../profile/index.ts'
import { fixtureOf } from '../requests/fixture.ts'
import type { Session } from '../session/session.ts'
import type { EventDelivery, ResourceAdapters, Trigger } from '../under-test/index.ts'
import { DeliveryLatency } from './delivery-latency.ts'
import type { Inbox } from './inbox.ts'
import { learnCopiesAndOrder, learnDelay, learnPayload } from './learn.ts'
import { Receiver } from './receiver.ts'
import { TriggerLog } from './trigger-log.ts'

// A run creates fewer forwarders than this limit.
const unlearntMax = 1_000
const triggersEachMax = 10

export class Deliveries {
  readonly resource: string
  readonly delivery: EventDelivery
  readonly latency: DeliveryLatency
  readonly log = new TriggerLog()
  readonly #session: Session
  readonly #forwarders = new Map<string, { readonly number: number; readonly inbox: Inbox }>()
  readonly #unlearnt = new Map<Inbox, readonly Exchange[]>()
  quickSuccession: Inbox | null = null
  retriesWatched: Promise<void> = Promise.resolve()
  isReceiverAccepted = false
  /** The receiver's address for the tenant, and the option that sets the address. Null before the start. */
  reached: { readonly url: string; readonly setting: string } | null = null
  #receiver: Promise<Receiver> | null = null
  #started: Receiver | null = null
  #concluded = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(session: Session, { resource, delivery }: NonNullable<ResourceAdapters['delivery']>) {
    this.#session = session
    this.resource = resource
    this.delivery = delivery
    this.latency = new DeliveryLatency(1.5 * session.config.connection.timeoutMs)
  }

  /**
   * Makes the run report an unusable address before the first check.
   * @throws ConfigurationError if the receiver cannot listen on the address
   */
  async prepare(): Promise<void> {
    const { listen, blocker } = this.#session.config.receiver
    if (listen !== null && blocker === null) await this.receiver()
  }

  /** @throws NotRun if the profile has no fixture that triggers an event */
  get fixture(): Fixture {
    const { fixture: name } = this.delivery.trigger
    const fixture = fixtureOf(this.#session, name)
    if (fixture === undefined)
      throw new NotRun(`the check must trigger an event: declare fixtures.${name} in the profile`)
    return fixture
  }

  /**
   * `one`: only the resource with the id in the trigger forwards the event. `all`: every resource does. Null
   * if unknown.
   */
  get scope(): ReturnType<Trigger['scope']> {
    return namesId(this.fixture) ? this.delivery.trigger.scope() : 'all'
  }

  get settings(): Session['config']['receiver']['settings'] {
    return this.#session.config.receiver.settings
  }

  /** @throws NotRun if the tenant cannot reach a receiver */
  receiver(): Promise<Receiver> {
    const { listen, url, tls, blocker, settings } = this.#session.config.receiver
    if (blocker !== null) throw new NotRun(blocker)
    // After the run, nothing would close a new receiver.
    if (this.#concluded) throw new NotRun('the run has ended', 'run')
    this.#receiver ??= Receiver.start({
      host: '127.0.0.1',
      port: 0,
      ...listen,
      ...{ url, tls },
      setting: settings.listen,
    }).then((receiver) => {
      this.reached = { url: receiver.url, setting: settings.url }
      this.#started = receiver
      return receiver
    })
    return this.#receiver
  }

  /** Request targets that match no inbox. Empty behind a proxy, because a proxy may rewrite paths. */
  get strays(): readonly string[] {
    return this.#session.config.receiver.url === null ? (this.#started?.strays ?? []) : []
  }

  turn<T>(run: () => Promise<T>): Promise<T> {
    if (this.scope === 'one') return run()
    const mine = this.#turn.then(run)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  noteForwarder(id: string, inbox: Inbox, created: Exchange): void {
    if (this.#forwarders.size >= unlearntMax) return
    this.#forwarders.set(id, { number: this.#forwarders.size + 1, inbox })
    this.#tell(inbox, { act: 'created', atMs: endOf(created), what: String(statusOf(created)) })
  }

  noteUpdate(id: string, update: Exchange, state: unknown): void {
    const inbox = this.#forwarders.get(id)?.inbox
    if (inbox === undefined || !isSuccessful(update)) return
    const atMs = endOf(update)
    this.#tell(
      inbox,
      state === undefined
        ? { act: 'updated', atMs, what: String(statusOf(update)) }
        : { act: 'state', atMs, what: String(state) },
    )
  }

  #tell(inbox: Inbox, mark: Omit<DeliveryMark, 'forwarder'>): void {
    const number = [...this.#forwarders.values()].find((one) => one.inbox === inbox)?.number
    if (number !== undefined) this.#session.emit({ type: 'delivery', forwarder: number, ...mark })
  }

  noteTrigger(inbox: Inbox, trigger: Exchange): void {
    this.log.note(inbox, trigger)
    this.#tell(inbox, { act: 'triggered', atMs: trigger.startedAtMs, what: String(statusOf(trigger)) })
    const earlier = this.#unlearnt.get(inbox) ?? []
    const fresh = inbox.deliveries.length === 0 && earlier.length < triggersEachMax
    if (fresh && this.#unlearnt.size < unlearntMax) this.#unlearnt.set(inbox, [...earlier, trigger])
  }

  learn(): void {
    for (const [inbox, triggers] of this.#unlearnt) {
      const [first] = inbox.deliveries
      if (first === undefined) continue
      this.#unlearnt.delete(inbox)
      // A delivery that identifies no trigger belongs to the last trigger before it.
      const before = triggers.filter(({ startedAtMs }) => startedAtMs <= first.receivedAtMs)
      const own = before.find((trigger) => this.log.shows(first, trigger)) ?? before.at(-1)
      if (own !== undefined) this.latency.learn(first.receivedAtMs - own.startedAtMs)
    }
  }

  async conclude(): Promise<void> {
    this.#concluded = true
    if (this.#receiver === null) return
    const receiver = await this.#receiver.catch(() => null)
    if (receiver === null) return
    await receiver.close()
    const deliveries = receiver.inboxes.flatMap((inbox) => inbox.deliveries)
    if (deliveries.length === 0) return
    for (const inbox of receiver.inboxes)
      for (const { receivedAtMs, status } of inbox.deliveries)
        this.#tell(inbox, { act: 'delivered', atMs: receivedAtMs, what: String(status) })
    this.learn()
    const { knowledge } = this.#session
    learnPayload(this.#session, deliveries)
    learnDelay(knowledge, this.latency)
    learnCopiesAndOrder(knowledge, this)
  }
}

function endOf({ startedAtMs, durationMs }: Exchange): number {
  return startedAtMs + Math.round(durationMs)
}
