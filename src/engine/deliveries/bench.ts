// The bench: what the checks of a run that see deliveries share, that is the receiver, the patience and whose turn it is.
import type { DeliveryMark } from '../../base/event.ts'
import { type Exchange, statusOf } from '../../base/exchange.ts'
import { NotRun } from '../../oracle/index.ts'
import { type Fixture, namesId } from '../../profile/index.ts'
import { fixtureOf } from '../requests/fixture.ts'
import type { Session } from '../session/session.ts'
import type { Drivers, EventDelivery, Trigger } from '../subjects/index.ts'
import type { Inbox } from './inbox.ts'
import { learnCopiesAndOrder, learnDelay, learnPayload } from './learn.ts'
import { Patience } from './patience.ts'
import { Receiver } from './receiver.ts'
import { TriggerLog } from './trigger-log.ts'

// Inboxes that wait to be learnt from: more than a run opens.
const unlearntMax = 1_000
const triggersEachMax = 10

export class Bench {
  /** Name of the resource that forwards events. */
  readonly resource: string
  readonly delivery: EventDelivery
  readonly patience: Patience
  readonly log = new TriggerLog()
  readonly #session: Session
  /** What forwards to the inboxes of the run, by its id, and the number that it is told by. */
  readonly #forwarders = new Map<string, { readonly number: number; readonly inbox: Inbox }>()
  /** Inboxes of whose first delivery it is not known how long it took, with the triggers that it may follow. */
  readonly #unlearnt = new Map<Inbox, readonly Exchange[]>()
  /** The inbox for which several events were triggered without waiting for the first of them. */
  hurried: Inbox | null = null
  /** Ends when the tenant has shown on what schedule it repeats a delivery, or has not: whoever began to watch for that last. */
  retriesWatched: Promise<void> = Promise.resolve()
  /** Whether the tenant took an address of the receiver. */
  takesReceiver = false
  /** Where the receiver is reached, and the setting that says it; null until it is started. */
  reached: { readonly url: string; readonly setting: string } | null = null
  #receiver: Promise<Receiver> | null = null
  #started: Receiver | null = null
  #concluded = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(session: Session, { resource, delivery }: NonNullable<Drivers['delivery']>) {
    this.#session = session
    this.resource = resource
    this.delivery = delivery
    this.patience = new Patience(1.5 * session.config.timeoutMs)
  }

  /**
   * Starts the receiver where the operator has said where, so that a place that can't be had is known at once.
   * @throws ConfigurationError
   */
  async prepare(): Promise<void> {
    const { listen, blocker } = this.#session.config.receiver
    if (listen !== null && blocker === null) await this.receiver()
  }

  /** The profile's fixture that triggers an event. Throws NotRun without one. */
  get fixture(): Fixture {
    const { fixture: name } = this.delivery.trigger
    const fixture = fixtureOf(this.#session, name)
    if (fixture === undefined)
      throw new NotRun(`it needs to trigger an event: declare fixtures.${name} in the profile`)
    return fixture
  }

  /** Whom a triggered event is for: as declared; null while unknown. A trigger that names none is for all. */
  get scope(): ReturnType<Trigger['scope']> {
    return namesId(this.fixture) ? this.delivery.trigger.scope() : 'all'
  }

  /** By what the operator says where the receiver listens, and where the tenant reaches it. */
  get settings(): Session['config']['receiver']['settings'] {
    return this.#session.config.receiver.settings
  }

  /** The receiver, started by the first that asks. Throws NotRun where the tenant can't reach one. */
  receiver(): Promise<Receiver> {
    const { listen, url, tls, blocker, settings } = this.#session.config.receiver
    if (blocker !== null) throw new NotRun(blocker)
    // What is started after the end nobody would close.
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

  /** Where deliveries came that no inbox is at. None where something may stand between that rewrites paths. */
  get strays(): readonly string[] {
    return this.#session.config.receiver.url === null ? (this.#started?.strays ?? []) : []
  }

  /** Runs what triggers events. One at a time where an event may reach all that forward. */
  turn<T>(run: () => Promise<T>): Promise<T> {
    if (this.scope === 'one') return run()
    const mine = this.#turn.then(run)
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  /** Notes that what was made forwards to an inbox. */
  forwards(id: string, inbox: Inbox, created: Exchange): void {
    if (this.#forwarders.size >= unlearntMax) return
    this.#forwarders.set(id, { number: this.#forwarders.size + 1, inbox })
    this.#tell(inbox, { act: 'created', atMs: endOf(created), what: String(statusOf(created)) })
  }

  /** Notes an update of something that may forward. @param state the state that it sets; undefined where it sets none */
  updated(id: string, update: Exchange, state: unknown): void {
    const inbox = this.#forwarders.get(id)?.inbox
    const status = statusOf(update)
    if (inbox === undefined || status < 200 || status > 299) return
    const atMs = endOf(update)
    this.#tell(
      inbox,
      state === undefined
        ? { act: 'updated', atMs, what: String(status) }
        : { act: 'state', atMs, what: String(state) },
    )
  }

  #tell(inbox: Inbox, mark: Omit<DeliveryMark, 'forwarder'>): void {
    const number = [...this.#forwarders.values()].find((one) => one.inbox === inbox)?.number
    if (number !== undefined) this.#session.emit({ type: 'delivery', forwarder: number, ...mark })
  }

  /** Notes an accepted trigger. */
  triggered(inbox: Inbox, trigger: Exchange): void {
    this.log.note(inbox, trigger)
    this.#tell(inbox, { act: 'triggered', atMs: trigger.startedAtMs, what: String(statusOf(trigger)) })
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
      // One that came to nothing, as that for what forwards none, may stand before the one that it follows.
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
    for (const inbox of receiver.inboxes)
      for (const { receivedAtMs, status } of inbox.deliveries)
        this.#tell(inbox, { act: 'delivered', atMs: receivedAtMs, what: String(status) })
    this.learn()
    const { knowledge } = this.#session
    learnPayload(this.#session, deliveries)
    learnDelay(knowledge, this.patience)
    learnCopiesAndOrder(knowledge, this)
  }
}

function endOf({ startedAtMs, durationMs }: Exchange): number {
  return startedAtMs + Math.round(durationMs)
}
