// Clauses about the creation of an event stream (part 4.4).
import { nameFreeAgain, resourceSuite, using } from '../src/suite.ts'
import { returnedAsSent } from './event-streams.create/as-sent.ts'
import { refusedCreations } from './event-streams.create/refused.ts'
import { samples } from './event-streams.create/samples.ts'
import { serviceMembers } from './event-streams.create/service-members.ts'
import { mustCountInUnit } from './resources/event-streams/names.ts'
import { eventStreams } from './resources/event-streams.ts'

export default resourceSuite('event-streams.create', eventStreams, {
  // MUST 4.4: The tenant returns a 2xx status for a request to create an event stream with a name, subscriptions and a webhook destination.
  accepts: using([samples], async (check) => {
    check.must.accept((await check.use(samples)).plain.seen.exchange)
  }),
  ...returnedAsSent,
  ...serviceMembers,
  ...refusedCreations,
  // SHOULD 4.4: The tenant accepts a request to create a stream with the name of a deleted stream. The specification does not describe the
  //   deletion of streams.
  'name-free-again': nameFreeAgain,
  // MUST 4.4: One request to create an event stream creates exactly one event stream.
  'creates-one': using([samples], async (check, streams) => {
    const { must } = check
    const { plain, others } = await check.use(samples)
    // Omits others[0], because the fixture `namesake` creates a second stream with the same name.
    const all = [plain, ...others.slice(1)].flatMap(({ seen: { subject } }) => subject ?? [])
    const kept = all.filter((subject) => streams.isKept(subject))
    const made = kept.length > 0 ? kept : [await streams.make()]
    must.assume(made.length > 0, 'the run could not create an event stream')
    const { exchange, items } = await streams.list()
    for (const stream of made) {
      const ids = new Set(items.filter(({ name }) => name === stream.first.set.name).map(({ id }) => id))
      must.assume(ids.has(stream.id), 'the list does not contain a created stream')
      for (const id of ids) if (typeof id === 'string' && id !== stream.id) streams.adopt(id)
      must.that(ids.size === 1, 'One creation created several streams.', {
        expected: 'one stream with the name of the creation',
        received: `${ids.size}: ${[...ids].join(', ')}`,
        exchange,
        control: stream.created,
        steps: [stream.created],
      })
    }
  }),
  // SHOULD 8: The tenant accepts a name of 128 units and rejects a longer name, also if the name contains characters above U+FFFF. A unit
  //   is a character, a UTF-16 unit or a byte, as declared for the tenant, because the specification does not name the unit.
  'name-length-characters': (check, streams) =>
    mustCountInUnit(check, async (name) => (await streams.create({ name }, 'probe')).exchange),
})
