// Checks that a rejected creation creates no stream (parts 2.4 and 4.4).
import {
  type Exchange,
  type JsonObject,
  orElse,
  type ResourceChecks,
  type ResourceClient,
  refusesBodies,
  refusesChanges,
  statusOf,
  using,
} from '../../src/suite.ts'
import { invalidStates } from '../resources/event-streams/members.ts'
import type { EventStreams } from '../resources/event-streams.ts'
import { samples } from './samples.ts'

const createInvalid = async (streams: ResourceClient<EventStreams>, sent: JsonObject): Promise<Exchange> =>
  (await streams.create(sent, 'invalid')).exchange

const nameSentIn = ({ request }: Exchange): string =>
  String((JSON.parse(request.body ?? '{}') as JsonObject).name ?? '')

export const refusedCreations: ResourceChecks<EventStreams> = {
  // MUST 2.4: If a request sends a forwarding state other than enabled and disabled, the tenant rejects the request.
  'state-values': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      invalidStates.map((state) => values.inState(state)),
    ),
  ),
  // MUST 2.4: If the type of the destination is a random string, an empty string, or the word webhook in another letter case or with a
  //   suffix, the tenant rejects the request. Part 2.4 of the specification allows only three variants of the request body.
  'destination-closed': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      values.destinations.ofOtherTypes().map((destination) => ({ destination })),
    ),
  ),
  // MUST 2.4: If subscriptions is not an array, or if an element is not an object with an event_type that is a string, the tenant rejects
  //   the request.
  'subscriptions-type': using([refusesChanges], (check, { values }) =>
    refusesChanges(check, values.subscriptions.invalid()),
  ),
  // MUST 4.4: If a request lacks name, subscriptions or destination, the tenant rejects the request.
  'required-members': using([refusesBodies], (check) => refusesBodies(check, [{}])),
  // MUST 4.4: If the tenant rejects a request because of the body or the token, the tenant creates no stream.
  'refused-creates-nothing': using([samples], async (check, streams) => {
    const { call, must, principals } = check
    const { subject } = (await check.use(samples)).plain.seen
    const known = subject !== null && streams.isKept(subject) ? subject : await streams.make()
    const attempts = [
      await createInvalid(streams, { subscriptions: [{}] }),
      await createInvalid(streams, { destination: 'nowhere' }),
    ]
    const badTokens = (['none', 'not-a-jwt', 'nonGlobal', 'limited'] as const).filter((as) =>
      principals.has(as),
    )
    for (const as of badTokens) {
      const attempt = await call({ ...streams.creation(), intent: 'unauthorised' }, { as }).catch(
        orElse(null),
      )
      if (attempt !== null) attempts.push(attempt)
    }
    const refused = attempts.filter((exchange) => statusOf(exchange) >= 300 && statusOf(exchange) < 500)
    must.assume(refused.length > 0, 'the tenant refused no creation')
    const { exchange, items } = await streams.list()
    must.assume(
      items.some(({ name }) => name === known.first.set.name),
      'the list does not contain a created stream, so a stream that is missing in the list proves nothing',
    )
    const named = new Map(refused.map((attempt) => [nameSentIn(attempt), attempt]))
    const made = items.filter(({ name }) => typeof name === 'string' && named.has(name))
    for (const { id } of made) if (typeof id === 'string') streams.adopt(id)
    const [first] = made
    must.that(first === undefined, 'The tenant refused a creation, but created a stream.', {
      expected: 'no stream with the name of the refused creation',
      received: JSON.stringify(first ?? null),
      exchange,
      control: known.created,
      steps: [named.get(String(first?.name)) ?? []].flat(),
    })
  }),
}
