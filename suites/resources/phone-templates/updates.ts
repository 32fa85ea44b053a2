// Updates and reads the phone templates (part 4.2).
import {
  acceptedBody,
  type Exchange,
  equal,
  isAccepted,
  type Json,
  type JsonObject,
  orElse,
  type Request,
  type TestContext,
  type TextItem,
  tryTexts,
} from '../../../src/suite.ts'
import { type Messages, members, phoneTemplates, pointers } from '../phone-templates.ts'

const messagesIn = (body: JsonObject): Json =>
  Object.fromEntries(members.map((member) => [member, body[member] ?? null]))

type Variation = Partial<Pick<Request, 'intent' | 'mediaType'>>

/** The run restores the original templates at its end. */
export interface Templates {
  readonly defaults: Messages
  newMessages(): Messages
  invalid(): readonly JsonObject[]
  update(body: Json, variation?: Variation): Promise<Exchange>
  /** @throws Inconclusive if the tenant rejects the messages */
  set(messages?: Messages): Promise<{ readonly sent: Messages; readonly control: Exchange }>
  send(messages: Messages, reading?: boolean, variation?: Variation): Promise<TemplatesUpdate>
  returned(exchange: Exchange): Json
  /** Repeats the read until the response contains one of the `awaited` pairs of messages. */
  read(...awaited: readonly Messages[]): Promise<StoredMessages>
  mustReturnIfAccepted(messages: Messages): Promise<void>
  sendTexts(items: readonly TextItem[], reading?: boolean): Promise<readonly TemplatesUpdate[]>
  mustReturnTexts(updates: readonly TemplatesUpdate[]): void
  mustStoreTexts(updates: readonly TemplatesUpdate[]): void
  mustHoldMessages(body: JsonObject, messages: Json, what: string, evidence: Evidence): void
}

export interface TemplatesUpdate {
  readonly sent: Messages
  readonly exchange: Exchange
  readonly later: StoredMessages | null
}

export interface StoredMessages {
  readonly exchange: Exchange
  readonly messages: Json
}

interface Evidence {
  readonly exchange: Exchange
  readonly control: Exchange
}

export const templatesOf = (check: TestContext): Templates => {
  const { contract, must, call, requests, adapters } = check
  const { resource } = phoneTemplates
  const known = adapters.of(phoneTemplates)
  const newMessages = (): Messages => known.newMessages()
  const update: Templates['update'] = (body, variation = {}) =>
    call({ ...requests.of('phone-templates.update', '', body), ...variation })
  const readOnce = async (): Promise<StoredMessages> => {
    const exchange = await check.singleton(resource).read()
    return { exchange, messages: messagesIn(must.assumeAccepted(exchange)) }
  }
  const read: Templates['read'] = async (...awaited) =>
    check.readAfterWrite.until(await readOnce(), {
      what: `${resource} as sent`,
      look: readOnce,
      isThere: ({ messages }) => awaited.length === 0 || awaited.some((one) => equal(messages, one)),
    })
  const mustReturnIfAccepted: Templates['mustReturnIfAccepted'] = async (messages) => {
    mustReturnSent({ sent: messages, exchange: await update(messages), later: null })
  }
  const mustReturnSent = ({ sent, exchange }: TemplatesUpdate): void => {
    if (!isAccepted(exchange)) return
    const body = must.assumeAccepted(exchange)
    for (const member of members)
      must.equal(body[member], sent[member], member, { exchange, pointers: [`/${member}`] })
  }
  const send = async (sent: Messages, reading = false, variation?: Variation): Promise<TemplatesUpdate> => {
    const exchange = await update(sent, variation)
    return { sent, exchange, later: reading && isAccepted(exchange) ? await readIfPossible(sent) : null }
  }
  const sendTexts: Templates['sendTexts'] = async (items, reading = false) => {
    const updates = await tryTexts<TemplatesUpdate>(items, {
      mark: requests.name(),
      bytesMax: {},
      async send(texts) {
        const sent = known.withMarker(texts)
        return send(sent, reading, { intent: 'probe' })
      },
      fate({ sent, exchange, later }) {
        if (!isAccepted(exchange)) return 'refused'
        const returned = messagesIn(acceptedBody(exchange))
        return equal(returned, sent) && (later === null || equal(later.messages, sent)) ? 'kept' : 'changed'
      },
    })
    return updates.map(({ seen }) => seen)
  }
  const readIfPossible = (sent: Messages): Promise<StoredMessages | null> => read(sent).catch(orElse(null))
  return {
    defaults: contract.resources.get(resource)?.defaults as Messages,
    newMessages,
    invalid: () => known.invalid(),
    update,
    async set(sent = newMessages()) {
      const control = await update(sent)
      must.assume(isAccepted(control), 'the tenant did not accept the messages')
      return { sent, control }
    },
    send,
    returned: (exchange) => messagesIn(acceptedBody(exchange)),
    read,
    mustReturnIfAccepted,
    sendTexts,
    mustReturnTexts(updates) {
      for (const one of updates) mustReturnSent(one)
    },
    mustStoreTexts(updates) {
      for (const { sent, exchange, later } of updates)
        if (isAccepted(exchange) && later !== null && equal(messagesIn(acceptedBody(exchange)), sent))
          must.equal(later.messages, sent, 'what a read returns', {
            exchange: later.exchange,
            steps: [exchange],
            pointers,
          })
    },
    mustHoldMessages: (body, messages, what, evidence) =>
      must.equal(messagesIn(body), messages, what, { ...evidence, pointers }),
  }
}
