// What streams forward (part 6). What must not arrive is waited for as long as what must arrive was seen to take.
import {
  crossSuite,
  type Delivery,
  type Exchange,
  Inconclusive,
  type JsonObject,
  NotApplicable,
  stateful,
  type Tester,
} from '../src/engine/index.ts'
import {
  alikeStreams,
  disabledStreams,
  plainArrival,
  plainStreams,
  silence,
  strangersToFirst,
  type Triggered,
  takenAs,
  twoTypes,
  update,
} from './events/scenes.ts'
import { eventStreams } from './resources/event-streams.ts'

/** A check that triggers events. */
const eventful = (run: (tester: Tester) => Promise<void>) =>
  stateful((tester) => tester.events.turn(() => run(tester)))

/** An event must have arrived, as that of the control did. Late is not missing: the specification sets no time. */
const mustHaveArrived = (
  { events, must }: Tester,
  message: string,
  { trigger, delivery, steps }: Triggered,
  control: Exchange,
): void => {
  if (delivery === null) events.assumeMissing()
  must.that(delivery !== null, message, {
    expected: 'a delivery, as the stream of the control got one',
    received: events.waited,
    exchange: trigger,
    control,
    steps,
  })
}

/** Triggers an event that must arrive. */
const mustForward = async (
  tester: Tester,
  message: string,
  { stream, steps }: Pick<Triggered, 'stream' | 'steps'>,
  control: Triggered,
  eventType = stream.eventType,
): Promise<void> => {
  const { events } = tester
  const trigger = await events.trigger(stream, eventType)
  const delivery = await events.arrival(stream.inbox, trigger)
  mustHaveArrived(tester, message, { stream, trigger, delivery, steps }, control.trigger)
}

const mustNotHaveArrived = (
  { must }: Tester,
  message: string,
  { trigger, delivery, steps }: Triggered,
  control: Triggered,
): void =>
  must.that(delivery === null, message, {
    expected: 'no delivery',
    received:
      delivery === null
        ? ''
        : `${delivery.method} ${delivery.body.slice(0, 300)}, ${delivery.receivedAtMs - trigger.startedAtMs} ms after the trigger`,
    exchange: trigger,
    control: control.trigger,
    steps,
  })

/**
 * The same where a trigger that raises a test, and not an event of part 6, may deliver it all the same: what came is a
 * failure only where the profile declares an event, or where the trigger was seen to heed what is asked here.
 */
const mustNotHaveArrivedUnlessTest = (
  tester: Tester,
  message: string,
  seen: Triggered,
  control: Triggered,
  heeded: boolean,
): void => {
  const { events, knowledge } = tester
  if (seen.delivery !== null && !heeded && events.raises !== 'event') {
    if (events.raises === null) knowledge.observe('trigger-meaning', `as a test would: ${message}`)
    throw new Inconclusive(
      events.raises === 'test'
        ? `${message} But the profile declares that the trigger raises a test, of which part 6 says nothing: give it a trigger that raises an event.`
        : `${message} But a trigger may raise a test, of which part 6 says nothing: declare delivery.trigger.raises as "event" or "test" in the profile.`,
    )
  }
  mustNotHaveArrived(tester, message, seen, control)
}

/** Enables a disabled stream of the scene: it must forward from then on. */
const mustForwardEnabled = async (
  tester: Tester,
  message: string,
  { stream, delivery, steps }: Triggered,
  plain: Triggered,
): Promise<void> => {
  tester.must.assume(
    delivery === null,
    'the stream forwarded while it was disabled, so that what it forwards afterwards shows nothing: see any.event-disabled',
  )
  const enabling = await update(tester, stream, tester.resource(eventStreams).values.inState('enabled'))
  await mustForward(tester, message, { stream, steps: [...steps, enabling] }, plain)
}

/** The user name and the credential of basic authorization (RFC 7617); null where the header is none. */
const basicOf = (header: string | undefined): { username: string; credential: string } | null => {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0
    ? { username: text, credential: '' }
    : { username: text.slice(0, colon), credential: text.slice(colon + 1) }
}

/** What the header of a delivery shows, without the credential itself. */
const describeAuthorization = (delivery: Delivery | null): string => {
  const header = delivery?.headers.authorization
  if (header === undefined) return 'no Authorization header'
  const basic = basicOf(header)
  if (basic === null) return `an Authorization header that is no basic authorization (RFC 7617)`
  return `basic authorization of ${JSON.stringify(basic.username)} with ${basic.credential === '' ? 'no credential' : 'a credential'}`
}

/** A delivery to the stream; one with an Authorization header where the tenant sends it, if only when asked for it. */
const authorizedDelivery = async (
  { events }: Tester,
  stream: Triggered['stream'],
): Promise<{ readonly trigger: Exchange; readonly delivery: Delivery }> => {
  const trigger = await events.trigger(stream)
  const delivery = await events.control(stream, trigger)
  if (delivery.headers.authorization !== undefined) return { trigger, delivery }
  // A sender may wait until a 401 asks for credentials (RFC 7617, 2).
  stream.inbox.answerWith(() => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="webhook"' } }))
  const again = await events.trigger(stream)
  const asked = await events.arrival(
    stream.inbox,
    again,
    ({ headers }) => headers.authorization !== undefined,
  )
  return asked === null ? { trigger, delivery } : { trigger: again, delivery: asked }
}

export default crossSuite('events', {
  any: {
    'event-delivered': eventful(async (tester) => {
      const { events, must } = tester
      const both = await plainStreams(tester)
      const control = both.find(({ delivery }) => delivery !== null)
      must.assume(
        control !== undefined || tester.resource(eventStreams).values.stateField !== null,
        'no event arrived, but the streams may be disabled: declare eventStream.forwardingStateField in the profile',
      )
      // A tenant that can't reach the receiver is not to blame; only another delivery shows that it can.
      if (control === undefined)
        throw new Inconclusive(
          'nothing has arrived at all, which says nothing of a tenant that may not reach the receiver of the run, as one in a container or elsewhere: supply an address at which it does in TENANT_WEBHOOK_URL, and --webhook-listen',
        )
      for (const one of both)
        mustHaveArrived(tester, 'An event that matches was not forwarded.', one, control.trigger)
      await events.observe(control.stream)
    }),
    'event-each-event': eventful(async (tester) => {
      const { events } = tester
      const stream = await events.stream()
      const trigger = await events.trigger(stream)
      const steps = [stream.created]
      const first = { stream, trigger, delivery: await events.control(stream, trigger), steps }
      for (const which of ['second', 'third'])
        await mustForward(
          tester,
          `Of the events of a stream the first one was forwarded and not the ${which} one.`,
          { stream, steps: [...steps, trigger] },
          first,
        )
    }),
    'event-each-subscription': eventful(async (tester) => {
      const { events, must } = tester
      twoTypes(tester)
      const types = tester.resource(eventStreams).values.eventTypes()
      const control = await plainArrival(tester, 1)
      // The second of two and the third of three: of each stream one event, so that no other clause is in play.
      for (const length of [2, 3].filter((one) => one <= types.length)) {
        const [eventType, ...further] = types.slice(0, length)
        const stream = await events.stream({ eventType: eventType ?? types[0], further })
        const sent: JsonObject = {
          subscriptions: types.slice(0, length).map((event_type) => ({ event_type })),
        }
        must.assume(
          takenAs(tester, stream.created, sent),
          'the subscriptions of the stream were not returned as sent',
        )
        await mustForward(
          tester,
          `An event was not forwarded that the last of ${length} subscriptions names.`,
          { stream, steps: [stream.created] },
          control,
          further.at(-1),
        )
      }
    }),
    'event-not-subscribed': eventful(async (tester) => {
      const { made, plain } = await strangersToFirst(tester)
      const message = 'An event was forwarded that no subscription names.'
      mustNotHaveArrivedUnlessTest(tester, message, made, plain, false)
    }),
    'event-disabled': eventful(async (tester) => {
      const { born, turned, plain } = await disabledStreams(tester)
      // Where one of them stayed silent, the trigger heeds the state: then the other one has to as well.
      const heeded = born.delivery === null || turned.delivery === null
      for (const stream of [born, turned])
        mustNotHaveArrivedUnlessTest(tester, 'A disabled stream forwarded an event.', stream, plain, heeded)
    }),
    'event-enabled-again': eventful(async (tester) => {
      const { turned, plain } = await disabledStreams(tester)
      await mustForwardEnabled(tester, 'A stream that was enabled again forwards nothing.', turned, plain)
    }),
    'event-enabled-later': eventful(async (tester) => {
      const { born, plain } = await disabledStreams(tester)
      const message = 'A stream that was created disabled forwards nothing after it was enabled.'
      await mustForwardEnabled(tester, message, born, plain)
    }),
    'event-renamed': eventful(async (tester) => {
      const { events } = tester
      const control = await plainArrival(tester)
      const stream = await events.stream()
      const steps = [stream.created, await update(tester, stream, { name: tester.requests.name() })]
      await mustForward(tester, 'A stream that was renamed forwards nothing.', { stream, steps }, control)
    }),
    'event-subscriptions-updated': eventful(async (tester) => {
      const { events, must } = tester
      const { made, updated, plain } = await strangersToFirst(tester)
      const changed = updated()
      // The stream that was created with the new subscriptions shows what they mean.
      must.assume(
        made.delivery === null,
        'a stream that was created with the new subscriptions forwards the old event as well: see any.event-not-subscribed',
      )
      mustNotHaveArrived(
        tester,
        'After an update of its subscriptions a stream still forwards an event of the old ones.',
        changed,
        plain,
      )
      const trigger = await events.trigger(made.stream)
      const control = { ...made, trigger, delivery: await events.control(made.stream, trigger) }
      await mustForward(
        tester,
        'After an update of its subscriptions a stream does not forward an event of the new ones.',
        changed,
        control,
      )
    }),
    'event-endpoint-updated': eventful(async (tester) => {
      const { events } = tester
      const control = await plainArrival(tester)
      const old = await events.stream()
      const inbox = await events.inbox()
      const moving = await update(tester, old, {
        destination: tester.resource(eventStreams).values.destinationAt(inbox.url),
      })
      const [stream, steps] = [{ ...old, inbox }, [old.created, moving]]
      const trigger = await events.trigger(stream)
      const moved = { stream, trigger, delivery: await events.arrival(inbox, trigger), steps }
      mustHaveArrived(
        tester,
        'After an update of its endpoint a stream does not forward to the new one.',
        moved,
        control.trigger,
      )
      mustNotHaveArrived(
        tester,
        'After an update of its endpoint a stream still forwards to the old one.',
        await silence(tester, { stream: old, trigger, steps }, moved),
        moved,
      )
    }),
    'event-authorization': eventful(async (tester) => {
      const { events, must, knowledge } = tester
      must.assume(
        tester.resource(eventStreams).values.authorizes,
        'the tenant took no stream with webhook_authorization',
      )
      const declared = Object.values(knowledge.profile.eventStream?.webhookCredentials ?? {})
      // Of several fields it is not shown which one is the password.
      const password = declared.length === 1 ? declared[0] : undefined
      const fresh = await events.stream({ username: 'fresh' })
      const renamed = await events.stream({ username: 'renamed' })
      const changed = await events.stream({ username: 'before' })
      const renaming = await update(tester, renamed, { name: tester.requests.name() })
      const inbox = await events.inbox()
      const changing = await update(tester, changed, {
        destination: tester.resource(eventStreams).values.destinationAt(inbox.url, 'after'),
      })
      for (const { stream, username, steps } of [
        { stream: fresh, username: 'fresh', steps: [fresh.created] },
        { stream: renamed, username: 'renamed', steps: [renamed.created, renaming] },
        { stream: { ...changed, inbox }, username: 'after', steps: [changed.created, changing] },
      ]) {
        const { trigger, delivery } = await authorizedDelivery(tester, stream)
        const basic = basicOf(delivery.headers.authorization)
        const right =
          basic?.username === username && (password === undefined || basic.credential === password)
        must.that(right, 'A delivery does not carry the basic authorization that was set.', {
          expected: `basic authorization of ${JSON.stringify(username)}${password === undefined ? '' : ' with the credential that was sent'}`,
          received:
            basic !== null && basic.username === username && basic.credential !== ''
              ? 'another credential than the one that was sent'
              : describeAuthorization(delivery),
          exchange: trigger,
          steps,
        })
      }
    }),
    'event-every-stream': eventful(async (tester) => {
      const { first, second } = await alikeStreams(tester)
      const control = [first, second].find(({ delivery }) => delivery !== null)
      if (control === undefined)
        throw new Inconclusive('neither stream forwarded the event: see any.event-delivered')
      for (const one of [first, second])
        mustHaveArrived(
          tester,
          'Of two streams with the same subscriptions only one forwarded the event.',
          one,
          control.trigger,
        )
    }),
    'event-own-stream': eventful(async (tester) => {
      const { events, knowledge, must } = tester
      if (events.scope === 'tenant')
        throw new NotApplicable(
          'the trigger is for the whole tenant: every stream that matches forwards the event',
        )
      const { first, second, strayed } = await alikeStreams(tester)
      must.assume(first.delivery !== null, 'no event arrived: see any.event-delivered')
      // Somebody else's event that matches may come at any time.
      must.assume(
        strayed === null || events.shows(strayed, first.trigger),
        'another stream got a delivery that does not show whose event it carries',
      )
      knowledge.observe('trigger-scope', strayed === null ? 'stream' : 'tenant')
      must.assume(
        strayed === null || events.scope === 'stream',
        'another stream with the same subscriptions forwarded the event as well, as all do where a trigger is for the whole tenant: declare delivery.trigger.scope as "stream" or "tenant" in the profile',
      )
      mustNotHaveArrived(
        tester,
        'An event that was triggered for one stream was forwarded by another one.',
        { ...second, trigger: first.trigger, delivery: strayed },
        first,
      )
    }),
  },
})
