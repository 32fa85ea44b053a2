// Replacing the phone message templates (part 4.2). They are the tenant's: these checks never overlap.
import {
  comparedOf,
  delicateTemplates,
  describeResponse,
  type Exchange,
  equal,
  invalid,
  isAccepted,
  type Json,
  type JsonObject,
  random,
  sleep,
  statusOf,
  suite,
  type Tester,
  templateTexts,
  templates as texts,
} from '../src/engine/index.ts'

// A read may be answered by another node than the update was.
const readLagMs = 1_000

const form = 'application/x-www-form-urlencoded'
const members = ['enrollment_message', 'verification_message'] as const
const pointers = members.map((member) => `/${member}`)

/** Sets both messages. Inconclusive where the tenant does not accept them. */
const set = async ({ given, call, must, templates }: Tester, messages: JsonObject): Promise<Exchange> => {
  await templates.save()
  const exchange = await call(given.templates(messages))
  must.assume(isAccepted(exchange), 'the tenant did not accept the messages')
  return exchange
}

/** Sets both messages and holds the response against them. */
const roundTrip = async (tester: Tester, messages: JsonObject): Promise<void> => {
  const { given, call, must, templates } = tester
  await templates.save()
  const exchange = await call(given.templates(messages))
  // Which texts a tenant takes is not shown, beyond that they are strings: a refused one shows nothing.
  if (!isAccepted(exchange)) return
  const body = must.assumeAccepted(exchange)
  for (const [name, sent] of Object.entries(messages))
    must.equal(body[name], sent, name, { exchange, pointers: [`/${name}`] })
}

const messagesOf = (body: JsonObject): Json => ({
  enrollment_message: body.enrollment_message ?? null,
  verification_message: body.verification_message ?? null,
})

/** Reads the stored messages: a premise. */
const stored = async ({ templates, must }: Tester): Promise<{ exchange: Exchange; messages: Json }> => {
  const exchange = await templates.read()
  return { exchange, messages: messagesOf(must.assumeAccepted(exchange)) }
}

/** Sets both messages; a read shows them as they were sent, so that a later change would be seen. */
const kept = async (tester: Tester): Promise<{ sent: JsonObject; control: Exchange }> => {
  const sent: JsonObject = { ...tester.given.templateMessages() }
  const control = await set(tester, sent)
  const { messages } = await stored(tester)
  tester.must.assume(equal(messages, sent), 'a read does not return the messages that were set: see stored')
  return { sent, control }
}

/** The text alone and behind the run's marker, so that another run sees whose they are. */
const twice = ({ requests }: Tester, text: string): JsonObject => ({
  enrollment_message: text,
  // An empty text gets no prefix, whose space would stand at its end.
  verification_message: text === '' ? requests.name() : `${requests.name()} ${text}`,
})

const defaultsOf = ({ contract }: Tester): JsonObject =>
  contract.resources.get('phone-templates')?.defaults as JsonObject

export default suite('phone-templates.update', {
  accepts: async ({ given, call, must, templates }) => {
    await templates.save()
    must.accept(await call(given.templates()))
  },
  'returns-stored': (tester) => roundTrip(tester, { ...tester.given.templateMessages() }),
  'text-unchanged': random(async (tester) => {
    for (const text of texts) await roundTrip(tester, twice(tester, text))
    await roundTrip(tester, { enrollment_message: tester.requests.name(), verification_message: '' })
    await tester.forAll(templateTexts, (text) => roundTrip(tester, twice(tester, text)))
  }),
  'text-exact': async (tester) => {
    for (const text of delicateTemplates) await roundTrip(tester, twice(tester, text))
  },
  'variables-unrendered': async (tester) => {
    for (const text of [
      '{{code}} for {{tenant.friendly_name}}',
      '{{ code }}',
      'a < b & c > "d" \'e\'',
      '<b>{{code}}</b>&nbsp;&amp;',
    ])
      await roundTrip(tester, twice(tester, text))
  },
  defaults: async (tester) => {
    const control = await set(tester, {})
    const exchange = await tester.call(tester.given.templates(defaultsOf(tester)))
    const body = tester.must.serve(exchange, { control })
    tester.must.equal(messagesOf(body), defaultsOf(tester), 'the default messages', {
      exchange,
      control,
      pointers,
    })
  },
  replaces: async (tester) => {
    let messages: JsonObject = { ...tester.given.templateMessages() }
    const control = await set(tester, messages)
    // One message changes at a time, so that a mixture of old and new shows.
    for (const name of ['enrollment_message', 'verification_message', 'enrollment_message'] as const) {
      messages = { ...messages, [name]: tester.given.templateMessages()[name] }
      const exchange = await tester.call(tester.given.templates(messages))
      const body = tester.must.serve(exchange, { control })
      tester.must.equal(messagesOf(body), messages, 'the pair of messages', { exchange, control, pointers })
    }
  },
  idempotent: async (tester) => {
    const { given, call, must } = tester
    const sent: JsonObject = { ...given.templateMessages() }
    const control = await set(tester, sent)
    const exchange = await call({ ...given.templates(sent), intent: 'probe' })
    must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer')
    must.that(isAccepted(exchange), 'The same update was refused the second time.', {
      expected: 'it is accepted, as the first one was',
      received: describeResponse(exchange),
      exchange,
      control,
    })
    must.equal(messagesOf(must.assumeAccepted(exchange)), sent, 'the response to the same update', {
      exchange,
      control,
      pointers,
    })
  },
  stored: async (tester) => {
    const sent: JsonObject = { ...tester.given.templateMessages() }
    const control = await set(tester, sent)
    tester.must.assume(
      equal(messagesOf(tester.must.assumeAccepted(control)), sent),
      'the update did not return what was sent: see returns-stored',
    )
    let { exchange, messages } = await stored(tester)
    if (!equal(messages, sent)) {
      // How soon a read shows an update is not shown.
      await sleep(readLagMs)
      ;({ exchange, messages } = await stored(tester))
    }
    tester.must.equal(messages, sent, 'what a read returns', { exchange, control, pointers })
  },
  'required-members': async (tester) => {
    const { given, call, must } = tester
    const control = await set(tester, {})
    must.refuse(await call(invalid(given.templatesBody({}))), { control })
    // The same as a form, where forms are taken: see form-body.
    const asForm = await call({ ...given.templates(), mediaType: form, intent: 'probe' })
    if (!isAccepted(asForm)) return
    for (const member of members) {
      const { [member]: text = '' } = given.templateMessages()
      const request = given.templatesBody({ [member]: text })
      must.refuse(await call(invalid({ ...request, mediaType: form })), { control: asForm })
    }
  },
  'refused-changes-nothing': async (tester) => {
    const { given, call, must } = tester
    let { sent, control } = await kept(tester)
    const other = given.templateMessages()
    let refused = 0
    for (const body of [
      { enrollment_message: other.enrollment_message },
      { verification_message: other.verification_message },
      { ...other, verification_message: 7 },
      { ...other, enrollment_message: null },
    ] satisfies JsonObject[]) {
      const attempt = await call(invalid(given.templatesBody(body)))
      if (isAccepted(attempt)) {
        // That it was accepted is another clause's failure.
        ;({ sent, control } = await kept(tester))
        continue
      }
      refused += 1
      const { exchange, messages } = await stored(tester)
      must.that(
        equal(messages, sent),
        'A refused update changed the templates.',
        {
          expected: JSON.stringify(sent),
          received: exchange.response?.body ?? '',
          exchange,
          control,
          steps: [attempt],
        },
        comparedOf(exchange.operation, pointers),
      )
    }
    must.assume(refused > 0, 'the tenant accepted every invalid update')
  },
  'form-body': async (tester) => {
    const { given, call, must } = tester
    const plain: JsonObject = { ...given.templateMessages() }
    for (const sent of [
      plain,
      { enrollment_message: '{{code}} 1+1=2 & 100%', verification_message: '{{code}} é ü' },
    ]) {
      // Which texts a tenant takes is not shown: the control is the same as JSON.
      const control = await call({ ...given.templates(sent), intent: 'probe' })
      if (!isAccepted(control) && sent !== plain) continue
      must.assumeAccepted(control)
      await set(tester, {})
      const exchange = await call({ ...given.templates(sent), mediaType: form })
      const body = must.accept(exchange, { control })
      must.equal(messagesOf(body), sent, 'the messages sent as a form', { exchange, control, pointers })
    }
  },
})
