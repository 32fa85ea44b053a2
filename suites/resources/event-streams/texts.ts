// Sends texts in names and usernames of event streams (part 2.4).
import {
  type JsonObject,
  type ResourceClient,
  type ResourceResponse,
  type ResourceUnderTest,
  sampledTextItems,
  type TestContext,
  type TextItem,
  tryTexts,
  wholeTexts,
} from '../../../src/suite.ts'
import type { EventStreams } from '../event-streams.ts'
import { nameCharactersMax } from './members.ts'

type Streams = ResourceClient<EventStreams>

export interface TextRequest {
  readonly sent: JsonObject
  readonly seen: ResourceResponse
  /** Null if the run did not read the stream after the request. */
  readonly later: ResourceResponse | null
  readonly subject?: ResourceUnderTest | null
}

export interface TextWriter {
  readonly mark?: string
  write(sent: JsonObject, reads: boolean): Promise<Omit<TextRequest, 'sent'>>
}

// This length exceeds common sizes of database columns. Part 2.4 names no maximum length.
const usernameBytesMax = 300

export const textMembers = ({ values }: Streams): readonly string[] =>
  values.destinations.authorized ? ['name', 'username'] : ['name']

export const sendTexts = async (
  { must }: TestContext,
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

export const randomTexts = (check: TestContext, members: readonly string[]): readonly TextItem[] =>
  sampledTextItems(check, members, nameCharactersMax / 2)

export const mustReturnTexts = (
  { must }: TestContext,
  texts: readonly TextRequest[],
  member: string,
  control: ResourceResponse['exchange'],
): void => {
  for (const { sent, seen } of texts) {
    const { [member]: value } = sent
    if (seen.accepted && value !== undefined) must.beAsSent(seen, { [member]: value }, { control })
  }
}

export const mustStoreTexts = ({ must }: TestContext, texts: readonly TextRequest[]): void => {
  for (const { sent, seen, later } of texts)
    if (seen.accepted && later?.accepted && must.showsAsSent(seen, sent))
      must.beAsSent(later, sent, { steps: [seen.exchange] })
}
