// The phone templates of the tenant: read before the first change, put back after the last.

import type { Exchange } from '../base/exchange.ts'
import { isObject, type JsonObject } from '../base/json.ts'
import { acceptedBody, isAccepted, NotRun } from '../oracle/index.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Request } from './request.ts'
import type { Session } from './session.ts'

const path = '/guardian/factors/phone/templates'

export class Templates {
  readonly #session: Session
  readonly #ledger: Ledger
  #saved: { readonly source: 'read' | 'defaults'; readonly original: JsonObject } | null = null
  #restored = true

  constructor(session: Session, ledger: Ledger) {
    this.#session = session
    this.#ledger = ledger
  }

  /** Reads the stored templates by the profile's fixture. Throws NotRun without one. */
  async read(): Promise<Exchange> {
    const fixture = this.#session.config.profile.fixtures?.readPhoneTemplates
    if (fixture === undefined)
      throw new NotRun('it needs to read the templates: declare fixtures.readPhoneTemplates in the profile')
    return this.#session.send(
      fixtureRequest('readPhoneTemplates', fixture, { unique: this.#session.marker }, 'none'),
    )
  }

  /** Notes what is there before the first change, so that it can be put back: what is read, else the defaults. */
  async save(): Promise<void> {
    if (this.#saved !== null || !this.#session.allows('reversible')) return
    const read = await this.read().catch((error: unknown) => {
      if (error instanceof NotRun) return null
      throw error
    })
    const body =
      read === null || read.response === null || read.response.status !== 200 ? null : acceptedBody(read)
    const readable =
      body !== null &&
      ['enrollment_message', 'verification_message'].every((key) => typeof body[key] === 'string')
    const original = readable
      ? {
          enrollment_message: body.enrollment_message ?? '',
          verification_message: body.verification_message ?? '',
        }
      : { ...this.#session.contract.defaultTemplates }
    // What can't be written to the ledger could not be put back after a kill.
    if (JSON.stringify(this.#session.config.mask.maskDeep(original)) !== JSON.stringify(original))
      throw new NotRun('the stored phone templates hold a secret of this run: put others in their place')
    const source = readable ? 'read' : 'defaults'
    this.#ledger.templates(source, original)
    this.adopt({ source, original })
  }

  /** Takes over templates that have been changed: they are to be put back. */
  adopt(saved: { readonly source: 'read' | 'defaults'; readonly original: JsonObject }): void {
    this.#saved = saved
    this.#restored = false
    this.#session.reserve(1)
  }

  /** Puts the templates back. Returns false where that failed. */
  async restore(): Promise<boolean> {
    if (this.#saved === null || this.#restored) return true
    const request: Request = {
      operation: 'clean-up',
      method: 'PUT',
      path,
      body: this.#saved.original,
      effect: 'reversible',
      intent: 'probe',
    }
    let exchange = await this.#session.send(request, { cleaning: true })
    if (!succeeded(exchange)) exchange = await this.#session.send(request, { cleaning: true })
    if (!succeeded(exchange)) return false
    this.#restored = true
    this.#session.reserve(-1)
    this.#ledger.templatesRestored()
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
}

function succeeded(exchange: Exchange): boolean {
  return isAccepted(exchange) && isObject(acceptedBody(exchange))
}
