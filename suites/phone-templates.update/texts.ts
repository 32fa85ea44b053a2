// Sends texts in messages (parts 2.2 and 4.2).
import {
  barelyTexts,
  type Checks,
  deepTextItems,
  delicateTexts,
  edgedTexts,
  fixture,
  isAccepted,
  linedTexts,
  random,
  sampledTextItems,
  type TestContext,
  textItems,
  trickyTexts,
  using,
  wholeTexts,
} from '../../src/suite.ts'
import { type TemplatesUpdate, templatesOf } from '../resources/phone-templates/updates.ts'
import { members } from '../resources/phone-templates.ts'

const textsWithMarkup = [
  '{{code}} for {{tenant.friendly_name}}',
  '{{ code }}',
  'a < b & c > "d" \'e\'',
  '<b>{{code}}</b>&nbsp;&amp;',
]

// These lengths are near common sizes of database columns. Part 2.2 names no maximum length.
const lengthsToTry = [66_000, 10_000, 2_000]

/** Returns increasing numbers, because a text that repeats a part could hide exchanged parts. */
const textOfLength = (characters: number): string =>
  Array.from({ length: characters / 2 }, (_, index) => index)
    .join(' ')
    .slice(0, characters - 1)
    .concat('.')

const sendLongTexts = async (check: TestContext): Promise<readonly TemplatesUpdate[]> => {
  const { sendTexts } = templatesOf(check)
  for (const characters of lengthsToTry) {
    const updates = await sendTexts(textItems(members, [textOfLength(characters)]))
    if (updates.some(({ exchange }) => isAccepted(exchange))) return updates
  }
  return []
}

const sampleCharacters = 60
export const plainTexts = fixture(
  'plain texts of phone templates',
  async (shared): Promise<readonly TemplatesUpdate[]> => {
    const { sendTexts } = templatesOf(shared)
    const items = [
      ...textItems(members, trickyTexts),
      ...deepTextItems(shared, members, shared.cases(wholeTexts, 'body')),
      ...sampledTextItems(shared, members, sampleCharacters),
    ]
    return [...(await sendTexts(items, true)), ...(await sendLongTexts(shared))]
  },
)

export const unchangedTexts: Checks = {
  // MUST 4.2: If a request sends a plain message, the response contains exactly this message. A plain message contains no control or format
  //   characters, and no white space except single spaces between words. Unicode normalisation does not change a plain message.
  'text-unchanged': random(
    using([plainTexts], async (check) => {
      const templates = templatesOf(check)
      templates.mustReturnTexts(await check.use(plainTexts))
      await templates.mustReturnIfAccepted({
        enrollment_message: check.requests.name(),
        verification_message: '',
      })
      await templates.mustReturnIfAccepted({
        enrollment_message: '',
        verification_message: check.requests.name(),
      })
    }),
  ),
  // SHOULD 4.2: If the tenant accepts a message with unusual white space, line ends, control characters or Unicode normal forms, the
  //   response contains exactly this message. The specification does not mention these messages.
  'text-exact': async (check) => {
    const templates = templatesOf(check)
    const items = [
      ...textItems(members, [...delicateTexts, ...linedTexts]),
      ...deepTextItems(check, members, [
        ...edgedTexts.slice(0, 1),
        ...check.cases(edgedTexts.slice(1), 'body'),
      ]),
    ]
    templates.mustReturnTexts(await templates.sendTexts(items))
    // The tenant may reject these texts, so only a 5xx status is wrong.
    for (const text of barelyTexts) await templates.sendTexts(textItems([members[0]], [text]))
  },
  // MUST 2.2: If a message contains template variables or markup, for example {{code}} or <b>, the response contains exactly the same
  //   message. The tenant does not replace the variables by values, and does not escape the markup.
  'variables-unrendered': async (check) => {
    const templates = templatesOf(check)
    const [first, second] = members
    const items = [...textItems([first], ['{{code}}'], true), ...textItems([second], textsWithMarkup)]
    templates.mustReturnTexts(await templates.sendTexts(items))
  },
}
