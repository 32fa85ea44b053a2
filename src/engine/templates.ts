// The phone templates of the tenant: read before the first change, put back after the last, and only over what the run put there.
import { createHash } from 'node:crypto'
import { tickMs } from '../base/clock.ts'
import { bodyOf, describeResponse, type Exchange } from '../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject, parse } from '../base/json.ts'
import { acceptedBody, isAccepted, NotRun } from '../oracle/index.ts'
import { certaintyOf } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Request } from './request.ts'
import type { SendOptions, Session } from './session.ts'

const path = '/guardian/factors/phone/templates'
const members = ['enrollment_message', 'verification_message'] as const

// Clean-up sends two updates and two reads at most: a resource that is removed takes half of that.
const reservedResources = 2

// Messages that the run has sent, of which one may be what stands there: more than a run sends.
const sentMax = 20_000

// So often is looked whether somebody else changes them.
const lookedEveryMs = 200

const changedMeanwhile =
  'The phone templates hold what neither was there before the run nor came from it: somebody has changed them meanwhile.'

// What marks a run, this one or another.
const markers = /tc-[\da-f]{8}/

/** What is to be put back, and where it is known from. */
interface Saved {
  readonly source: 'read' | 'defaults'
  readonly original: JsonObject
}

export class Templates {
  readonly #session: Session
  readonly #ledger: Ledger
  #saving: Promise<void> | null = null
  #saved: Saved | null = null
  #lookedAtTick = 0
  #restored = true
  /** Whether another process of the run may have changed them, of whose messages only the marker is known. */
  #adopted = false
  /** Whether an update was accepted, or may have been. */
  #written = false
  /** Whether an update was refused: where its messages are stored all the same, its refusal was none. */
  #refused = false
  /** Messages that the run has sent. */
  readonly #sent = new Set<string>()
  /** Of messages that the process has sent from which these were taken over. */
  #digests: ReadonlySet<string> = new Set()

  constructor(session: Session, ledger: Ledger) {
    this.#session = session
    this.#ledger = ledger
  }

  /**
   * Sends an update of the templates, whatever it is meant to do, and notes what it may have put there.
   * @throws NotRun as `save`
   */
  async send(request: Request, options: SendOptions): Promise<Exchange> {
    if (request.effect !== 'none') await this.save()
    this.#noteSent(request)
    const exchange = await this.#session.send(request, options)
    // A tenant may store a text otherwise than it was sent, and say so: that is the run's as well.
    if (isAccepted(exchange)) this.#note(acceptedBody(exchange))
    if (isAccepted(exchange) || certaintyOf(exchange) !== 'nothing') this.#written = true
    else if (exchange.id !== 0) this.#refused = true
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

  /**
   * Notes what is there before the first change, so that it can be put back.
   * @throws NotRun where it can't be read, unless the operator says that the defaults stand there
   */
  async save(): Promise<void> {
    if (!this.#session.allows('reversible')) return
    if (this.#saved !== null) return this.#look()
    this.#saving ??= this.#save()
    return this.#saving
  }

  /** Looks whether somebody has changed them meanwhile: then it is that which is to be put back. */
  async #look(): Promise<void> {
    if (this.#saved?.source !== 'read' || tickMs() - this.#lookedAtTick < lookedEveryMs) return
    const read = await this.read()
    this.#lookedAtTick = tickMs()
    const stored = shownBy(read)
    if (stored === null || this.#isOfRun(stored) || this.#mayBeOfRun(stored)) return
    this.#session.emit({ type: 'note', message: changedMeanwhile })
    this.#saved = { source: 'read', original: stored }
    this.#ledger.templates('read', stored)
  }

  async #save(): Promise<void> {
    const { config, contract } = this.#session
    const { readPhoneTemplates } = config.profile.fixtures ?? {}
    let saved: Saved
    if (readPhoneTemplates === undefined) {
      if (!config.assumeDefaultTemplates)
        throw new NotRun(
          'it changes the phone templates, which could not be put back as they can not be read: declare fixtures.readPhoneTemplates in the profile, or say with --assume-default-templates that those of the specification stand there',
        )
      saved = { source: 'defaults', original: { ...contract.defaultTemplates } }
    } else {
      const read = await this.read()
      const original = shownBy(read)
      if (original === null)
        throw new NotRun(
          `it changes the phone templates, which could not be put back: the fixture readPhoneTemplates does not show both (${describeResponse(read)})`,
        )
      saved = { source: 'read', original }
    }
    const { original } = saved
    const foreign = markers.exec(JSON.stringify(original))
    if (foreign !== null)
      throw new NotRun(
        `the phone templates hold a text of another run (${foreign[0]}): wait until it ends, or sweep what it left, and put the tenant's own texts in their place`,
      )
    // What can't be written to the ledger could not be put back after a kill.
    if (JSON.stringify(config.mask.maskDeep(original)) !== JSON.stringify(original))
      throw new NotRun('the stored phone templates hold a secret of this run: put others in their place')
    this.#ledger.templates(saved.source, original)
    this.#keep(saved)
  }

  /** Takes over templates that another process may have changed: they are to be put back. */
  adopt({ digests, ...saved }: Saved & { readonly digests: ReadonlySet<string> }): void {
    this.#adopted = true
    this.#digests = digests
    this.#written = true
    this.#keep(saved)
  }

  /**
   * Puts the templates back where they hold what the run put there. What counts is what is stored: an answer may be lost,
   * or not say what was done; and what somebody else has put there since is not the run's to overwrite.
   * @returns false where they are not as they were
   */
  async restore(): Promise<boolean> {
    if (this.#saved === null || this.#restored) return true
    const { source, original } = this.#saved
    const mayBeChanged = this.#written || (this.#refused && source === 'read')
    if (!mayBeChanged) return this.#settle()
    const before = source === 'read' ? await this.#stored() : null
    if (before !== null && equal(before, original)) {
      if (this.#adopted)
        this.#session.emit({ type: 'note', message: 'The phone templates are as they were before the run.' })
      return this.#settle()
    }
    if (before !== null && !this.#isOfRun(before)) {
      this.#session.emit({
        type: 'note',
        message: `${changedMeanwhile} They were not put back.`,
      })
      return this.#settle()
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
    const stored = await this.#stored()
    if (stored === null ? !succeeded(exchange) : !equal(stored, original)) {
      this.#session.emit({
        type: 'note',
        message: `The phone templates could not be put back: the update was answered with ${describeResponse(exchange)}.`,
      })
      return false
    }
    this.#session.emit({
      type: 'note',
      message:
        source === 'read'
          ? 'The phone templates were put back to what was read before the run.'
          : "The phone templates were set to the specification's defaults, as --assume-default-templates says that these stood there.",
    })
    return this.#settle()
  }

  /** Whether a change of the templates has not been put back. */
  get left(): boolean {
    return !this.#restored
  }

  /** Whether what is stored came from the run: each message was sent by it, bears its marker, or was there before. */
  #isOfRun(stored: JsonObject): boolean {
    const texts = members.map((name) => stored[name])
    const original = members.map((name) => this.#saved?.original[name])
    const ours = (text: Json | undefined, index: number): boolean =>
      text === original[index] ||
      (typeof text === 'string' && (this.#sent.has(text) || text.includes(this.#session.marker)))
    if (!this.#adopted) return texts.every(ours)
    // Of what a killed run has sent one marked text is enough: a tenant may have stored the other one otherwise.
    return (
      texts.some((text) => typeof text === 'string' && text.includes(this.#session.marker)) ||
      texts.every((text, index) => ours(text, index) || this.#digests.has(digestOf(String(text))))
    )
  }

  /** Whether a message is part of one that the run has sent: a tenant may store less than it was sent. */
  #mayBeOfRun(stored: JsonObject): boolean {
    const sent = [...this.#sent].map(essenceOf)
    return members.some((name) => sent.some((text) => text.includes(essenceOf(String(stored[name])))))
  }

  /** What the profile's fixture reads; null where it has none, or the answer does not show both messages. */
  async #stored(): Promise<JsonObject | null> {
    const read = await this.read({ cleaning: true }).catch((error: unknown) => {
      if (error instanceof NotRun) return null
      throw error
    })
    return read === null ? null : shownBy(read)
  }

  #noteSent(request: Request): void {
    const raw = request.rawBody === undefined ? null : parse(request.rawBody)
    const body = raw?.ok ? raw.value : request.body
    if (!isObject(body)) return
    this.#writeDown(body)
    this.#note(body)
  }

  #note(body: JsonObject): void {
    if (this.#sent.size >= sentMax) return
    for (const message of members.map((name) => body[name]))
      if (typeof message === 'string') this.#sent.add(message)
  }

  /** @throws NotRun where the ledger takes no more: what a sweep could not tell to be the run's is not sent */
  #writeDown(body: JsonObject): void {
    if (this.#saved === null) return
    const known = Object.values(this.#saved.original)
    for (const message of new Set(members.map((name) => body[name])))
      if (
        typeof message === 'string' &&
        !message.includes(this.#session.marker) &&
        !known.includes(message) &&
        !this.#sent.has(message)
      )
        this.#ledger.templatesSent(digestOf(message))
  }

  #keep(saved: Saved): void {
    this.#saved = saved
    this.#restored = false
    this.#session.reserve(reservedResources)
  }

  #settle(): true {
    this.#restored = true
    this.#session.reserve(-reservedResources)
    this.#ledger.templatesRestored()
    return true
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

// What careless storage leaves of a text.
function essenceOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Both messages as a read shows them; null where it does not. */
function shownBy(read: Exchange): JsonObject | null {
  const body = read.response?.status === 200 ? bodyOf(read) : null
  if (!body?.ok || !isObject(body.value)) return null
  const { enrollment_message, verification_message } = body.value
  return typeof enrollment_message === 'string' && typeof verification_message === 'string'
    ? { enrollment_message, verification_message }
    : null
}

// Without a body, or with one that is no page for people.
function succeeded(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return isAccepted(exchange) && (exchange.response?.body === '' || (body.ok && isObject(body.value)))
}
