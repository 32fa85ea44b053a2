// Replacing the phone message templates (part 4.2). They are the tenant's: these checks never overlap.
import {
  barelyTexts,
  comparedOf,
  dealtItems,
  delicateTexts,
  describeResponse,
  type Exchange,
  edgedTexts,
  equal,
  fixture,
  isAccepted,
  type Json,
  type JsonObject,
  linedTexts,
  orElse,
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
import {
  type Messages,
  members,
  pointers,
  type Stored,
  type TemplatesTrial,
  templatesOf,
} from './resources/phone-templates.ts'

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

const operation = { name: 'phone-templates.update' }

/** The operation's share of texts that have to be a member each: a tenant handles alike what comes in its bodies. */
const share = ({ dealt }: Tester, texts: readonly string[]): readonly string[] =>
  dealt(texts, operation, ({ request }) => request !== null)

const plainTrials = fixture(
  'plain texts of phone templates',
  async (shared): Promise<readonly TemplatesTrial[]> => {
    const { tried } = templatesOf(shared)
    const items = [
      ...textItems(members, trickyTexts),
      ...dealtItems(shared, members, share(shared, wholeTexts)),
      ...sampledItems(shared, members, charactersOfSamples),
    ]
    return [...(await tried(items, true)), ...(await longTrials(shared))]
  },
)

const charactersOfSamples = 60

/** One pair of messages after another: what becomes of them is the matter of several clauses. */
interface Series {
  /** A pair, and what a read shows of it. */
  readonly first: TemplatesTrial
  /** The same once more. */
  readonly again: TemplatesTrial
  /** Pairs of which each differs from the one before in one point, so that a mixture of both would show. */
  readonly changed: readonly TemplatesTrial[]
  readonly defaults: TemplatesTrial
  /** The first once more: what was there before is stored as well as what is new. */
  readonly back: TemplatesTrial
}

const seriesOfMessages = fixture('a series of phone templates', async (shared): Promise<Series> => {
  const { attempt, fresh, defaults } = templatesOf(shared)
  const [one, other] = members
  const kept = fresh()
  const ending = (text: string): Messages => ({
    [one]: `${kept[one]} ${text}`,
    [other]: `${kept[other]} ${text}`,
  })
  const pair = ending('Resume')
  const first = await attempt(pair, true)
  const again = await attempt(pair)
  const changed: TemplatesTrial[] = []
  let last = pair
  const change = async (messages: Messages, reading = false): Promise<void> => {
    last = messages
    changed.push(await attempt(messages, reading))
  }
  // What some collations hold for the same (Unicode, UTS 10).
  for (const text of ['resume', 'resum\u00e9']) await change(ending(text))
  for (const member of members) await change({ ...last, [member]: fresh()[member] }, true)
  // The same two in each other's place.
  await change({ [one]: last[other], [other]: last[one] })
  return { first, again, changed, defaults: await attempt(defaults), back: await attempt(pair, true) }
})

/** Of two updates that are sent at the same time one is stored, with both of its messages. */
const mustReplaceWhole = async (tester: Tester, control: Exchange, round: number): Promise<void> => {
  const { must } = tester
  const templates = templatesOf(tester)
  const trials = await Promise.all(
    [templates.fresh(), templates.fresh()].map((sent) => templates.attempt(sent)),
  )
  const [one, other] = trials.map(({ exchange }) => exchange)
  if (one === undefined || other === undefined || !isAccepted(one) || !isAccepted(other)) return
  const read = await templates.stored().catch(orElse(null))
  if (read === null) return
  const { exchange, messages } = read
  must.that(
    trials.some(({ sent }) => equal(messages, sent)),
    'Of two updates at the same time neither was stored whole.',
    {
      expected: 'both messages of one of them',
      received: `${JSON.stringify(messages)} in round ${round}`,
      ...{ exchange, control, steps: [one, other], pointers },
    },
  )
}

export default suite('phone-templates.update', {
  // MUST 4.2: The response holds the messages that were sent, each under its own name.
  'returns-stored': async (tester) => {
    const { first } = await tester.use(seriesOfMessages)
    templatesOf(tester).mustKeep([first])
  },

  // MUST 4.2: Plain messages come back exactly as they were sent.
  'text-unchanged': random(async (tester) => {
    const templates = templatesOf(tester)
    templates.mustKeep(await tester.use(plainTrials))
    await templates.mustComeBack({ enrollment_message: tester.requests.name(), verification_message: '' })
    await templates.mustComeBack({ enrollment_message: '', verification_message: tester.requests.name() })
  }),
  // SHOULD 4.2: White space, line ends and Unicode normal forms of messages come back as they were sent.
  'text-exact': async (tester) => {
    const templates = templatesOf(tester)
    const items = [
      ...textItems(members, [...delicateTexts, ...linedTexts]),
      ...dealtItems(tester, members, [...edgedTexts.slice(0, 1), ...share(tester, edgedTexts.slice(1))]),
    ]
    templates.mustKeep(await templates.tried(items))
    // What becomes of these is left open: they have to be answered.
    for (const text of barelyTexts) await templates.tried(textItems([members[0]], [text]))
  },
  // MUST 2.2: The template variables and markup in a message come back as text, neither rendered nor escaped.
  'variables-unrendered': async (tester) => {
    const templates = templatesOf(tester)
    const [first, second] = members
    const items = [...textItems([first], ['{{code}}'], true), ...textItems([second], unrendered)]
    templates.mustKeep(await templates.tried(items))
  },

  // MUST 2.2: The two default messages can be set and come back as they are. That a tenant has them before any update cannot be observed.
  // Both messages use variables. Where the tenant refuses them, texts without variables are the control.
  defaults: async (tester) => {
    const { requests } = tester
    const { first, defaults } = await tester.use(seriesOfMessages)
    const plain = { enrollment_message: requests.name(), verification_message: requests.name() }
    const control = isAccepted(first.exchange) ? first : await templatesOf(tester).attempt(plain)
    mustBeServed(tester, defaults, control, 'the default messages')
  },

  // MUST 4.2: Each update replaces both messages; nothing of an earlier one remains.
  replaces: async (tester) => {
    const { first, changed } = await tester.use(seriesOfMessages)
    for (const trial of changed) mustBeServed(tester, trial, first, 'the pair of messages')
    for (const round of tester.inDepth([1, 2])) await mustReplaceWhole(tester, first.exchange, round)
  },

  // SHOULD 4.2: The same update sent twice is accepted twice, with the same result (RFC 9110, 9.2.2).
  idempotent: async (tester) => {
    const { must } = tester
    const { first, again } = await tester.use(seriesOfMessages)
    const { exchange } = again
    must.assume(isAccepted(first.exchange), 'the tenant did not accept the messages')
    must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not answer', 'failing')
    must.that(isAccepted(exchange), 'The same update was refused the second time.', {
      expected: 'it is accepted, as the first one was',
      received: describeResponse(exchange),
      exchange,
      control: first.exchange,
    })
    mustBeServed(tester, again, first, 'the response to the same update')
  },

  // MUST 4.2: A read after an update returns the messages that the update returned.
  stored: random(async (tester) => {
    const { must } = tester
    const templates = templatesOf(tester)
    const { first, back, changed } = await tester.use(seriesOfMessages)
    const returned = must.assumeAccepted(first.exchange)
    must.assume(
      members.every((member) => returned[member] === first.sent[member]),
      'the update did not return what was sent: see returns-stored',
    )
    for (const { sent, exchange, later } of [first, back, ...changed.filter((one) => one.later !== null)]) {
      must.serve(exchange, { control: first.exchange })
      // What was set since is another thing: set anew, so that a read says something, or why there is none.
      const update = later === null ? (await templates.set(sent)).control : exchange
      const read = later ?? (await templates.stored(sent))
      must.equal(read.messages, sent, 'what a read returns', {
        ...{ exchange: read.exchange, control: first.exchange, pointers },
        steps: update === first.exchange ? [] : [update],
      })
    }
    templates.mustBeStored(await tester.use(plainTrials))
  }),

  // MUST 2.2: A request that lacks one of the two messages is refused.
  'required-members': (tester) => refusesBodies(tester, [{}]),

  // MUST 4.2: An update that is refused leaves both messages as they were.
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
    /** Sends them one after another, and looks once what is left; null where none was refused. */
    const refused = async (bodies: readonly JsonObject[]) => {
      let { sent, control } = await kept()
      const steps: Exchange[] = []
      for (const body of bodies) {
        const attempt = await templates.update(body, { intent: 'invalid' })
        // That it was accepted is another clause's failure.
        if (isAccepted(attempt)) ({ sent, control } = await kept())
        else steps.push(attempt)
      }
      return steps.length === 0 ? null : { sent, control, steps, left: await templates.stored() }
    }
    const leaves = ({ sent, left }: { readonly sent: Json; readonly left: Stored }): boolean =>
      equal(left.messages, sent)
    const all = templates.invalid()
    const together = await refused(all)
    if (together === null) return must.assume(false, 'the tenant accepted every invalid update')
    let seen = together
    // Each by itself, so that the one shows that did it.
    if (!leaves(together))
      for (const body of all) {
        const alone = await refused([body])
        if (alone !== null && !leaves(alone)) seen = alone
      }
    const { sent, control, steps, left } = seen
    must.that(
      leaves(seen),
      'A refused update changed the templates.',
      {
        expected: JSON.stringify(sent),
        received: left.exchange.response?.body ?? '',
        exchange: left.exchange,
        control,
        steps,
      },
      comparedOf(left.exchange.operation, pointers),
    )
  },

  // MUST 4: A form body is accepted like a JSON body.
  // The specification does not show which texts a tenant takes: the same body as JSON is the control.
  'form-body': async (tester) => {
    const { must } = tester
    const templates = templatesOf(tester)
    // Other ones each time, so that one that stays as it was would be seen.
    const delicate = () => ({
      enrollment_message: `${tester.requests.name()} {{code}} 1+1=2 & 100% a=b;c [x] #?\r\nand\ton`,
      verification_message: `${tester.requests.name()} {{code}} é ü \u{1f642} %41`,
    })
    const comesBack = ({ sent, exchange }: TemplatesTrial): boolean =>
      isAccepted(exchange) && equal(sent, templates.shown(exchange))
    const tried = await templates.attempt(delicate(), false, { intent: 'probe' })
    const isTaken = comesBack(tried)
    const { exchange: control } = isTaken ? tried : await templates.attempt(templates.fresh())
    must.assumeAccepted(control)
    const { sent, exchange } = await templates.attempt(isTaken ? delicate() : templates.fresh(), false, {
      mediaType: form,
    })
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
  },
})

/** The update was accepted as the first one was, and answered with the messages that it sent. */
function mustBeServed(
  tester: Tester,
  { sent, exchange }: TemplatesTrial,
  first: TemplatesTrial,
  what: string,
): void {
  const control = first.exchange
  tester.must.assume(isAccepted(control), 'the tenant did not accept the messages')
  const body = tester.must.serve(exchange, { control })
  templatesOf(tester).mustHold(body, sent, what, { exchange, control })
}
