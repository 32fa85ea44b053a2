// Replacing the phone message templates (part 4.2). They are the tenant's: these checks never overlap.
import {
  type Exchange,
  invalid,
  isAccepted,
  type Json,
  type JsonObject,
  random,
  suite,
  type Tester,
  templateTexts,
  templates as texts,
} from '../src/engine/index.ts'

/** Sets both messages. Undecided where the tenant does not accept them. */
const set = async ({ given, call, must, templates }: Tester, messages: JsonObject): Promise<Exchange> => {
  await templates.save()
  const exchange = await call(given.templates(messages))
  must.suppose(isAccepted(exchange), 'the tenant did not accept the messages')
  return exchange
}

/** Sets both messages and holds the answer against them. */
const roundTrip = async (tester: Tester, messages: JsonObject): Promise<void> => {
  const { given, call, must, templates } = tester
  await templates.save()
  const exchange = await call(given.templates(messages))
  // Which texts a tenant takes is not shown, beyond that they are strings: a refused one shows nothing.
  if (!isAccepted(exchange)) return
  const body = must.accept(exchange)
  for (const [name, sent] of Object.entries(messages)) must.equal(body[name], sent, name, { exchange })
}

const messagesOf = (body: JsonObject): Json => ({
  enrollment_message: body.enrollment_message ?? null,
  verification_message: body.verification_message ?? null,
})

export default suite('phone-templates.update', {
  accepts: async ({ given, call, must, templates }) => {
    await templates.save()
    must.accept(await call(given.templates()))
  },
  'returns-stored': (tester) => roundTrip(tester, { ...tester.given.templateMessages() }),
  'text-unchanged': random(async (tester) => {
    const both = (text: string): Promise<void> =>
      roundTrip(tester, { enrollment_message: text, verification_message: `2 ${text}` })
    for (const text of texts) await both(text)
    await tester.forAll(templateTexts, both)
  }),
  'variables-unrendered': async (tester) => {
    for (const text of [
      '{{code}} for {{tenant.friendly_name}}',
      '{{ code }}',
      'a < b & c > "d" \'e\'',
      '<b>{{code}}</b>&nbsp;&amp;',
    ])
      await roundTrip(tester, { enrollment_message: text, verification_message: `${text}.` })
  },
  defaults: async (tester) => {
    const control = await set(tester, {})
    const exchange = await tester.call(tester.given.templates({ ...tester.contract.defaultTemplates }))
    const body = tester.must.accept(exchange, { control })
    tester.must.equal(messagesOf(body), { ...tester.contract.defaultTemplates }, 'the default messages', {
      exchange,
      control,
    })
  },
  replaces: async (tester) => {
    let messages: JsonObject = { ...tester.given.templateMessages() }
    const control = await set(tester, messages)
    // One message changes at a time, so that a mixture of old and new shows.
    for (const name of ['enrollment_message', 'verification_message', 'enrollment_message'] as const) {
      messages = { ...messages, [name]: tester.given.templateMessages()[name] }
      const exchange = await tester.call(tester.given.templates(messages))
      const body = tester.must.accept(exchange, { control })
      tester.must.equal(messagesOf(body), messages, 'the pair of messages', { exchange, control })
    }
  },
  stored: async (tester) => {
    const sent = tester.given.templateMessages()
    const control = await set(tester, { ...sent })
    const read = await tester.templates.read()
    tester.must.equal(messagesOf(tester.must.accept(read)), messagesOf(sent), 'what a read returns', {
      exchange: read,
      control,
    })
  },
  'required-members': async (tester) => {
    const control = await set(tester, {})
    tester.must.refuse(await tester.call(invalid(tester.given.templatesBody({}))), { control })
  },
  'refused-changes-nothing': async (tester) => {
    const { given, call, must, templates } = tester
    let sent = given.templateMessages()
    let control = await set(tester, { ...sent })
    const other = given.templateMessages()
    let refused = 0
    for (const body of [
      { enrollment_message: other.enrollment_message },
      { verification_message: other.verification_message },
      { ...other, verification_message: 7 },
      { ...other, enrollment_message: null },
    ] satisfies JsonObject[]) {
      const exchange = await call(invalid(given.templatesBody(body)))
      if (isAccepted(exchange)) {
        // That it was accepted is another clause's failure.
        sent = given.templateMessages()
        control = await set(tester, { ...sent })
        continue
      }
      refused += 1
      const read = await templates.read()
      must.suppose(isAccepted(read), 'the templates could not be read')
      must.hold(
        JSON.stringify(messagesOf(must.accept(read))) === JSON.stringify(messagesOf(sent)),
        'A refused update changed the templates.',
        {
          expected: JSON.stringify(sent),
          received: read.response?.body ?? '',
          exchange: read,
          control,
          steps: [exchange],
        },
      )
    }
    must.suppose(refused > 0, 'the tenant accepted every invalid update')
  },
  'form-body': async (tester) => {
    const control = await set(tester, {})
    const sent = { enrollment_message: '{{code}} 1+1=2 & 100%', verification_message: '{{code}} é ü' }
    const exchange = await tester.call({
      ...tester.given.templates(sent),
      mediaType: 'application/x-www-form-urlencoded',
    })
    const body = tester.must.accept(exchange, { control })
    tester.must.equal(messagesOf(body), sent, 'the messages sent as a form', { exchange, control })
  },
})
