// Texts in the members of an event stream that take any: what comes back of them, at once and in a later read (parts 2.4, 4.4, 4.5).
import {
  barelyTexts,
  type Collection,
  dealtItems,
  delicateTexts,
  edgedTexts,
  fixture,
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
import { type EventStreams, eventStreams, nameCharactersMax } from './event-streams.ts'
import { looselyCounted } from './stream-names.ts'

type Streams = Collection<EventStreams>

/** A request with texts in a name and in a user name, what it was answered, and what a read showed afterwards. */
export interface StreamTrial {
  readonly sent: JsonObject
  readonly seen: Seen
  /** Null where the request was refused, or nothing could be read. */
  readonly later: Seen | null
  /** What the request made, where it made one. */
  readonly subject?: Subject | null
}

/** What carries a body out, and reads what it made where that is asked for. */
export interface TextWriter {
  /** Stands before the texts where nothing else would tell whose the stream is. */
  readonly mark?: string
  write(sent: JsonObject, reads: boolean): Promise<Omit<StreamTrial, 'sent'>>
}

// More than the columns that such a text is often kept in; a limit of user names is not shown.
const usernameBytesMax = 300

/** The texts follow one another in one stream. */
export const byUpdate = (stream: Subject): TextWriter => ({
  async write(sent, reads) {
    const seen = await stream.update(sent, { intent: 'probe' })
    return { seen, later: reads && seen.accepted ? await stream.look() : null }
  },
})

/** The members that take any text. */
export const membersOf = ({ values }: Streams): readonly string[] =>
  values.authorizes ? ['name', 'username'] : ['name']

/** Sends the texts in as few requests as have room for them. */
export const tried = async (
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
      const isPacked = [name, username].some((text) => text !== undefined && !wholeTexts.includes(text))
      return { sent, ...(await write(sent, isPacked)) }
    },
    fate: ({ sent, seen, later }) => {
      if (!seen.accepted) return 'refused'
      const kept = must.showsAsSent(seen, sent) && (later === null || must.showsAsSent(later, sent))
      return kept ? 'kept' : 'changed'
    },
  })
  return trials.map(({ seen }) => seen)
}

/** Random plain texts. */
export const sampledTexts = (tester: Tester, members: readonly string[]): readonly TextItem[] =>
  sampledItems(tester, members, nameCharactersMax / 2)

/** What became of texts that one stream was sent, one after another. */
export interface UpdateTrials {
  readonly control: Seen['exchange']
  readonly trials: readonly StreamTrial[]
}

// Texts that some collations hold for the one before (Unicode, UTS 10).
const nearNames = ['Resume', 'resume', 'résumé', 'resumé', 'emusér', 'Résumé']
const nearUsernames = ['User', 'user', 'üser']

/** Plain texts in updates, texts that are near to the one that is there, other addresses, and event types that are any text. */
export const triedInUpdates = fixture(
  'plain texts of event-streams.update',
  async (shared): Promise<UpdateTrials> => {
    const streams = shared.resource(eventStreams)
    const { values } = streams
    const stream = await streams.any()
    const writer = byUpdate(stream)
    const trials: StreamTrial[] = []
    const attempt = async (sent: JsonObject): Promise<boolean> => {
      const trial = { sent, ...(await writer.write(sent, false)) }
      trials.push(trial)
      return trial.seen.accepted
    }
    const name = shared.requests.name()
    const places = [...nearUsernames.map((text) => values.destinationOf(text)), ...values.elsewhere()]
    for (const [index, text] of nearNames.entries()) {
      const { [index]: destination } = places
      const named = { name: `${name} ${text}` }
      if (destination === undefined) await attempt(named)
      // Which of the two was refused is not shown.
      else if (!(await attempt({ ...named, destination }))) {
        await attempt(named)
        await attempt({ destination })
      }
    }
    await attempt(values.subscribing([...trickyTexts, ...wholeTexts]))
    // Whether a list names one twice is left open: it has to be answered, and what it names comes back.
    const [type] = values.eventTypes()
    await attempt(values.subscribing([type, type]))
    const members = membersOf(streams)
    const items = [
      ...dealtItems(shared, members, trickyTexts, false),
      ...dealtItems(shared, members, wholeTexts),
      ...sampledTexts(shared, members),
    ]
    return { control: stream.created, trials: [...trials, ...(await tried(shared, streams, writer, items))] }
  },
)

/** Texts of which trimming or normalising changes something, and such as may be refused for what they hold. */
export const triedDelicate = async (
  tester: Tester,
  streams: Streams,
  writer: TextWriter,
): Promise<readonly StreamTrial[]> => {
  const members = membersOf(streams)
  const trials = await tried(
    tester,
    streams,
    // What is stored of them is the matter of other clauses.
    { ...writer, write: (sent) => writer.write(sent, false) },
    [...textItems(members, [...delicateTexts, ...linedTexts]), ...dealtItems(tester, members, edgedTexts)],
  )
  // What becomes of these is left open: they have to be answered.
  for (const text of barelyTexts) {
    await writer.write({ name: text }, false)
    if (members.length > 1) await writer.write({ destination: streams.values.destinationOf(text) }, false)
  }
  // So does what becomes of these: each response that shows one is judged, and so is a read.
  for (const name of looselyCounted(tester)) await writer.write({ name }, true)
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
