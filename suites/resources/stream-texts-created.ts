// Texts in creations of event streams, each request with texts a stream of its own: what comes back, and what a list shows afterwards (part 4.4).
import {
  barelyTexts,
  type Collection,
  dealtItems,
  delicateTexts,
  edgedTexts,
  fixture,
  linedTexts,
  type Tester,
  type TextItem,
  textItems,
  trickyTexts,
  wholeTexts,
} from '../../src/suite.ts'
import { type EventStreams, eventStreams } from './event-streams.ts'
import { looselyCounted } from './stream-names.ts'
import { membersOf, type StreamTrial, sampledTexts, type TextWriter, tried } from './stream-texts.ts'

type Streams = Collection<EventStreams>

/** @param looks whether what was made is read at once */
const byCreation = (streams: Streams, looks: boolean): TextWriter => ({
  mark: streams.values.requests.marker,
  async write(sent) {
    const seen = await streams.create(sent, 'probe')
    const { subject } = seen
    return { seen, later: looks && subject !== null ? await subject.look() : null, subject }
  },
})

/** Plain texts: which of them a tenant takes is not shown, but what it takes comes back as it was sent. */
export const createdPlain = fixture(
  'plain texts of creations',
  async (shared): Promise<readonly StreamTrial[]> => {
    const streams = shared.resource(eventStreams)
    const members = membersOf(streams)
    // A request has room for one of them alone: the operations on streams share them.
    const whole = shared.dealt(
      wholeTexts,
      { name: shared.clause.operation },
      ({ resource }) => resource === streams.resource.name,
    )
    const items = [
      ...textItems(members, trickyTexts),
      ...dealtItems(shared, members, whole),
      ...sampledTexts(shared, members),
    ]
    const trials = await listedAfter(streams, await tried(shared, streams, byCreation(streams, false), items))
    // What a list does not show as it was sent may be stored all the same: reads tell, of each text by itself.
    return trials.every((trial) => isStored(shared, trial))
      ? trials
      : tried(shared, streams, byCreation(streams, true), items)
  },
)

/** Texts of which trimming or normalising changes something, and such as may be refused for what they hold. */
export const createdDelicate = async (tester: Tester, streams: Streams): Promise<readonly StreamTrial[]> => {
  const members = membersOf(streams)
  const writer = byCreation(streams, false)
  const trials = await tried(tester, streams, writer, [
    ...textItems(members, [...delicateTexts, ...linedTexts]),
    ...dealtItems(tester, members, edgedTexts),
  ])
  // What becomes of these is left open: they have to be answered.
  const barely: readonly TextItem[] = dealtItems(tester, members, barelyTexts)
  for (const { member, text } of barely)
    await streams.create(
      member === 'name' ? { name: text } : { destination: streams.values.destinationOf(text) },
      'probe',
    )
  const looking = byCreation(streams, true)
  for (const name of looselyCounted(tester)) await looking.write({ name }, true)
  return trials
}

/** The trials with what one list shows of what they made. */
const listedAfter = async (
  streams: Streams,
  trials: readonly StreamTrial[],
): Promise<readonly StreamTrial[]> => {
  const made = trials.flatMap(({ subject }) => subject ?? [])
  const shown = await streams.listed(made)
  return trials.map((trial) => {
    const { subject } = trial
    return subject == null ? trial : { ...trial, later: shown[made.indexOf(subject)] ?? null }
  })
}

const isStored = ({ must }: Tester, { sent, seen, later }: StreamTrial): boolean =>
  !seen.accepted || !must.showsAsSent(seen, sent) || (later !== null && must.showsAsSent(later, sent))
