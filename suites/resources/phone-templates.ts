// The driver of the phone templates (parts 2.2, 4.2), and what suites do with them: plain messages, updates, and what came of them.
import {
  type Driver,
  driver,
  type Exchange,
  isAccepted,
  type Json,
  type JsonObject,
  type Request,
  type Requests,
  type Tester,
} from '../../src/engine/index.ts'

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

/** How a request differs from a plain valid one. */
type Variation = Partial<Pick<Request, 'intent' | 'mediaType'>>

/** What a check does with the templates; whatever it sends is put back when the run ends. */
export interface Templates {
  /** The messages of the specification. */
  readonly defaults: JsonObject
  /** Two plain messages that no other call gives, with the run's marker in them. */
  fresh(): Messages
  update(body: Json, variation?: Variation): Promise<Exchange>
  /** Sets both messages, fresh ones where none are given: a premise. */
  set(messages?: Messages): Promise<{ readonly sent: Messages; readonly control: Exchange }>
  /** Reads the stored messages: a premise. */
  stored(): Promise<{ readonly exchange: Exchange; readonly messages: Json }>
  /** Sets both messages; each comes back as it was sent. Which texts a tenant takes is not shown: a refusal shows nothing. */
  mustComeBack(messages: Messages): Promise<void>
  /** The body of a response holds these messages. */
  mustHold(body: JsonObject, messages: Json, what: string, seen: Seen): void
}

interface Seen {
  readonly exchange: Exchange
  readonly control: Exchange
}

export const templatesOf = (tester: Tester): Templates => {
  const { contract, must, call, requests, drivers } = tester
  const { resource } = phoneTemplates
  const fresh = (): Messages => drivers.of(phoneTemplates).fresh()
  const update: Templates['update'] = (body, variation = {}) =>
    call({ ...requests.of('phone-templates.update', '', body), ...variation })
  return {
    defaults: contract.resources.get(resource)?.defaults as JsonObject,
    fresh,
    update,
    async set(sent = fresh()) {
      const control = await update(sent)
      must.assume(isAccepted(control), 'the tenant did not accept the messages')
      return { sent, control }
    },
    async stored() {
      const exchange = await tester.singleton(resource).read()
      return { exchange, messages: messagesIn(must.assumeAccepted(exchange)) }
    },
    async mustComeBack(messages) {
      const exchange = await update(messages)
      if (!isAccepted(exchange)) return
      const body = must.assumeAccepted(exchange)
      for (const member of members)
        must.equal(body[member], messages[member], member, { exchange, pointers: [`/${member}`] })
    },
    mustHold: (body, messages, what, seen) =>
      must.equal(messagesIn(body), messages, what, { ...seen, pointers }),
  }
}
