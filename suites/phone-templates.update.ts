// Replacing the phone message templates (part 4.2). They are the tenant's: these checks never overlap.
import {
  barelyTexts,
  comparedOf,
  dealtItems,
  delicateTexts,
  describeResponse,
  edgedTexts,
  equal,
  isAccepted,
  type JsonObject,
  linedTexts,
  random,
  refusesBodies,
  sampledItems,
  statusOf,
  suite,
  type Tester,
  textItems,
  trickyTexts,
  wholeTexts,
} from '../src/suite.ts'
import { members, pointers, type TemplatesTrial, templatesOf } from './resources/phone-templates.ts'

const form = 'application/x-www-form-urlencoded'

// Part 2.2: variables and markup, which a careless tenant renders or escapes.
const unrendered = [
  '{{code}} for {{tenant.friendly_name}}',
  '{{ code }}',
  'a < b & c > "d" \'e\'',
  '<b>{{code}}</b>&nbsp;&amp;',
]

// Longer than what storage often cuts a text to without a word; how long one may be is not shown.
const lengths = [66_000, 10_000, 2_000]

/** A text in which every piece differs. */
const textOfLength = (characters: number): string =>
  Array.from({ length: characters / 2 }, (_, index) => index)
    .join(' ')
    .slice(0, characters - 1)
    .concat('.')

const longTrials = async (tester: Tester): Promise<readonly TemplatesTrial[]> => {
  const { tried } = templatesOf(tester)
  for (const characters of lengths) {
    const trials = await tried(textItems(members, [textOfLength(characters)]))
    if (trials.some(({ exchange }) => isAccepted(exchange))) return trials
  }
  return []
}

const plainTrials = (tester: Tester): Promise<readonly TemplatesTrial[]> =>
  tester.once('plain texts of phone templates', async (shared) => {
    const { tried } = templatesOf(shared)
    const trials = await tried([
      ...textItems(members, trickyTexts),
      ...dealtItems(members, wholeTexts),
      ...sampledItems(shared, members, charactersOfSamples),
    ])
    return [...trials, ...(await longTrials(shared))]
  })

const charactersOfSamples = 60

export default suite('phone-templates.update', {
  'returns-stored': (tester) => {
    const templates = templatesOf(tester)
    return templates.mustComeBack(templates.fresh())
  },

  // Part 4.2: a text comes back as it was sent, wherever it stands.
  'text-unchanged': random(async (tester) => {
    const templates = templatesOf(tester)
    templates.mustKeep(await plainTrials(tester))
    await templates.mustComeBack({ enrollment_message: tester.requests.name(), verification_message: '' })
    await templates.mustComeBack({ enrollment_message: '', verification_message: tester.requests.name() })
  }),
  'text-exact': async (tester) => {
    const templates = templatesOf(tester)
    const items = [
      ...textItems(members, [...delicateTexts, ...linedTexts]),
      ...dealtItems(members, edgedTexts),
    ]
    templates.mustKeep(await templates.tried(items))
    // What becomes of these is left open: they have to be answered.
    for (const text of barelyTexts) await templates.tried(textItems([members[0]], [text]))
  },
  'variables-unrendered': async (tester) => {
    const templates = templatesOf(tester)
    templates.mustKeep(await templates.tried(textItems(members, unrendered)))
    templates.mustKeep(await templates.tried(textItems(members, ['{{code}}'], true).slice(0, 1)))
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
    const [first, second] = members
    const ending = (text: string): JsonObject => ({
      [first]: `${kept[first]} ${text}`,
      [second]: `${kept[second]} ${text}`,
    })
    const kept = templates.fresh()
    const changes: readonly (() => JsonObject)[] = [
      ...[...members, first].map((member) => () => ({ [member]: templates.fresh()[member] ?? '' })),
      // The same two in each other's place, and what some collations hold for the same (Unicode, UTS 10).
      () => ({ [first]: messages[second] ?? '', [second]: messages[first] ?? '' }),
      ...['Resume', 'resume', 'resum\u00e9'].map((text) => () => ending(text)),
    ]
    for (const change of changes) {
      messages = { ...messages, ...change() }
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
  stored: random(async (tester) => {
    const templates = templatesOf(tester)
    const { sent, control } = await templates.set()
    const returned = tester.must.assumeAccepted(control)
    tester.must.assume(
      members.every((member) => returned[member] === sent[member]),
      'the update did not return what was sent: see returns-stored',
    )
    const { exchange, messages } = await templates.stored(sent)
    tester.must.equal(messages, sent, 'what a read returns', { exchange, control, pointers })
    // What was there before is stored as well as what is new.
    const steps = [(await templates.set()).control]
    const again = await templates.update(sent)
    tester.must.serve(again, { control })
    const read = await templates.stored(sent)
    tester.must.equal(read.messages, sent, 'what a read returns', {
      ...{ exchange: read.exchange, control, pointers },
      steps: [...steps, again],
    })
    templates.mustBeStored(await plainTrials(tester))
  }),

  // Part 2.2: both messages are required.
  'required-members': (tester) => refusesBodies(tester, [{}]),

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
    const delicate = {
      // With what tells another run whose it is.
      enrollment_message: `${tester.requests.name()} {{code}} 1+1=2 & 100% a=b;c [x] #?\r\nand\ton`,
      verification_message: '{{code}} é ü \u{1f642} %41',
    }
    for (const sent of [plain, delicate]) {
      const control = await templates.update(sent, { intent: 'probe' })
      if (!isAccepted(control) && sent !== plain) continue
      const shown = must.assumeAccepted(control)
      const comesBack = members.every((member) => shown[member] === sent[member])
      if (!comesBack && sent !== plain) continue
      must.assume(comesBack, 'messages that are sent as JSON do not come back either')
      await templates.set()
      const exchange = await templates.update(sent, { mediaType: form })
      const body = must.accept(exchange, { control })
      templates.mustHold(body, sent, 'the messages sent as a form', { exchange, control })
      const read = await templates.stored(sent)
      if (!equal(read.messages, sent)) {
        const { sent: asJson } = await templates.set()
        const { messages } = await templates.stored(asJson)
        must.assume(equal(messages, asJson), 'an update as JSON is not stored either: see stored')
      }
      must.equal(read.messages, sent, 'what a read returns after a form', {
        ...{ exchange: read.exchange, control, pointers, steps: [exchange] },
      })
    }
  },
})
