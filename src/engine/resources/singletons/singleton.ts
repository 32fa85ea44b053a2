// Saves the content of a singleton before its first change. Restores the content after the last
// change.
import { tickMs } from '../../../base/clock.ts'
import { describeResponse } from '../../../base/exchange.ts'
import { isObject, type Json, type JsonObject, parseExact } from '../../../base/json.ts'
import { type Attempt, acceptedBody, isAccepted, isUndecided, NotRun } from '../../../oracle/index.ts'
import { creationOutcomeOf } from '../../ledger/creation-outcome.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Saved, SavedBefore } from '../../ledger/ledger-entry.ts'
import type { Request } from '../../requests/request.ts'
import type { SendOptions, Session } from '../../session/session.ts'
import type { Kind } from '../kind.ts'
import { originalOf } from './original-content.ts'
import { asBefore, besideLost, leftAlone, notPutBack, putBack } from './restore-note.ts'
import { SingletonAccess, succeeded } from './singleton-access.ts'
import { UnnamedMembers } from './unnamed-members.ts'
import { WrittenValues } from './written-values.ts'

// A restoration needs at most two updates and two reads. This is the budget of two removals.
const reservedResources = 2

// The run keeps at most this many written values, because it must recognise each of them later.
const writtenMax = 50_000

// An older read is not used, because it does not show recent changes by other clients.
const freshMs = 50

export class Singleton {
  readonly #one: SingletonAccess
  readonly #session: Session
  readonly #ledger: Ledger
  readonly #written: WrittenValues
  readonly #unnamed: UnnamedMembers
  #saving: Promise<void> | null = null
  #saved: Saved | null = null
  #restored = true
  /**
   * The last known content. `read` is null if the content comes from the run's own update. The
   * whole value is null during an update, or after a refused update.
   */
  #last: { readonly read: Attempt | null; readonly atTick: number } | null = null
  #updates = 0
  #faithful: boolean | undefined
  #foreign = false
  /** The kind's name in the ledger of the process that changed the singleton. */
  #adoptedAs: string | null = null
  #noted = false
  /**
   * True if an earlier process did not record its values. Then the run treats all values as its
   * own.
   */
  #unnoted = false
  #changed = false
  /** True if the tenant accepted an update that it had to refuse. */
  #takesAll = false
  /** True if the tenant refused an update. A faulty tenant may store an update that it refused. */
  #refused = false

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.#one = new SingletonAccess(session, kind)
    this.#session = session
    this.#ledger = ledger
    this.#written = new WrittenValues(session.marker)
    this.#unnamed = new UnnamedMembers(this.#one)
  }

  get kind(): Kind {
    return this.#one.kind
  }

  get left(): boolean {
    return !this.#restored
  }

  /** @throws NotRun for the same reasons as `save` */
  async send(asked: Request, options: SendOptions): Promise<Attempt> {
    const { intent, refusal } = asked
    const isRefused = intent === 'invalid' || intent === 'unauthorised' || refusal === 'likely'
    if (asked.effect !== 'none') await this.save(isRefused)
    const request = this.#unnamed.added(asked, this.#saved ?? {})
    this.#noteSent(request)
    this.#noteUpdate()
    const exchange = await this.#session
      .send(request, options)
      .catch((error: unknown) => {
        this.#changed ||= !isUndecided(error)
        throw error
      })
      .finally(() => this.#noteUpdate())
    // Does not read here, because a read would hide a concurrent change by another client.
    if (isAccepted(exchange)) this.#last = { read: null, atTick: tickMs() }
    if (isAccepted(exchange) || creationOutcomeOf(exchange) !== 'nothing') {
      this.#changed = true
      this.#takesAll ||= isRefused
    } else if (exchange.id !== 0) this.#refused = true
    // Sends the request without the unnamed members, because the tenant may refuse members that its
    // own responses show.
    if (!exchange.accepted && request !== asked && intent === 'valid') {
      this.#unnamed.refused()
      return this.send(asked, options)
    }
    // Records the returned values too, because the tenant may store other values than the sent
    // values.
    if (isAccepted(exchange)) this.#note(acceptedBody(exchange), this.#showsAllOf(request, exchange))
    if (isAccepted(exchange) && isRefused) await this.#noteStored(request)
    // Reads immediately, before another client can change the singleton. The read shows whether the
    // tenant stores values unchanged.
    if (isAccepted(exchange) && this.#faithful === undefined && this.#saved?.source === 'read') {
      const stored = this.#one.writable(await this.read())
      this.#faithful = stored !== null && this.#members.every((name) => this.#isKnown(name, stored))
    }
    return exchange
  }

  /** @throws NotRun if neither a fixture nor an operation reads the singleton */
  async read(options: SendOptions = {}): Promise<Attempt> {
    const request = this.#one.reading()
    if (request === null)
      throw new NotRun(
        `the check needs to read the ${this.kind.title}: declare fixtures.${this.kind.fixtures.read} in the profile`,
      )
    const updates = this.#updates
    const read = await this.#session.send(request, options)
    // The read counts as fresh from its response on. On a slow tenant, another read would take just
    // as long.
    if (updates === this.#updates) this.#last = { read, atTick: tickMs() }
    return read
  }

  #noteUpdate(): void {
    this.#updates += 1
    this.#last = null
  }

  /**
   * Saves the content at the first call. Later calls look for changes by other clients.
   * @param isRefused true if the tenant must refuse the change. Such a change overwrites no values
   * @throws NotRun if the content cannot be read and the user declared no defaults, or if other
   * clients change the content
   */
  async save(isRefused = false): Promise<void> {
    if (!this.#session.limits.allows('reversible')) return
    this.#saving ??= this.#save().catch((error: unknown) => {
      this.#saving = null
      throw error
    })
    await this.#saving
    if (!isRefused || this.#takesAll) await this.#look()
    if (this.#foreign)
      throw new NotRun(
        `another client changes the ${this.kind.title}: run this check when no other client changes the ${this.kind.title}`,
      )
  }

  /**
   * Takes over a singleton that an earlier process of the run changed.
   * @param toldAs the kind's name in the ledger of that process
   */
  adopt({ sent, ...saved }: SavedBefore, toldAs: string): void {
    this.#adoptedAs = toldAs
    this.#unnoted = sent === 'unnoted'
    if (sent !== null && sent !== 'unnoted') this.#written.adopt(sent)
    // If the saved content comes from a read, `restore` finds out whether the content changed.
    this.#changed = sent !== null || saved.source === 'read'
    this.#keep(saved)
  }

  /**
   * Restores the saved content, but keeps the values of other clients. If the singleton can be
   * read, only a read proves success.
   * @returns false if the restoration failed
   */
  async restore(): Promise<boolean> {
    if (this.#saved === null || this.#restored) return true
    const { source, original } = this.#saved
    const mayBeChanged = this.#changed || (this.#refused && source === 'read')
    const writing = this.#one.writing
    if (!mayBeChanged || writing === null) return this.#settle()
    const before = source === 'read' ? await this.#stored() : null
    const isBesideKept = source !== 'read' || (await this.#lostBeside()).length === 0
    if (before !== null && isBesideKept && this.#one.same(before, original)) {
      if (this.#adoptedAs !== null) this.#tell(asBefore(this.kind))
      return this.#settle()
    }
    const wanted = before === null ? original : this.#putBack(before, original)
    const foreign = before !== null && this.#members.some((name) => !this.#isKnown(name, before))
    if (before !== null && isBesideKept && this.#one.same(before, wanted)) {
      this.#tell(notPutBack(this.kind))
      return this.#settle()
    }
    const plain = this.#one.restoring(writing, wanted)
    let exchange = await this.#session.send(this.#unnamed.addedAlways(plain, this.#saved), { cleaning: true })
    if (!succeeded(exchange)) exchange = await this.#session.send(plain, { cleaning: true })
    const stored = await this.#stored()
    if (stored === null ? !succeeded(exchange) : !this.#one.same(stored, wanted)) {
      this.#tell(
        `The ${this.kind.title} could not be restored: the update got ${describeResponse(exchange)}.`,
      )
      return false
    }
    const lost = source === 'read' ? await this.#lostBeside() : []
    if (lost.length > 0) {
      this.#tell(besideLost(this.kind, lost))
      return false
    }
    this.#tell(putBack(this.kind, source, foreign, this.#session.config.defaultsAssumedBy))
    return this.#settle()
  }

  /**
   * Returns the members that the contract does not name, if their values differ from the values
   * before the run.
   */
  async #lostBeside(): Promise<readonly string[]> {
    const { beside } = this.#saved ?? {}
    if (beside === undefined) return []
    const read = await this.read({ cleaning: true })
    if (!isAccepted(read)) return []
    return this.#unnamed.lost(read, { beside })
  }

  // Looks for changes by other clients. The run cannot recognise them if the tenant alters the sent
  // values.
  async #look(): Promise<void> {
    if (this.#foreign || this.#faithful !== true) return
    const fresh = this.#last !== null && tickMs() - this.#last.atTick < freshMs ? this.#last : null
    if (fresh !== null && fresh.read === null) return
    const stored = this.#one.writable(fresh?.read ?? (await this.read()))
    if (stored === null) return
    if (this.#members.every((name) => this.#isKnown(name, stored) || this.#written.mayBeMadeOf(stored[name])))
      return
    this.#foreign = true
    this.#tell(leftAlone(this.kind))
  }

  async #save(): Promise<void> {
    const saved = await originalOf(this.#one, this.#session, () => this.read())
    this.#ledger.saved(this.kind.name, saved)
    this.#keep(saved)
  }

  #putBack(stored: JsonObject, original: JsonObject): JsonObject {
    return Object.fromEntries(
      this.#members.flatMap((name): [string, Json][] => {
        const value = (this.#isOfRun(stored[name]) ? original : stored)[name]
        return value === undefined ? [] : [[name, value]]
      }),
    )
  }

  get #members(): readonly string[] {
    return this.#one.membersOf(this.#saved?.original ?? {})
  }

  /** If the tenant alters values, a value that is similar to a sent value also counts. */
  #isOfRun(value: Json | undefined): boolean {
    return (
      this.#unnoted ||
      this.#written.has(value) ||
      this.#written.isSpeltOtherwise(value) ||
      (this.#faithful === false && (typeof value !== 'string' || this.#written.mayBeMadeOf(value)))
    )
  }

  #isKnown(name: string, stored: JsonObject): boolean {
    const was = this.#saved?.original[name] ?? null
    return (
      this.#unnoted ||
      this.#one.same({ [name]: stored[name] ?? null }, { [name]: was }) ||
      this.#written.has(stored[name])
    )
  }

  /** Returns null if no read shows all members that the restoring request needs. */
  async #stored(): Promise<JsonObject | null> {
    const read = await this.read({ cleaning: true }).catch((error: unknown) => {
      if (error instanceof NotRun) return null
      throw error
    })
    return read === null ? null : this.#one.writable(read)
  }

  #noteSent(request: Request): void {
    const raw = request.rawBody === undefined ? null : parseExact(request.rawBody)
    const body = raw?.ok ? raw.value : request.body
    // A replacement removes the members that its body omits, so the run changes them too.
    if (isObject(body)) this.#note(body, this.#one.writing?.act === 'replace')
  }

  /**
   * Records the values that the tenant derived from an invalid update, because the run caused these
   * values.
   */
  async #noteStored({ body }: Request): Promise<void> {
    if (this.#saved?.source !== 'read' || !isObject(body)) return
    const stored = this.#one.writable(await this.read())
    const made = Object.entries(stored ?? {}).filter(([name]) => name in body)
    if (made.length > 0) this.#note(Object.fromEntries(made), false)
  }

  #showsAllOf({ operation }: Request, { response }: Attempt): boolean {
    return this.#session.contract.operations.get(operation)?.act === 'replace' && response?.body !== ''
  }

  /**
   * @param all true if the body also determines the members that it omits, because the tenant
   * removes them
   */
  #note(body: JsonObject, all: boolean): void {
    if (this.#written.size >= writtenMax)
      throw new NotRun(
        `more than ${writtenMax} values were sent to the ${this.kind.title} in this run: use fewer --examples`,
      )
    const names = this.#members.filter((name) => all || name in body)
    const fresh = this.#written.note(names.map((name) => body[name] ?? null))
    if (this.#saved !== null && (fresh.length > 0 || !this.#noted)) {
      this.#ledger.sent(this.kind.name, fresh)
      this.#noted = true
    }
  }

  #keep(saved: Saved): void {
    this.#saved = saved
    this.#restored = false
    this.#session.reserve(reservedResources)
  }

  #settle(): true {
    this.#restored = true
    this.#session.reserve(-reservedResources)
    this.#ledger.restored(this.#adoptedAs ?? this.kind.name)
    return true
  }

  #tell(message: string): void {
    this.#session.emit({ type: 'note', message })
  }
}
