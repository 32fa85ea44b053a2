// Clauses about updates of an event stream (parts 3 and 4.5).
import {
  NotRun,
  type ResourceClient,
  random,
  refusesChanges,
  resourceSuite,
  unknownIdRefused,
  updates,
  using,
} from '../src/suite.ts'
import { mustKeepASubscription } from './event-streams.update/last-subscription.ts'
import { byUpdate, updateDelicateTexts, updatedTexts } from './event-streams.update/texts.ts'
import { invalidStates } from './resources/event-streams/members.ts'
import { mustCountInUnit } from './resources/event-streams/names.ts'
import { mustReturnTexts, mustStoreTexts } from './resources/event-streams/texts.ts'
import { type EventStreams, eventStreams } from './resources/event-streams.ts'

type Streams = ResourceClient<EventStreams>

const mustFollowUpdate = using(
  [updates.seriesOf, updatedTexts],
  async (check, streams: Streams, member: string): Promise<void> => {
    await updates.changes(member)(check, streams)
    const { control, texts } = await check.use(updatedTexts)
    mustReturnTexts(check, texts, member, control)
  },
)

export default resourceSuite('event-streams.update', eventStreams, {
  // MUST 4.5: The tenant returns a 2xx status for a valid update of an existing event stream.
  accepts: updates.accepts,
  // MUST 4.5: After an update, the response to a later update with an empty object contains the same stream as the response to the first
  //   update. Only updated_at may differ.
  stored: random(
    using([updates.stored, updatedTexts], async (check, streams: Streams) => {
      await updates.stored(check, streams)
      mustStoreTexts(check, (await check.use(updatedTexts)).texts)
    }),
  ),
  // SHOULD 4.5: If no event stream has the id in the path, the tenant returns a 4xx status (RFC 9110, 15.5).
  'unknown-id': unknownIdRefused('unknown-stream-id'),
  // SHOULD 4.5: If the event stream with the id in the path was deleted, the tenant returns a 4xx status (RFC 9110, 15.5).
  'removed-refused': updates.removed,
  // SHOULD 4.5: If an update sends the current name of the stream, the tenant accepts the update. The update does not change the name, the
  //   subscriptions, the destination or the forwarding state.
  'same-name': updates.sameName,

  // MUST 3: If an update sends the forwarding state disabled, an enabled stream becomes disabled.
  'enabled-to-disabled': updates.follows('enabled', 'disabled'),
  // MUST 3: If an update sends the forwarding state enabled, a disabled stream becomes enabled.
  'disabled-to-enabled': updates.follows('disabled', 'enabled'),
  // MUST 3: After every update that sends a forwarding state, the stream has the sent state, even after many changes of the state.
  'toggles-repeatedly': updates.followsRepeatedly,
  // MUST 3: If an update sends the forwarding state that the stream already has, the stream keeps this state.
  'same-state': updates.sameState('same-state-update'),
  // MUST 3: If an update changes the forwarding state, updated_at changes in the response and in later reads. This also applies if the
  //   update also sends other members, or if its body is a form.
  'toggle-moves-updated-at': updates.movesWithState,
  // MUST 2.4: If a request sends a forwarding state other than enabled and disabled, the tenant rejects the request.
  'state-values': using([refusesChanges], (check, { values }) =>
    refusesChanges(
      check,
      invalidStates.map((state) => values.inState(state)),
    ),
  ),

  // MUST 4.5: If an update sends a plain name, the response contains exactly this name. A plain name contains no control or format
  //   characters, and no white space except single spaces between words. Unicode normalisation does not change a plain name.
  'name-changes': random(
    using([mustFollowUpdate, updates.seriesOf], async (check, streams: Streams) => {
      await mustFollowUpdate(check, streams, 'name')
      // The response must contain this stream, not another stream with the same name.
      const { subject, steps } = await updates.seriesOf(check, streams)
      for (const { what, sent, before, seen } of steps)
        if (what === 'namesake' && seen.accepted)
          check.must.beAsSent(seen, { ...sent, id: subject.id }, { control: before.exchange })
    }),
  ),
  // SHOULD 8: The tenant accepts a name of 128 units and rejects a longer name, also if the name contains characters above U+FFFF. A unit
  //   is a character, a UTF-16 unit or a byte, as declared for the tenant, because the specification does not name the unit.
  'name-length-characters': async (check, streams) => {
    const stream = await streams.any()
    await mustCountInUnit(
      check,
      async (name) => (await stream.update({ name }, { intent: 'probe' })).exchange,
    )
  },
  // SHOULD 4.5: If the tenant accepts a name or a username with unusual white space, line ends, control characters or Unicode normal forms,
  //   the response contains exactly this text. The specification does not mention these texts.
  'text-exact': async (check, streams) => {
    const { must, requests } = check
    const stream = await streams.any()
    const plain = { name: requests.name(), destination: streams.values.destinations.withUsername('Upper') }
    const control = await stream.update(plain, { intent: 'probe' })
    must.assume(
      must.showsAsSent(control, plain),
      'the response does not show plain texts as sent either: see the clauses name-changes and destination-changes',
    )
    const texts = await updateDelicateTexts(check, streams, byUpdate(stream))
    for (const member of ['name', 'destination']) mustReturnTexts(check, texts, member, control.exchange)
  },

  // MUST 4.5: If an update sends subscriptions, the response contains exactly these subscriptions, in any order.
  'subscriptions-change': {
    phase: 'examples',
    // Runs early, because it makes fixtures for other checks.
    early: true,
    run: using([mustFollowUpdate], async (check, streams) => {
      if (streams.values.subscriptions.lists().length === 1)
        throw new NotRun('only one event type is known: declare two in eventStream.eventTypes of the profile')
      await mustFollowUpdate(check, streams, 'subscriptions')
    }),
  },
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
  // MUST 2.4: After an update with an empty array of subscriptions, the stream still has one or more subscriptions. This applies if the
  //   tenant accepts the update, and also if the tenant rejects the update.
  'subscriptions-never-empty': mustKeepASubscription,
  // MUST 4.5: If an update sends a complete destination, the destination in the response has the webhook_endpoint, the method and the
  //   username that the update sent.
  'destination-changes': random(
    using([mustFollowUpdate], (check, streams: Streams) => mustFollowUpdate(check, streams, 'destination')),
  ),
})
