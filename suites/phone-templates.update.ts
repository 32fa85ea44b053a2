// Replacing the phone message templates (part 4.2). They are the tenant's: these checks never overlap.
import {
  comparedOf,
  delicateTexts,
  describeResponse,
  equal,
  isAccepted,
  linedTexts,
  plainTexts,
  random,
  statusOf,
  suite,
  trickyTexts,
} from '../src/suite.ts'
import { members, pointers, templatesOf } from './resources/phone-templates.ts'

const form = 'application/x-www-form-urlencoded'

// Part 2.2: variables and markup, which a careless tenant renders or escapes.
const unrendered = [
  '{{code}} for {{tenant.friendly_name}}',
  '{{ code }}',
  'a < b & c > "d" \'e\'',
  '<b>{{code}}</b>&nbsp;&amp;',
]

export default suite('phone-templates.update', {
  'returns-stored': (tester) => {
    const templates = templatesOf(tester)
    return templates.mustComeBack(templates.fresh())
  },

  // Part 4.2: a text comes back as it was sent, wherever it stands.
  'text-unchanged': random(async (tester) => {
    const { mustKeep, mustComeBack } = templatesOf(tester)
    for (const text of [...trickyTexts, '', 'x'.repeat(2_000)]) await mustKeep(text)
    await mustComeBack({ enrollment_message: tester.requests.name(), verification_message: '' })
    await tester.forAll(plainTexts(), mustKeep)
  }),
  'text-exact': async (tester) => {
    for (const text of [...delicateTexts, ...linedTexts]) await templatesOf(tester).mustKeep(text)
  },
  'variables-unrendered': async (tester) => {
    for (const text of unrendered) await templatesOf(tester).mustKeep(text)
  },

  // Part 2.2: the default messages can be set.
  defaults: async (tester) => {
    const templates = templatesOf(tester)
    const { control } = await templates.set()
    const exchange = await templates.update(templates.defaults)
    const body = tester.must.serve(exchange, { control })
    templates.mustHold(body, templates.defaults, 'the default messages', { exchange, control })
  },

  // One message changes at a time, so that a mixture of old and new shows.
  replaces: async (tester) => {
    const templates = templatesOf(tester)
    let { sent: messages, control } = await templates.set()
    for (const member of [...members, members[0]]) {
      messages = { ...messages, [member]: templates.fresh()[member] }
      const exchange = await templates.update(messages)
      const body = tester.must.serve(exchange, { control })
      templates.mustHold(body, messages, 'the pair of messages', { exchange, control })
    }
  },

  // RFC 9110, 9.2.2: a PUT twice is a PUT once.
  idempotent: async (tester) => {
    const { must } = tester
    const templates = templatesOf(tester)
    const { sent, control } = await templates.set()
    const exchange = await templates.update(sent, { intent: 'probe' })
    must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer')
    must.that(isAccepted(exchange), 'The same update was refused the second time.', {
      expected: 'it is accepted, as the first one was',
      received: describeResponse(exchange),
      exchange,
      control,
    })
    const body = must.assumeAccepted(exchange)
    templates.mustHold(body, sent, 'the response to the same update', { exchange, control })
  },

  // Part 4.2: a read after an update returns what the update returned.
  stored: async (tester) => {
    const templates = templatesOf(tester)
    const { sent, control } = await templates.set()
    const returned = tester.must.assumeAccepted(control)
    tester.must.assume(
      members.every((member) => returned[member] === sent[member]),
      'the update did not return what was sent: see returns-stored',
    )
    const { exchange, messages } = await templates.stored(sent)
    tester.must.equal(messages, sent, 'what a read returns', { exchange, control, pointers })
  },

  // Part 2.2: both messages are required, also where they come as a form (see form-body).
  'required-members': async (tester) => {
    const templates = templatesOf(tester)
    const { control } = await templates.set()
    tester.must.refuse(await templates.update({}, { intent: 'invalid' }), { control })
    const asForm = await templates.update(templates.fresh(), { mediaType: form, intent: 'probe' })
    if (!isAccepted(asForm)) return
    for (const member of members) {
      const body = { [member]: templates.fresh()[member] }
      const exchange = await templates.update(body, { mediaType: form, intent: 'invalid' })
      tester.must.refuse(exchange, { control: asForm })
    }
  },

  'refused-changes-nothing': async (tester) => {
    const { must } = tester
    const templates = templatesOf(tester)
    /** A read shows the messages as they were set, so that a later change would be seen: a premise. */
    const kept = async () => {
      const set = await templates.set()
      const { messages } = await templates.stored()
      must.assume(equal(messages, set.sent), 'a read does not return the messages that were set: see stored')
      return set
    }
    let { sent, control } = await kept()
    let refused = 0
    for (const body of templates.invalid()) {
      const attempt = await templates.update(body, { intent: 'invalid' })
      if (isAccepted(attempt)) {
        // That it was accepted is another clause's failure.
        ;({ sent, control } = await kept())
        continue
      }
      refused += 1
      const { exchange, messages } = await templates.stored()
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

  // Part 4: a form is accepted like JSON. Which texts a tenant takes is not shown: the control is the same as JSON.
  'form-body': async (tester) => {
    const { must } = tester
    const templates = templatesOf(tester)
    const plain = templates.fresh()
    const delicate = { enrollment_message: '{{code}} 1+1=2 & 100%', verification_message: '{{code}} é ü' }
    for (const sent of [plain, delicate]) {
      const control = await templates.update(sent, { intent: 'probe' })
      if (!isAccepted(control) && sent !== plain) continue
      must.assumeAccepted(control)
      await templates.set()
      const exchange = await templates.update(sent, { mediaType: form })
      const body = must.accept(exchange, { control })
      templates.mustHold(body, sent, 'the messages sent as a form', { exchange, control })
    }
  },
})
