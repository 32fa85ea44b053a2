// The phone templates of the tenant: read before the first change, put back after the last.

import { bodyOf, type Exchange } from '../base/exchange.ts'
import { equal, isObject, type JsonObject } from '../base/json.ts'
import { isAccepted, NotRun } from '../oracle/index.ts'
import { certaintyOf } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Request } from './request.ts'
import type { SendOptions, Session } from './session.ts'

const path = '/guardian/factors/phone/templates'
const members = ['enrollment_message', 'verification_message'] as const

// Clean-up sends two updates and two reads at most: a resource that is removed takes half of that.
const reservedResources = 2

/** What is to be put back, and where it is known from. */
interface Saved {
  readonly source: 'read' | 'defaults'
  readonly original: JsonObject
}

export class Templates {
  readonly #session: Session
  readonly #ledger: Ledger
  #saved: Saved | null = null
  #restored = true
  /** Whether the run has changed the templates, as far as the answers to its updates tell. */
  #changed: 'no' | 'perhaps' | 'yes' = 'no'
  /** Messages of updates that were refused: where one of them is stored, its refusal was none. */
  readonly #refused = new Set<string>()

  constructor(session: Session, ledger: Ledger) {
    this.#session = session
    this.#ledger = ledger
  }

  /** Sends an update of the templates, whatever it is meant to do, and notes whether it may have changed them. */
  async send(request: Request, options: SendOptions): Promise<Exchange> {
    const exchange = await this.#session.send(request, options)
    if (isAccepted(exchange)) this.#changed = 'yes'
    else if (certaintyOf(exchange) === 'nothing') this.#noteRefused(request)
    else if (this.#changed === 'no') this.#changed = 'perhaps'
    return exchange
  }

  /** Reads the stored templates by the profile's fixture. Throws NotRun without one. */
  async read(options: SendOptions = {}): Promise<Exchange> {
    const fixture = this.#session.config.profile.fixtures?.readPhoneTemplates
    if (fixture === undefined)
      throw new NotRun('it needs to read the templates: declare fixtures.readPhoneTemplates in the profile')
    return this.#session.send(
      fixtureRequest('readPhoneTemplates', fixture, { unique: this.#session.marker }, 'none'),
      options,
    )
  }

  /** Notes what is there before the first change, so that it can be put back: what is read, else the defaults. */
  async save(): Promise<void> {
    if (this.#saved !== null || !this.#session.allows('reversible')) return
    const read = await this.#stored()
    const original = read ?? { ...this.#session.contract.defaultTemplates }
    // What can't be written to the ledger could not be put back after a kill.
    if (JSON.stringify(this.#session.config.mask.maskDeep(original)) !== JSON.stringify(original))
      throw new NotRun('the stored phone templates hold a secret of this run: put others in their place')
    const source = read === null ? 'defaults' : 'read'
    this.#ledger.templates(source, original)
    this.#keep({ source, original })
  }

  /** Takes over templates that another process may have changed: they are to be put back. */
  adopt(saved: Saved): void {
    this.#changed = 'perhaps'
    this.#keep(saved)
  }

  /**
   * Puts the templates back where the run changed them. What counts is what is stored: an answer may be lost, or not
   * say what was done.
   * @returns false where they are not as they were
   */
  async restore(): Promise<boolean> {
    if (this.#saved === null || this.#restored) return true
    const { original } = this.#saved
    if (this.#changed !== 'yes' && (await this.#untouched(this.#saved))) {
      this.#settle()
      return true
    }
    const request: Request = {
      operation: 'clean-up',
      method: 'PUT',
      path,
      body: original,
      effect: 'reversible',
      intent: 'probe',
    }
    let exchange = await this.#session.send(request, { cleaning: true })
    if (!succeeded(exchange)) exchange = await this.#session.send(request, { cleaning: true })
    const stored = await this.#stored({ cleaning: true })
    if (stored === null ? !succeeded(exchange) : !equal(stored, original)) return false
    this.#settle()
    this.#session.emit({
      type: 'note',
      message:
        this.#saved.source === 'read'
          ? 'The phone templates were put back to what was read before the run.'
          : "The phone templates were set to the specification's defaults, as the profile has no fixture to read them.",
    })
    return true
  }

  /** Whether a change of the templates has not been put back. */
  get left(): boolean {
    return !this.#restored
  }

  /** Whether there is nothing to put back, although no update was accepted for certain. */
  async #untouched({ source, original }: Saved): Promise<boolean> {
    const stored = source === 'read' ? await this.#stored({ cleaning: true }) : null
    if (stored === null) return this.#changed === 'no'
    if (equal(stored, original)) return true
    // What is there now and did not come from the run is somebody else's.
    return this.#changed === 'no' && !members.some((name) => this.#refused.has(String(stored[name])))
  }

  /** What the profile's fixture reads; null where it has none, or the answer does not show both messages. */
  async #stored(options: SendOptions = {}): Promise<JsonObject | null> {
    const read = await this.read(options).catch((error: unknown) => {
      if (error instanceof NotRun) return null
      throw error
    })
    const body = read?.response?.status === 200 ? bodyOf(read) : null
    if (!body?.ok || !isObject(body.value)) return null
    const { enrollment_message, verification_message } = body.value
    return typeof enrollment_message === 'string' && typeof verification_message === 'string'
      ? { enrollment_message, verification_message }
      : null
  }

  #noteRefused({ body }: Request): void {
    if (!isObject(body)) return
    for (const message of members.map((name) => body[name]))
      if (typeof message === 'string' && message !== '') this.#refused.add(message)
  }

  #keep(saved: Saved): void {
    this.#saved = saved
    this.#restored = false
    this.#session.reserve(reservedResources)
  }

  #settle(): void {
    this.#restored = true
    this.#session.reserve(-reservedResources)
    this.#ledger.templatesRestored()
  }
}

// Without a body, or with one that is no page for people.
function succeeded(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return isAccepted(exchange) && (exchange.response?.body === '' || (body.ok && isObject(body.value)))
}
