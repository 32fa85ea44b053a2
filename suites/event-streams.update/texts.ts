// Sends texts in updates of one stream (part 4.5).
import {
  barelyTexts,
  deepTextItems,
  delicateTexts,
  edgedTexts,
  fixture,
  type JsonObject,
  linedTexts,
  type ResourceClient,
  type ResourceResponse,
  type ResourceUnderTest,
  type TestContext,
  textItems,
  trickyTexts,
  using,
  wholeTexts,
} from '../../src/suite.ts'
import { namesOfAmbiguousLength } from '../resources/event-streams/names.ts'
import {
  randomTexts,
  sendTexts,
  type TextRequest,
  type TextWriter,
  textMembers,
} from '../resources/event-streams/texts.ts'
import { type EventStreams, eventStreams } from '../resources/event-streams.ts'

type Streams = ResourceClient<EventStreams>

export const byUpdate = (stream: ResourceUnderTest): TextWriter => ({
  async write(sent, reads) {
    const seen = await stream.update(sent, { intent: 'probe' })
    return { seen, later: reads && seen.accepted ? await stream.look() : null }
  },
})

interface UpdatedTexts {
  readonly control: ResourceResponse['exchange']
  readonly texts: readonly TextRequest[]
}

// Some databases ignore case and accents, so some of these texts are equal for them (Unicode Technical
// Standard 10). One text has the letters of another text in a different order.
const nearNames = ['Resume', 'resume', 'résumé', 'resumé', 'emusér', 'Résumé']
const nearUsernames = ['User', 'user', 'üser']

export const updatedTexts = fixture(
  'plain texts of event-streams.update',
  using([eventStreams], async (shared): Promise<UpdatedTexts> => {
    const streams = shared.resource(eventStreams)
    const { values } = streams
    const stream = await streams.any()
    const writer = byUpdate(stream)
    const texts: TextRequest[] = []
    const attempt = async (sent: JsonObject): Promise<boolean> => {
      const request = { sent, ...(await writer.write(sent, false)) }
      texts.push(request)
      return request.seen.accepted
    }
    const name = shared.requests.name()
    const places = [
      ...nearUsernames.map((text) => values.destinations.withUsername(text)),
      ...values.destinations.elsewhere(),
    ]
    for (const [index, text] of nearNames.entries()) {
      const { [index]: destination } = places
      const named = { name: `${name} ${text}` }
      if (destination === undefined) await attempt(named)
      else if (!(await attempt({ ...named, destination }))) {
        await attempt(named)
        await attempt({ destination })
      }
    }
    await attempt(values.subscriptions.to([...trickyTexts, ...wholeTexts]))
    // Part 2.4 does not say whether an event type may occur twice.
    const [type] = values.subscriptions.types()
    await attempt(values.subscriptions.to([type, type]))
    const members = textMembers(streams)
    const items = [
      ...deepTextItems(shared, members, trickyTexts, false),
      ...deepTextItems(shared, members, wholeTexts),
      ...randomTexts(shared, members),
    ]
    return {
      control: stream.created,
      texts: [...texts, ...(await sendTexts(shared, streams, writer, items))],
    }
  }),
)

export const updateDelicateTexts = async (
  check: TestContext,
  streams: Streams,
  writer: TextWriter,
): Promise<readonly TextRequest[]> => {
  const members = textMembers(streams)
  const texts = await sendTexts(
    check,
    streams,
    // Does not read after each text, because other checks read the stored values.
    { ...writer, write: (sent) => writer.write(sent, false) },
    [...textItems(members, [...delicateTexts, ...linedTexts]), ...deepTextItems(check, members, edgedTexts)],
  )
  for (const text of barelyTexts) {
    await writer.write({ name: text }, false)
    if (members.length > 1)
      await writer.write({ destination: streams.values.destinations.withUsername(text) }, false)
  }
  for (const name of namesOfAmbiguousLength(check)) await writer.write({ name }, true)
  return texts
}
