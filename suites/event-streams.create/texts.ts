// Sends texts in creations (part 4.4).
import {
  barelyTexts,
  deepTextItems,
  delicateTexts,
  edgedTexts,
  fixture,
  linedTexts,
  type ResourceClient,
  type TestContext,
  type TextItem,
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

const byCreation = (streams: Streams, reads: boolean): TextWriter => ({
  mark: streams.values.requests.marker,
  async write(sent) {
    const seen = await streams.create(sent, 'probe')
    const { subject } = seen
    return { seen, later: reads && subject !== null ? await subject.look() : null, subject }
  },
})

export const createdTexts = fixture(
  'plain texts of creations',
  using([eventStreams], async (shared): Promise<readonly TextRequest[]> => {
    const streams = shared.resource(eventStreams)
    const members = textMembers(streams)
    // Each text needs its own request, so in a default run an operation gets only some of them.
    const whole = shared.cases(wholeTexts, 'resource')
    const items = [
      ...textItems(members, trickyTexts),
      ...deepTextItems(shared, members, whole),
      ...randomTexts(shared, members),
    ]
    const texts = await withListed(
      streams,
      await sendTexts(shared, streams, byCreation(streams, false), items),
    )
    // The list of streams may be wrong. If the list does not contain a sent text, the run reads each stream.
    return texts.every((one) => isStored(shared, one))
      ? texts
      : sendTexts(shared, streams, byCreation(streams, true), items)
  }),
)

export const createDelicateTexts = async (
  check: TestContext,
  streams: Streams,
): Promise<readonly TextRequest[]> => {
  const members = textMembers(streams)
  const writer = byCreation(streams, false)
  const texts = await sendTexts(check, streams, writer, [
    ...textItems(members, [...delicateTexts, ...linedTexts]),
    ...deepTextItems(check, members, edgedTexts),
  ])
  const barely: readonly TextItem[] = deepTextItems(check, members, barelyTexts)
  for (const { member, text } of barely)
    await streams.create(
      member === 'name' ? { name: text } : { destination: streams.values.destinations.withUsername(text) },
      'probe',
    )
  const looking = byCreation(streams, true)
  for (const name of namesOfAmbiguousLength(check)) await looking.write({ name }, true)
  return texts
}

const withListed = async (
  streams: Streams,
  texts: readonly TextRequest[],
): Promise<readonly TextRequest[]> => {
  const made = texts.flatMap(({ subject }) => subject ?? [])
  const shown = await streams.listed(made)
  return texts.map((request) => {
    const { subject } = request
    return subject == null ? request : { ...request, later: shown[made.indexOf(subject)] ?? null }
  })
}

const isStored = ({ must }: TestContext, { sent, seen, later }: TextRequest): boolean =>
  !seen.accepted || !must.showsAsSent(seen, sent) || (later !== null && must.showsAsSent(later, sent))
