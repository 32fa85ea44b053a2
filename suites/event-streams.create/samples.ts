// Streams that several checks of creations share.
import {
  type Creation,
  fixture,
  Inconclusive,
  type JsonObject,
  type ResourceClient,
  type ResourceResponse,
  type ResourceUnderTest,
  using,
} from '../../src/suite.ts'
import { type EventStreams, eventStreams } from '../resources/event-streams.ts'

type Streams = ResourceClient<EventStreams>

export interface Sample {
  readonly sent: JsonObject
  readonly seen: Creation
}

export interface Samples {
  readonly plain: Sample
  /** The second stream is disabled if the run knows the name of the forwarding-state field. */
  readonly others: readonly Sample[]
}

/** Parallel creations find tenants that derive ids from the time. */
export const samples = fixture(
  'sample event streams',
  using([eventStreams], async (shared): Promise<Samples> => {
    const all = shared.resource(eventStreams)
    const made = async (varied: JsonObject): Promise<Sample> => {
      const sent = all.body(varied)
      // A creation with a changed destination is a probe, because a tenant may reject the username.
      return { sent, seen: await all.create(sent, 'destination' in varied ? 'probe' : 'valid') }
    }
    // This call may throw, so it precedes the first request.
    const varied = variations(all)
    const [plain, ...others] = await Promise.all([made({}), ...varied.map(made)])
    return { plain, others }
  }),
)

const variations = ({ values }: Streams): readonly JsonObject[] => {
  const [first, ...further] = values.subscriptions.lists()
  const lists = further.length > 0 ? further : [first, first]
  const states = values.stateField === null ? [] : (['enabled', 'disabled'] as const)
  return lists.map((subscriptions, place) => {
    const state = states[place]
    return {
      subscriptions,
      ...(state === undefined ? {} : values.inState(state)),
      ...(place === 0 ? nameAndUsernameOfOneLength(values) : {}),
    }
  })
}

const nameAndUsernameOfOneLength = (values: EventStreams): JsonObject => {
  const name = values.requests.name()
  return { name, destination: values.destinations.withUsername(`${name.slice(0, -1)}_`) }
}

/** Does not return others[0], because `namesake` creates a second stream with this name. */
const withState = ({ plain, others }: Samples): Sample => others[1] ?? plain

const laterRead = fixture(
  'later read of a * event stream',
  () => ['plain', 'stateful'] as const,
  (_, __, subject: ResourceUnderTest) => subject.read(),
)

/** @throws Inconclusive if the stream could not be created or read */
export const readSample = using(
  [samples, laterRead],
  async (
    check,
    which: 'plain' | 'stateful',
  ): Promise<{
    readonly sent: JsonObject
    readonly subject: ResourceUnderTest
    readonly later: ResourceResponse
  }> => {
    const all = await check.use(samples)
    const { sent, seen } = which === 'plain' ? all.plain : withState(all)
    const { subject } = seen
    if (subject === null) throw new Inconclusive('an event stream could not be created')
    const later = await check.use(laterRead, which, subject)
    return { sent, subject, later }
  },
)

/** @throws Inconclusive if the tenant accepts no creation */
export const plainCreation = using([samples], async (check): Promise<Creation['exchange']> => {
  const { plain, others } = await check.use(samples)
  const accepted = [plain, ...others].find(({ seen }) => seen.accepted)
  return accepted?.seen.exchange ?? (await check.resource(eventStreams).make()).created
})

/**
 * Returns the responses to creations with this member. After a rejection, sends the value again, with plain
 * values of the other members.
 */
export const samplesWith = using(
  [samples],
  async (
    check,
    streams: Streams,
    member: string,
  ): Promise<readonly { readonly sent: JsonObject; readonly seen: ResourceResponse }[]> => {
    const { plain, others } = await check.use(samples)
    const found: { readonly sent: JsonObject; readonly seen: ResourceResponse }[] = []
    for (const { sent: body, seen } of [plain, ...others]) {
      const { [member]: value } = body
      if (value === undefined) continue
      const sent = { [member]: value }
      const intent = member === 'destination' ? 'probe' : 'valid'
      found.push({ sent, seen: seen.accepted ? seen : await streams.create(sent, intent) })
    }
    return found
  },
)

export const namesake = fixture(
  'an event stream with the name of another one',
  using([eventStreams, samples], async (shared): Promise<Sample> => {
    const { others } = await shared.use(samples)
    const sent = { name: others[0]?.sent.name ?? null }
    return { sent, seen: await shared.resource(eventStreams).create(sent, 'probe') }
  }),
)
