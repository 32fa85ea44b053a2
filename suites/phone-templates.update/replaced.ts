// Checks that each update replaces and stores both messages (parts 2.2 and 4.2).
import {
  type Checks,
  describeResponse,
  type Exchange,
  equal,
  isAccepted,
  orElse,
  random,
  statusOf,
  type TestContext,
  using,
} from '../../src/suite.ts'
import { templatesOf } from '../resources/phone-templates/updates.ts'
import { members, pointers } from '../resources/phone-templates.ts'
import { mustReturnMessages, updateSeries } from './series.ts'
import { plainTexts } from './texts.ts'

/** Sends two parallel updates. A read must return both messages of the same update. */
const mustStoreOneWhole = async (check: TestContext, control: Exchange, round: number): Promise<void> => {
  const { must } = check
  const templates = templatesOf(check)
  const updates = await Promise.all(
    [templates.newMessages(), templates.newMessages()].map((sent) => templates.send(sent)),
  )
  const [one, other] = updates.map(({ exchange }) => exchange)
  if (one === undefined || other === undefined || !isAccepted(one) || !isAccepted(other)) return
  const read = await templates.read(...updates.map(({ sent }) => sent)).catch(orElse(null))
  if (read === null) return
  const { exchange, messages } = read
  must.that(
    updates.some(({ sent }) => equal(messages, sent)),
    'The tenant stored neither of two concurrent updates completely.',
    {
      expected: 'both messages of one of the two updates',
      received: `${JSON.stringify(messages)} in round ${round}`,
      ...{ exchange, control, steps: [one, other], pointers },
    },
  )
}

export const replacedMessages: Checks = {
  // MUST 2.2: The tenant accepts the two default messages of part 2.2 of the specification, and returns these messages unchanged. A client
  //   cannot observe whether a tenant has the default messages before the first update.
  defaults: using([updateSeries], async (check) => {
    const { requests } = check
    const { first, defaults } = await check.use(updateSeries)
    // If the tenant refused messages with template variables (`first`), the control contains none.
    const plain = { enrollment_message: requests.name(), verification_message: requests.name() }
    const control = isAccepted(first.exchange) ? first : await templatesOf(check).send(plain)
    mustReturnMessages(check, defaults, control, 'the default messages')
  }),

  // MUST 4.2: Each update replaces enrollment_message and verification_message. No part of an earlier message remains.
  replaces: using([updateSeries], async (check) => {
    const { first, changed } = await check.use(updateSeries)
    for (const one of changed) mustReturnMessages(check, one, first, 'the pair of messages')
    for (const round of check.cases([1, 2], 'further')) await mustStoreOneWhole(check, first.exchange, round)
  }),

  // SHOULD 4.2: If a client sends the same update twice, the tenant accepts the second update and returns the same messages (RFC 9110,
  //   9.2.2).
  idempotent: using([updateSeries], async (check) => {
    const { must } = check
    const { first, again } = await check.use(updateSeries)
    const { exchange } = again
    must.assume(isAccepted(first.exchange), 'the tenant did not accept the messages')
    must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer', 'failing')
    must.that(isAccepted(exchange), 'The tenant refused an update when it was sent a second time.', {
      expected: 'the update is accepted, as the first time',
      received: describeResponse(exchange),
      exchange,
      control: first.exchange,
    })
    mustReturnMessages(check, again, first, 'the response to the same update')
  }),

  // MUST 4.2: After an update, a read of the templates returns the messages that the update returned.
  stored: random(
    using([updateSeries, plainTexts], async (check) => {
      const { must } = check
      const templates = templatesOf(check)
      const { first, back, changed } = await check.use(updateSeries)
      const returned = must.assumeAccepted(first.exchange)
      must.assume(
        members.every((member) => returned[member] === first.sent[member]),
        'the response does not show the sent messages: see the clause returns-stored',
      )
      for (const { sent, exchange, later } of [first, back, ...changed.filter((one) => one.later !== null)]) {
        must.serve(exchange, { control: first.exchange })
        // Sends the messages again if no read followed this update, because later updates replaced them.
        const update = later === null ? (await templates.set(sent)).control : exchange
        const read = later ?? (await templates.read(sent))
        must.equal(read.messages, sent, 'what a read returns', {
          ...{ exchange: read.exchange, control: first.exchange, pointers },
          steps: update === first.exchange ? [] : [update],
        })
      }
      templates.mustStoreTexts(await check.use(plainTexts))
    }),
  ),
}
