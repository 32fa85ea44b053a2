// A series of updates that several checks share.
import { fixture, isAccepted, type TestContext } from '../../src/suite.ts'
import { type TemplatesUpdate, templatesOf } from '../resources/phone-templates/updates.ts'
import { type Messages, members } from '../resources/phone-templates.ts'

interface Series {
  readonly first: TemplatesUpdate
  readonly again: TemplatesUpdate
  readonly changed: readonly TemplatesUpdate[]
  readonly defaults: TemplatesUpdate
  readonly back: TemplatesUpdate
}

export const updateSeries = fixture('a series of phone templates', async (shared): Promise<Series> => {
  const { send, newMessages, defaults } = templatesOf(shared)
  const [one, other] = members
  const kept = newMessages()
  const ending = (text: string): Messages => ({
    [one]: `${kept[one]} ${text}`,
    [other]: `${kept[other]} ${text}`,
  })
  const pair = ending('Resume')
  const first = await send(pair, true)
  const again = await send(pair)
  const changed: TemplatesUpdate[] = []
  let last = pair
  const change = async (messages: Messages, reading = false): Promise<void> => {
    last = messages
    changed.push(await send(messages, reading))
  }
  // Some databases treat these texts as equal (Unicode Technical Standard 10).
  for (const text of ['resume', 'resum\u00e9']) await change(ending(text))
  for (const member of members) await change({ ...last, [member]: newMessages()[member] }, true)
  await change({ [one]: last[other], [other]: last[one] })
  return { first, again, changed, defaults: await send(defaults), back: await send(pair, true) }
})

export const mustReturnMessages = (
  check: TestContext,
  { sent, exchange }: TemplatesUpdate,
  first: TemplatesUpdate,
  what: string,
): void => {
  const control = first.exchange
  check.must.assume(isAccepted(control), 'the tenant did not accept the messages')
  const body = check.must.serve(exchange, { control })
  templatesOf(check).mustHoldMessages(body, sent, what, { exchange, control })
}
