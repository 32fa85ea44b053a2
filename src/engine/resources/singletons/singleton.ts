// Saves the content of a singleton before its first change, and restores the content at the end.
import { tickMs } from '../../../base/clock.ts'
import { isObject } from '../../../base/json.ts'
import { type Attempt, acceptedBody, isAccepted, isUndecided, NotRun } from '../../../oracle/index.ts'
import { creationOutcomeOf } from '../../ledger/creation-outcome.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Saved, SavedBefore } from '../../ledger/ledger-entry.ts'
import type { Request } from '../../requests/request.ts'
import type { SendOptions, Session } from '../../session/session.ts'
import type { Kind } from '../kind.ts'
import { originalOf } from './original-content.ts'
import { restoreContent } from './restoration.ts'
import { asBefore, leftAlone } from './restore-note.ts'
import { SingletonAccess } from './singleton-access.ts'
import { UnnamedMembers } from './unnamed-members.ts'
import { ValueOrigins } from './value-origins.ts'

// Two removals cost as much as the two updates and two reads of a restoration.
const reservedResources = 2

// Milliseconds after which another client may have changed the singleton.
const freshMs = 50

export class Singleton {
  readonly #one: SingletonAccess
  readonly #session: Session
  readonly #ledger: Ledger
  readonly #origins: ValueOrigins
  readonly #unnamed: UnnamedMembers
  #saving: Promise<void> | null = null
  #saved: Saved | null = null
  #restored = true
  /** `read` is null if the run's own update set the content. */
  #last: { readonly read: Attempt | null; readonly atTick: number } | null = null
  #updates = 0
  #foreign = false
  /** The name in the ledger of the earlier process that changed the singleton. */
  #adoptedAs: string | null = null
  #changed = false
  /** True if the tenant accepted an update that it had to refuse. */
  #takesAll = false
  /** True after a refused update. A faulty tenant may store this update. */
  #refused = false

  constructor(session: Session, ledger: Ledger, kind: Kind) {
    this.#one = new SingletonAccess(session, kind)
    this.#session = session
    this.#ledger = ledger
    this.#origins = new ValueOrigins(this.#one, ledger, session.marker)
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
    this.#origins.noteSent(request)
    this.#noteUpdate()
    const exchange = await this.#session
      .send(request, options)
      .catch((error: unknown) => {
        this.#changed ||= !isUndecided(error)
        throw error
      })
      .finally(() => this.#noteUpdate())
    // A read here would hide a concurrent change by another client.
    if (isAccepted(exchange)) this.#last = { read: null, atTick: tickMs() }
    if (isAccepted(exchange) || creationOutcomeOf(exchange) !== 'nothing') {
      this.#changed = true
      this.#takesAll ||= isRefused
    } else if (exchange.id !== 0) this.#refused = true
    // The tenant may refuse members that its own responses contain.
    if (!exchange.accepted && request !== asked && intent === 'valid') {
      this.#unnamed.refused()
      return this.send(asked, options)
    }
    // The tenant may store other values than the request contained.
    if (isAccepted(exchange)) this.#origins.note(acceptedBody(exchange), this.#showsAllOf(request, exchange))
    if (isAccepted(exchange) && isRefused) await this.#noteStored(request)
    // Reads immediately, before another client can change the singleton.
    if (isAccepted(exchange) && this.#origins.isFaithful === undefined && this.#saved?.source === 'read')
      this.#origins.judgeFaithful(this.#one.writable(await this.read()))
    return exchange
  }

  /** @throws NotRun if no request reads the singleton */
  async read(options: SendOptions = {}): Promise<Attempt> {
    const request = this.#one.reading()
    if (request === null)
      throw new NotRun(
        `the check needs to read the ${this.kind.title}: declare fixtures.${this.kind.fixtures.read} in the profile`,
      )
    const updates = this.#updates
    const read = await this.#session.send(request, options)
    // If the age counted from the request, no read of a slow tenant would be fresh.
    if (updates === this.#updates) this.#last = { read, atTick: tickMs() }
    return read
  }

  #noteUpdate(): void {
    this.#updates += 1
    this.#last = null
  }

  /**
   * Saves the content at the first call. Later calls only detect changes by other clients.
   * @param isRefused true if the tenant must refuse the change
   * @throws NotRun if there is no content to restore, or if other clients change the content
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

  /** @param toldAs the name of the singleton in the earlier ledger */
  adopt({ sent, ...saved }: SavedBefore, toldAs: string): void {
    this.#adoptedAs = toldAs
    this.#origins.adopt(sent)
    // If the content comes from a read, `restore` finds out whether the singleton changed.
    this.#changed = sent !== null || saved.source === 'read'
    this.#keep(saved)
  }

  /** @returns false if the restoration failed */
  async restore(): Promise<boolean> {
    if (this.#saved === null || this.#restored) return true
    const { source } = this.#saved
    const mayBeChanged = this.#changed || (this.#refused && source === 'read')
    const { writing } = this.#one
    if (!mayBeChanged || writing === null) return this.#settle()
    const { isDone, note } = await restoreContent(
      {
        ...{ session: this.#session, one: this.#one, unnamed: this.#unnamed, origins: this.#origins },
        read: () => this.read({ cleaning: true }),
      },
      writing,
      this.#saved,
    )
    if (note !== null) this.#tell(note)
    else if (this.#adoptedAs !== null) this.#tell(asBefore(this.kind))
    return isDone && this.#settle()
  }

  // Detects changes by other clients, unless the tenant alters sent values.
  async #look(): Promise<void> {
    if (this.#foreign || this.#origins.isFaithful !== true) return
    const fresh = this.#last !== null && tickMs() - this.#last.atTick < freshMs ? this.#last : null
    if (fresh !== null && fresh.read === null) return
    const stored = this.#one.writable(fresh?.read ?? (await this.read()))
    if (stored === null || this.#origins.mayBeKnown(stored)) return
    this.#foreign = true
    this.#tell(leftAlone(this.kind))
  }

  async #save(): Promise<void> {
    const saved = await originalOf(this.#one, this.#session, () => this.read())
    this.#ledger.saved(this.kind.name, saved)
    this.#keep(saved)
  }

  async #noteStored({ body }: Request): Promise<void> {
    if (this.#saved?.source !== 'read' || !isObject(body)) return
    const stored = this.#one.writable(await this.read())
    const made = Object.entries(stored ?? {}).filter(([name]) => name in body)
    if (made.length > 0) this.#origins.note(Object.fromEntries(made), false)
  }

  #showsAllOf({ operation }: Request, { response }: Attempt): boolean {
    return this.#session.contract.operations.get(operation)?.act === 'replace' && response?.body !== ''
  }

  #keep(saved: Saved): void {
    this.#saved = saved
    this.#origins.saved(saved.original)
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
