// Texts in the members of an event stream that take any: what comes back of them, at once and in a later read (parts 2.4, 4.4, 4.5).
import {
  barelyTexts,
  type Collection,
  dealtItems,
  delicateTexts,
  edgedTexts,
  type JsonObject,
  linedTexts,
  type Seen,
  type Subject,
  sampledItems,
  type Tester,
  type TextItem,
  textItems,
  trickyTexts,
  tryTexts,
  wholeTexts,
} from '../../src/suite.ts'
import { type EventStreams, nameCharactersMax } from './event-streams.ts'

type Streams = Collection<EventStreams>

/** A request with texts in a name and in a user name, what it was answered, and what a read showed afterwards. */
export interface StreamTrial {
  readonly sent: JsonObject
  readonly seen: Seen
  /** Null where the request was refused, or nothing could be read. */
  readonly later: Seen | null
}

/** What carries a body out, and reads what it made. */
export interface TextWriter {
  /** Stands before the texts where nothing else would tell whose the stream is. */
  readonly mark?: string
  write(sent: JsonObject): Promise<Omit<StreamTrial, 'sent'>>
}

// More than the columns that such a text is often kept in; a limit of user names is not shown.
const usernameBytesMax = 300

/** Each text makes a stream of its own, which is removed at once. */
export const byCreation = (streams: Streams): TextWriter => ({
  mark: streams.values.requests.marker,
  async write(sent) {
    const seen = await streams.create(sent, 'probe')
    const { subject } = seen
    const later = subject === null ? null : await subject.look()
    if (subject !== null && streams.removable) await streams.remove([subject])
    return { seen, later }
  },
})

/** The texts follow one another in one stream. */
export const byUpdate = (stream: Subject): TextWriter => ({
  async write(sent) {
    const seen = await stream.update(sent, { intent: 'probe' })
    return { seen, later: seen.accepted ? await stream.look() : null }
  },
})

const membersOf = ({ values }: Streams): readonly string[] =>
  values.authorizes ? ['name', 'username'] : ['name']

const tried = async (
  { must }: Tester,
  { values }: Streams,
  { mark, write }: TextWriter,
  items: readonly TextItem[],
): Promise<readonly StreamTrial[]> => {
  const trials = await tryTexts<StreamTrial>(items, {
    ...(mark === undefined ? {} : { mark }),
    bytesMax: { name: nameCharactersMax, username: usernameBytesMax },
    async send({ name, username }) {
      const sent: JsonObject = {
        ...(name === undefined ? {} : { name }),
        ...(username === undefined ? {} : { destination: values.destinationOf(username) }),
      }
      return { sent, ...(await write(sent)) }
    },
    fate: ({ sent, seen, later }) => {
      if (!seen.accepted) return 'refused'
      const kept = must.showsAsSent(seen, sent) && (later === null || must.showsAsSent(later, sent))
      return kept ? 'kept' : 'changed'
    },
  })
  return trials.map(({ seen }) => seen)
}

/** Plain texts: which of them a tenant takes is not shown, but what it takes comes back as it was sent. */
export const triedPlain = (
  tester: Tester,
  streams: Streams,
  writer: TextWriter,
): Promise<readonly StreamTrial[]> =>
  tester.once(`plain texts of ${tester.clause.operation}`, (shared) => {
    const members = membersOf(streams)
    return tried(shared, streams, writer, [
      ...textItems(members, trickyTexts),
      // Where a request has room for one of them alone they are dealt out.
      ...(writer.mark === undefined ? textItems(members, wholeTexts, true) : dealtItems(members, wholeTexts)),
      ...sampledItems(shared, members, nameCharactersMax / 2),
    ])
  })

/** Texts of which trimming or normalising changes something, and such as may be refused for what they hold. */
export const triedDelicate = async (
  tester: Tester,
  streams: Streams,
  writer: TextWriter,
): Promise<readonly StreamTrial[]> => {
  const members = membersOf(streams)
  const trials = await tried(tester, streams, writer, [
    ...textItems(members, [...delicateTexts, ...linedTexts]),
    ...(writer.mark === undefined ? textItems(members, edgedTexts, true) : dealtItems(members, edgedTexts)),
  ])
  // What becomes of these is left open: they have to be answered.
  for (const text of barelyTexts) {
    await writer.write({ name: text })
    if (members.length > 1) await writer.write({ destination: streams.values.destinationOf(text) })
  }
  return trials
}

/** What the tenant took of one of the members comes back as it was sent. */
export const mustComeBack = (
  { must }: Tester,
  trials: readonly StreamTrial[],
  member: string,
  control: Seen['exchange'],
): void => {
  for (const { sent, seen } of trials) {
    const { [member]: value } = sent
    if (seen.accepted && value !== undefined) must.beAsSent(seen, { [member]: value }, { control })
  }
}

/** What came back is what a later read shows. */
export const mustBeStored = ({ must }: Tester, trials: readonly StreamTrial[]): void => {
  for (const { sent, seen, later } of trials)
    if (seen.accepted && later?.accepted && must.showsAsSent(seen, sent))
      must.beAsSent(later, sent, { steps: [seen.exchange] })
}
