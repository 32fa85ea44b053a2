// The driver of the phone templates (parts 2.2, 4.2), and what suites do with them: plain messages, updates, and what came of them.
import {
  acceptedBody,
  type Driver,
  driver,
  type Exchange,
  equal,
  isAccepted,
  type Json,
  type JsonObject,
  orElse,
  type Request,
  type Requests,
  type Tester,
  type TextItem,
  tryTexts,
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

  /** Updates that lack a message, or hold one that is not a text, beside one that could be stored. */
  invalid(): readonly JsonObject[] {
    const messages = this.fresh()
    const { enrollment_message } = messages
    return [{ enrollment_message }, { ...messages, enrollment_message: null }]
  }

  /** Those texts, and the run's marker where there is none, so that another run sees whose they are. */
  holding(texts: Partial<Messages>): Messages {
    const mark = this.#requests.name()
    return { enrollment_message: mark, verification_message: mark, ...texts }
  }

  /** Two plain messages of one length that no other call gives, with the run's marker in them. */
  fresh(): Messages {
    const mark = this.#requests.name()
    return {
      enrollment_message: `${mark}: {{code}} signs you up at {{tenant.friendly_name}}.`,
      verification_message: `${mark}: {{code}} verifies you at {{tenant.friendly_name}}.`,
    }
  }
}

export const phoneTemplates = driver('phone-templates', ({ requests }) => new PhoneTemplates(requests))
export default phoneTemplates

/** What a response says of both messages. */
const messagesIn = (body: JsonObject): Json =>
  Object.fromEntries(members.map((member) => [member, body[member] ?? null]))

export const pointers: readonly string[] = members.map((member) => `/${member}`)

/** How a request differs from a plain valid one. */
type Variation = Partial<Pick<Request, 'intent' | 'mediaType'>>

/** What a check does with the templates; whatever it sends is put back when the run ends. */
export interface Templates {
  /** The messages of the specification. */
  readonly defaults: Messages
  /** Two plain messages of one length that no other call gives, with the run's marker in them. */
  fresh(): Messages
  /** Updates that are invalid in one point. */
  invalid(): readonly JsonObject[]
  update(body: Json, variation?: Variation): Promise<Exchange>
  /** Sets both messages, fresh ones where none are given: a premise. */
  set(messages?: Messages): Promise<{ readonly sent: Messages; readonly control: Exchange }>
  /** Sends both messages, and reads what is stored then where that is asked for. */
  attempt(messages: Messages, reading?: boolean, variation?: Variation): Promise<TemplatesTrial>
  /** The messages that a response shows. */
  shown(exchange: Exchange): Json
  /** Reads the stored messages, once more after a moment where they are not the ones that are waited for: a premise. */
  stored(awaited?: Messages): Promise<Stored>
  /** Sets both messages; each comes back as it was sent. Which texts a tenant takes is not shown: a refusal shows nothing. */
  mustComeBack(messages: Messages): Promise<void>
  /** Sends texts, as many at once as there is room for. @param reading whether each update is followed by a read */
  tried(items: readonly TextItem[], reading?: boolean): Promise<readonly TemplatesTrial[]>
  /** What was taken of them came back as it was sent. */
  mustKeep(trials: readonly TemplatesTrial[]): void
  /** What came back is what a later read shows. */
  mustBeStored(trials: readonly TemplatesTrial[]): void
  /** The body of a response holds these messages. */
  mustHold(body: JsonObject, messages: Json, what: string, seen: Seen): void
}

/** An update with texts, what it was answered, and what a read showed afterwards; null where nothing was read. */
export interface TemplatesTrial {
  readonly sent: Messages
  readonly exchange: Exchange
  readonly later: Stored | null
}

/** What a read showed. */
export interface Stored {
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
  const stored: Templates['stored'] = async (awaited) =>
    tester.readAfterWrite.until(await read(), {
      what: `${resource} as sent`,
      look: read,
      isThere: ({ messages }) => awaited === undefined || equal(messages, awaited),
    })
  const mustComeBack: Templates['mustComeBack'] = async (messages) => {
    mustHoldSent({ sent: messages, exchange: await update(messages), later: null })
  }
  const mustHoldSent = ({ sent, exchange }: TemplatesTrial): void => {
    if (!isAccepted(exchange)) return
    const body = must.assumeAccepted(exchange)
    for (const member of members)
      must.equal(body[member], sent[member], member, { exchange, pointers: [`/${member}`] })
  }
  const attempt = async (sent: Messages, reading = false, variation?: Variation): Promise<TemplatesTrial> => {
    const exchange = await update(sent, variation)
    return { sent, exchange, later: reading && isAccepted(exchange) ? await readIfCan(sent) : null }
  }
  const tried: Templates['tried'] = async (items, reading = false) => {
    const trials = await tryTexts<TemplatesTrial>(items, {
      mark: requests.name(),
      bytesMax: {},
      async send(texts) {
        const sent = known.holding(texts)
        return attempt(sent, reading, { intent: 'probe' })
      },
      fate({ sent, exchange, later }) {
        if (!isAccepted(exchange)) return 'refused'
        const returned = messagesIn(acceptedBody(exchange))
        return equal(returned, sent) && (later === null || equal(later.messages, sent)) ? 'kept' : 'changed'
      },
    })
    return trials.map(({ seen }) => seen)
  }
  // Without a way to read them no later read is held against anything.
  const readIfCan = (sent: Messages): Promise<Stored | null> => stored(sent).catch(orElse(null))
  return {
    defaults: contract.resources.get(resource)?.defaults as Messages,
    fresh,
    invalid: () => known.invalid(),
    update,
    async set(sent = fresh()) {
      const control = await update(sent)
      must.assume(isAccepted(control), 'the tenant did not accept the messages')
      return { sent, control }
    },
    attempt,
    shown: (exchange) => messagesIn(acceptedBody(exchange)),
    stored,
    mustComeBack,
    tried,
    mustKeep(trials) {
      for (const trial of trials) mustHoldSent(trial)
    },
    mustBeStored(trials) {
      for (const { sent, exchange, later } of trials)
        if (isAccepted(exchange) && later !== null && equal(messagesIn(acceptedBody(exchange)), sent))
          must.equal(later.messages, sent, 'what a read returns', {
            exchange: later.exchange,
            steps: [exchange],
            pointers,
          })
    },
    mustHold: (body, messages, what, seen) =>
      must.equal(messagesIn(body), messages, what, { ...seen, pointers }),
  }
}
