// Texts in the members of an event stream that take any text: its name, and the username of its destination (part 2.4).
import {
  type Collection,
  type JsonObject,
  type Seen,
  type Subject,
  sampledItems,
  type Tester,
  type TextItem,
  tryTexts,
  wholeTexts,
} from '../../../src/suite.ts'
import type { EventStreams } from '../event-streams.ts'
import { nameCharactersMax } from './members.ts'

type Streams = Collection<EventStreams>

/** A request with texts, its response, and a later read. */
export interface TextRequest {
  readonly sent: JsonObject
  readonly seen: Seen
  /** Null where the request was refused, or nothing was read. */
  readonly later: Seen | null
  /** The stream that a creation made. */
  readonly subject?: Subject | null
}

/** Sends bodies with texts, by creations or by updates. */
export interface TextWriter {
  /** Precedes the texts, where nothing else names the run. */
  readonly mark?: string
  write(sent: JsonObject, reads: boolean): Promise<Omit<TextRequest, 'sent'>>
}

// More than common columns hold. Part 2.4 sets no limit.
const usernameBytesMax = 300

/** The members that take any text. */
export const textMembers = ({ values }: Streams): readonly string[] =>
  values.destinations.authorized ? ['name', 'username'] : ['name']

/** Sends the texts in as few requests as have room for them. */
export const sendTexts = async (
  { must }: Tester,
  { values }: Streams,
  { mark, write }: TextWriter,
  items: readonly TextItem[],
): Promise<readonly TextRequest[]> => {
  const texts = await tryTexts<TextRequest>(items, {
    ...(mark === undefined ? {} : { mark }),
    bytesMax: { name: nameCharactersMax, username: usernameBytesMax },
    async send({ name, username }) {
      const sent: JsonObject = {
        ...(name === undefined ? {} : { name }),
        ...(username === undefined ? {} : { destination: values.destinations.withUsername(username) }),
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
  return texts.map(({ seen }) => seen)
}

export const randomTexts = (tester: Tester, members: readonly string[]): readonly TextItem[] =>
  sampledItems(tester, members, nameCharactersMax / 2)

/** The member comes back as it was sent, in each request that was accepted. */
export const mustReturnTexts = (
  { must }: Tester,
  texts: readonly TextRequest[],
  member: string,
  control: Seen['exchange'],
): void => {
  for (const { sent, seen } of texts) {
    const { [member]: value } = sent
    if (seen.accepted && value !== undefined) must.beAsSent(seen, { [member]: value }, { control })
  }
}

/** A later read returns the texts that the response returned. */
export const mustStoreTexts = ({ must }: Tester, texts: readonly TextRequest[]): void => {
  for (const { sent, seen, later } of texts)
    if (seen.accepted && later?.accepted && must.showsAsSent(seen, sent))
      must.beAsSent(later, sent, { steps: [seen.exchange] })
}
