// The phone templates of the tenant: read before the first change, put back after the last, and only over what the run put there.
import { tickMs } from '../base/clock.ts'
import { bodyOf, describeResponse, type Exchange } from '../base/exchange.ts'
import { equal, isObject, type Json, type JsonObject, parse } from '../base/json.ts'
import { LatestMap } from '../base/latest-map.ts'
import type { Contract } from '../contract/index.ts'
import { type Attempt, acceptedBody, isAccepted, NotRun } from '../oracle/index.ts'
import { certaintyOf, isUnsent } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import { digestOf } from './ledger-entry.ts'
import type { Request } from './request.ts'
import type { SendOptions, Session } from './session.ts'

const path = '/guardian/factors/phone/templates'
const members = ['enrollment_message', 'verification_message'] as const

// Clean-up sends two updates and two reads at most: a resource that is removed takes half of that.
const reservedResources = 2

// Messages that the run has sent, of which one may be what stands there. What could not be told from somebody's is not sent.
const sentMax = 50_000

// What was read so long ago may have been changed by somebody since.
const freshMs = 50
// Messages of which one may be what a tenant made its own text of.
const recentMax = 50
// A shorter text may be in another one by chance.
const tellingCharactersMin = 8

const changedMeanwhile =
  'The phone templates were changed by somebody else while the run lasted: they hold what neither was there before nor came from it'

// What marks a run, this one or another.
const markers = /tc-[\da-f]{8}/

/** What is to be put back, and where it is known from. */
interface Saved {
  readonly source: 'read' | 'defaults'
  readonly original: JsonObject
}

/** Of which resource they are. */
export const templatesResource = 'phone-templates'

export class Templates {
  readonly resource = templatesResource
  readonly #session: Session
  readonly #ledger: Ledger
  #saving: Promise<void> | null = null
  #saved: Saved | null = null
  #restored = true
  /** When they were read last, with no update since; null where there was one. */
  #readAtTick: number | null = null
  /** Whether a read shows what the run's first update put there; undefined before it. */
  #faithful: boolean | undefined
  /** Whether somebody else was seen to change them: from then on the run lets them be. */
  #foreign = false
  /** Whether another process of the run saved them. */
  #adopted = false
  /** Whether the ledger tells that messages were sent. */
  #noted = false
  /** Whether an update was accepted, or may have been. */
  #written = false
  /** Whether an update was refused: where its messages are stored all the same, its refusal was none. */
  #refused = false
  /** Digests of the messages without the marker that the run has sent, those of a killed process of it included. */
  readonly #sent = new Set<string>()
  /** The last messages sent. */
  readonly #recent = new LatestMap<string, readonly string[]>(recentMax)

  constructor(session: Session, ledger: Ledger) {
    this.#session = session
    this.#ledger = ledger
  }

  /**
   * Sends an update of the templates, whatever it is meant to do, and notes what it may have put there.
   * @throws NotRun as `save`
   */
  async send(request: Request, options: SendOptions): Promise<Attempt> {
    if (request.effect !== 'none') await this.save()
    this.#noteSent(request)
    this.#readAtTick = null
    const exchange = await this.#session.send(request, options).catch((error: unknown) => {
      // After a fault of our own nobody knows what became of it.
      this.#written ||= !isUnsent(error)
      throw error
    })
    if (isAccepted(exchange) || certaintyOf(exchange) !== 'nothing') this.#written = true
    else if (exchange.id !== 0) this.#refused = true
    // A tenant may store a text otherwise than it was sent, and say so: that is the run's as well.
    if (isAccepted(exchange)) this.#note(acceptedBody(exchange))
    // At once, before anybody else can have done anything: what the tenant itself makes of an update.
    if (isAccepted(exchange) && this.#faithful === undefined && this.#saved?.source === 'read') {
      const stored = shownBy(await this.read())
      this.#faithful = stored !== null && this.#isOfRun(stored)
    }
    return exchange
  }

  /** Reads the stored templates by the profile's fixture. Throws NotRun without one. */
  async read(options: SendOptions = {}): Promise<Exchange> {
    const fixture = this.#session.config.profile.fixtures?.readPhoneTemplates
    if (fixture === undefined)
      throw new NotRun('it needs to read the templates: declare fixtures.readPhoneTemplates in the profile')
    const request = fixtureRequest('readPhoneTemplates', fixture, { unique: this.#session.marker }, 'none')
    const read = await this.#session.send(request, options)
    this.#readAtTick = tickMs()
    return read
  }

  /**
   * Notes what is there before the first change, so that it can be put back, and looks before each other one whether
   * somebody else changes them.
   * @throws NotRun where they can't be read, unless the operator says that the defaults stand there, or somebody else does
   */
  async save(): Promise<void> {
    if (!this.#session.allows('reversible')) return
    // What one request did not bring the next one may.
    this.#saving ??= this.#save().catch((error: unknown) => {
      this.#saving = null
      throw error
    })
    await this.#saving
    await this.#look()
    if (this.#foreign) throw new NotRun('somebody else changes the phone templates: run it when nobody does')
  }

  // A tenant that stores something else than was sent tells nothing of somebody else.
  async #look(): Promise<void> {
    if (this.#foreign || this.#faithful !== true) return
    if (this.#readAtTick !== null && tickMs() - this.#readAtTick < freshMs) return
    const stored = shownBy(await this.read())
    if (stored === null) return
    if (members.every((name) => this.#isKnown(stored[name], name) || this.#resemblesSent(stored[name])))
      return
    this.#foreign = true
    this.#session.emit({ type: 'note', message: `${changedMeanwhile}. The run lets them be.` })
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
      saved = { source: 'defaults', original: defaultsOf(contract) }
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

  /**
   * Takes over templates that another process may have changed: they are to be put back.
   * @param sent digests of the messages without the marker that it may have put there; null where it has sent none
   */
  adopt(saved: Saved, sent: readonly string[] | null): void {
    this.#adopted = true
    for (const digest of sent ?? []) this.#sent.add(digest)
    // What was read tells by itself whether anything was written since.
    this.#written = sent !== null || saved.source === 'read'
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
    // A message that somebody else has put there stays beside the other one.
    const wanted = before === null ? original : this.#putBack(before, original)
    const foreign = before !== null && members.some((name) => !this.#isKnown(before[name], name))
    if (before !== null && equal(before, wanted)) {
      this.#session.emit({ type: 'note', message: `${changedMeanwhile}. They were not put back.` })
      return this.#settle()
    }
    const request: Request = {
      operation: 'clean-up',
      method: 'PUT',
      path,
      body: wanted,
      effect: 'reversible',
      intent: 'probe',
    }
    let exchange = await this.#session.send(request, { cleaning: true })
    if (!succeeded(exchange)) exchange = await this.#session.send(request, { cleaning: true })
    const stored = await this.#stored()
    if (stored === null ? !succeeded(exchange) : !equal(stored, wanted)) {
      this.#session.emit({
        type: 'note',
        message: `The phone templates could not be put back: the update was answered with ${describeResponse(exchange)}.`,
      })
      return false
    }
    this.#session.emit({ type: 'note', message: putBackNote(source, foreign) })
    return this.#settle()
  }

  #putBack(stored: JsonObject, original: JsonObject): JsonObject {
    const wanted: Record<string, Json> = {}
    for (const name of members) {
      const text = stored[name]
      // Where a tenant stores something else than was sent, what resembles it is what the tenant made of it.
      const ours =
        this.#isSent(text) ||
        this.#isMadeOfSent(text) ||
        (this.#faithful === false && this.#resemblesSent(text))
      wanted[name] = (ours ? original : stored)[name] ?? null
    }
    return wanted
  }

  /** Whether a change of the templates has not been put back. */
  get left(): boolean {
    return !this.#restored
  }

  /** Whether what is stored came from the run, or was there before. */
  #isOfRun(stored: JsonObject): boolean {
    return members.every((name) => this.#isKnown(stored[name], name))
  }

  #isKnown(text: Json | undefined, name: (typeof members)[number]): boolean {
    return text === this.#saved?.original[name] || this.#isSent(text)
  }

  /** Whether the run has sent that message, or it bears its marker. */
  #isSent(text: Json | undefined): boolean {
    return typeof text === 'string' && (this.#sent.has(digestOf(text)) || text.includes(this.#session.marker))
  }

  /** Whether a message is one that the run has sent but for how it is written. */
  #isMadeOfSent(text: Json | undefined): boolean {
    return this.#someSent(text, (stored, sent) => stored.length >= tellingCharactersMin && stored === sent)
  }

  /** Whether a message may be what the tenant has made of one that the run has sent. */
  #resemblesSent(text: Json | undefined): boolean {
    return this.#someSent(
      text,
      (stored, sent) =>
        sent.includes(stored) || (sent.length >= tellingCharactersMin && stored.includes(sent)),
    )
  }

  #someSent(text: Json | undefined, matches: (stored: string, sent: string) => boolean): boolean {
    const stored = essencesOf(String(text))
    return [...this.#recent.values()].some((sent) =>
      sent.some((one, index) => matches(stored[index] ?? '', one)),
    )
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
    if (isObject(body)) this.#note(body)
  }

  #note(body: JsonObject): void {
    if (this.#sent.size >= sentMax)
      throw new NotRun(`more than ${sentMax} messages were sent in this run: ask for fewer --examples`)
    const messages = members.map((name) => body[name]).filter((message) => typeof message === 'string')
    for (const message of messages) this.#recent.set(digestOf(message), essencesOf(message))
    const fresh = messages.filter((message) => !this.#isSent(message)).map(digestOf)
    if (this.#saved !== null && (fresh.length > 0 || !this.#noted)) {
      this.#ledger.templatesSent(fresh)
      this.#noted = true
    }
    for (const digest of fresh) this.#sent.add(digest)
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

function putBackNote(source: Saved['source'], foreign: boolean): string {
  if (foreign) return `${changedMeanwhile}. What came from the run was put back, the rest left as it is.`
  return source === 'read'
    ? 'The phone templates were put back to what was read before the run.'
    : "The phone templates were set to the specification's defaults, as --assume-default-templates says that these stood there."
}

// What careless storage leaves of a text, as it stands and without what may be escapes.
function essencesOf(text: string): readonly string[] {
  const unescaped = text.replace(/&#?\w{1,8};|%[\da-f]{2}|\\u[\da-f]{4}/gi, '')
  return [text, unescaped].map((one) =>
    one
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
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

function defaultsOf({ resources }: Contract): JsonObject {
  const defaults = resources.get('phone-templates')?.defaults
  return isObject(defaults) ? defaults : {}
}
