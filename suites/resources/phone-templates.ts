// The driver of the phone templates (parts 2.2, 4.2), and what suites do with them: plain messages, updates, and what came of them.
import {
  type Driver,
  driver,
  type Exchange,
  equal,
  isAccepted,
  type Json,
  type JsonObject,
  type Request,
  type Requests,
  sleep,
  type Tester,
} from '../../src/suite.ts'

export const members = ['enrollment_message', 'verification_message'] as const

export type Messages = Readonly<Record<(typeof members)[number], string>>

export class PhoneTemplates implements Driver {
  readonly #requests: Requests

  constructor(requests: Requests) {
    this.#requests = requests
  }

  body(_: unknown, overrides: JsonObject = {}): JsonObject {
    return { ...this.fresh(), ...overrides }
  }

  /** Updates that lack a message, or hold one that is no text, beside one that could be stored. */
  invalid(): readonly JsonObject[] {
    const messages = this.fresh()
    const { enrollment_message, verification_message } = messages
    return [
      { enrollment_message },
      { verification_message },
      { ...messages, verification_message: 7 },
      { ...messages, enrollment_message: null },
    ]
  }

  /** The text alone and behind the run's marker, so that another run sees whose they are. */
  holding(text: string): Messages {
    const mark = this.#requests.name()
    // An empty text gets no prefix, whose space would stand at its end.
    return { enrollment_message: text, verification_message: text === '' ? mark : `${mark} ${text}` }
  }

  /** Two plain messages that no other call gives, with the run's marker in them. */
  fresh(): Messages {
    const mark = this.#requests.name()
    return {
      enrollment_message: `${mark}: {{code}} enrolls you with {{tenant.friendly_name}}.`,
      verification_message: `${mark}: {{code}} verifies you with {{tenant.friendly_name}}.`,
    }
  }
}

export const phoneTemplates = driver('phone-templates', ({ requests }) => new PhoneTemplates(requests))
export default phoneTemplates

/** What a response says of both messages. */
const messagesIn = (body: JsonObject): Json =>
  Object.fromEntries(members.map((member) => [member, body[member] ?? null]))

export const pointers: readonly string[] = members.map((member) => `/${member}`)

// How soon a read shows an update is not shown: another node may answer it.
const readLagMs = 1_000

/** How a request differs from a plain valid one. */
type Variation = Partial<Pick<Request, 'intent' | 'mediaType'>>

/** What a check does with the templates; whatever it sends is put back when the run ends. */
export interface Templates {
  /** The messages of the specification. */
  readonly defaults: JsonObject
  /** Two plain messages that no other call gives, with the run's marker in them. */
  fresh(): Messages
  /** Updates that are invalid in one point. */
  invalid(): readonly JsonObject[]
  update(body: Json, variation?: Variation): Promise<Exchange>
  /** Sets both messages, fresh ones where none are given: a premise. */
  set(messages?: Messages): Promise<{ readonly sent: Messages; readonly control: Exchange }>
  /** Reads the stored messages, once more after a moment where they are not the ones that are waited for: a premise. */
  stored(awaited?: Messages): Promise<Stored>
  /** Sets both messages; each comes back as it was sent. Which texts a tenant takes is not shown: a refusal shows nothing. */
  mustComeBack(messages: Messages): Promise<void>
  /** The same for a text, in each message. */
  mustKeep(text: string): Promise<void>
  /** The body of a response holds these messages. */
  mustHold(body: JsonObject, messages: Json, what: string, seen: Seen): void
}

interface Stored {
  readonly exchange: Exchange
  readonly messages: Json
}

interface Seen {
  readonly exchange: Exchange
  readonly control: Exchange
}

export const templatesOf = (tester: Tester): Templates => {
  const { contract, must, call, requests, drivers } = tester
  const { resource } = phoneTemplates
  const known = drivers.of(phoneTemplates)
  const fresh = (): Messages => known.fresh()
  const update: Templates['update'] = (body, variation = {}) =>
    call({ ...requests.of('phone-templates.update', '', body), ...variation })
  const read = async (): Promise<Stored> => {
    const exchange = await tester.singleton(resource).read()
    return { exchange, messages: messagesIn(must.assumeAccepted(exchange)) }
  }
  const stored: Templates['stored'] = async (awaited) => {
    const first = await read()
    if (awaited === undefined || equal(first.messages, awaited)) return first
    await sleep(readLagMs)
    return read()
  }
  const mustComeBack: Templates['mustComeBack'] = async (messages) => {
    const exchange = await update(messages)
    if (!isAccepted(exchange)) return
    const body = must.assumeAccepted(exchange)
    for (const member of members)
      must.equal(body[member], messages[member], member, { exchange, pointers: [`/${member}`] })
  }
  return {
    defaults: contract.resources.get(resource)?.defaults as JsonObject,
    fresh,
    invalid: () => known.invalid(),
    update,
    async set(sent = fresh()) {
      const control = await update(sent)
      must.assume(isAccepted(control), 'the tenant did not accept the messages')
      return { sent, control }
    },
    stored,
    mustComeBack,
    mustKeep: (text) => mustComeBack(known.holding(text)),
    mustHold: (body, messages, what, seen) =>
      must.equal(messagesIn(body), messages, what, { ...seen, pointers }),
  }
}
