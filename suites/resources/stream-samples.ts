// Event streams that the clauses of a creation look at together: a plain one, and some that differ from it in several members (part 4.4).
import {
  type Collection,
  type Creation,
  fixture,
  Inconclusive,
  type JsonObject,
  type Seen,
  type Subject,
  type Tester,
} from '../../src/suite.ts'
import { type EventStreams, eventStreams } from './event-streams.ts'

type Streams = Collection<EventStreams>

/** A creation that has to be accepted. */
export interface Sample {
  /** All that was sent. */
  readonly sent: JsonObject
  readonly seen: Creation
}

export interface Samples {
  readonly plain: Sample
  /** At least one: the first with a name and a user name of one length, the second disabled where the field is known. */
  readonly others: readonly Sample[]
}

/** Made at once, as what makes ids of the time gives the same ones then. */
export const samples = fixture('sample event streams', async (shared): Promise<Samples> => {
  const all = shared.resource(eventStreams)
  const made = async (varied: JsonObject): Promise<Sample> => {
    const sent = all.body(varied)
    // Which user names a tenant takes is not shown.
    return { sent, seen: await all.create(sent, 'destination' in varied ? 'probe' : 'valid') }
  }
  // What there is to vary is asked for first: where that throws, nothing was begun whose end nobody waits for.
  const varied = variations(all)
  const [plain, ...others] = await Promise.all([made({}), ...varied.map(made)])
  return { plain, others }
})

const variations = ({ values }: Streams): readonly JsonObject[] => {
  const [first, ...further] = values.subscriptions()
  const lists = further.length > 0 ? further : [first, first]
  const states = values.stateField === null ? [] : (['enabled', 'disabled'] as const)
  return lists.map((subscriptions, place) => {
    const state = states[place]
    return {
      subscriptions,
      ...(state === undefined ? {} : values.inState(state)),
      ...(place === 0 ? values.alike() : {}),
    }
  })
}

/** The one whose name no other has, and that was sent a state where its field is known. */
export const stateful = ({ plain, others }: Samples): Sample => others[1] ?? plain

const laterRead = fixture(
  (which: 'plain' | 'stateful', _: Subject) => `later read of a ${which} event stream`,
  (_, __, subject) => subject.read(),
)

/** One that nothing changes, and a read of it. Throws Inconclusive where it was not made, or can't be read. */
export const readSample = async (
  tester: Tester,
  which: 'plain' | 'stateful',
): Promise<{ readonly sent: JsonObject; readonly subject: Subject; readonly later: Seen }> => {
  const all = await tester.use(samples)
  const { sent, seen } = which === 'plain' ? all.plain : stateful(all)
  const { subject } = seen
  if (subject === null) throw new Inconclusive('an event stream could not be made')
  const later = await tester.use(laterRead, which, subject)
  return { sent, subject, later }
}

/** The plain creation: the control of all others. Throws Inconclusive where none is accepted. */
export const plainCreation = async (tester: Tester): Promise<Creation['exchange']> => {
  const { plain, others } = await tester.use(samples)
  const accepted = [plain, ...others].find(({ seen }) => seen.accepted)
  // Why it was not is the matter of the clause that asks for it to be accepted.
  return accepted?.seen.exchange ?? (await tester.resource(eventStreams).make()).created
}

/** What the tenant made of each sample of a member; what was not accepted beside other members is tried by itself. */
export const samplesOf = async (
  tester: Tester,
  streams: Streams,
  member: string,
): Promise<readonly { readonly sent: JsonObject; readonly seen: Seen }[]> => {
  const { plain, others } = await tester.use(samples)
  const tried: { readonly sent: JsonObject; readonly seen: Seen }[] = []
  for (const { sent: body, seen } of [plain, ...others]) {
    const { [member]: value } = body
    if (value === undefined) continue
    const sent = { [member]: value }
    const intent = member === 'destination' ? 'probe' : 'valid'
    tried.push({ sent, seen: seen.accepted ? seen : await streams.create(sent, intent) })
  }
  return tried
}
