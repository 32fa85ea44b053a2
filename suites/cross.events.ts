// What streams forward (part 6). What must not arrive is waited for as long as what must arrive was seen to take.
import {
  acceptedBody,
  crossSuite,
  type Delivery,
  type Exchange,
  equal,
  essenceOf,
  type Inbox,
  isAccepted,
  type JsonObject,
  NotApplicable,
  NotRun,
  stateful,
  type Tester,
  type WatchedStream,
} from '../src/engine/index.ts'

/** A check that triggers events. */
const eventful = (run: (tester: Tester) => Promise<void>) =>
  stateful((tester) => tester.events.turn(() => run(tester)))

/** Two event types. Throws NotRun where only one is known. */
const twoTypes = ({ given }: Tester): readonly [string, string] => {
  const [first, second] = given.eventTypes()
  if (second === undefined)
    throw new NotRun('it needs two event types: declare eventStream.eventTypes in the profile')
  return [first, second]
}

/** Whether a member came back as it was sent, as far as it says what is forwarded. */
const takenAs = ({ knowledge }: Tester, member: string, sent: JsonObject, returned: JsonObject): boolean => {
  const [is, asked] = [returned, sent].map((body) =>
    essenceOf(member, body[member], knowledge.forwardingStateField),
  )
  return equal(is, asked)
}

/** Updates a stream; undecided where that is not accepted and returned as sent, which other clauses ask for. */
const update = async (tester: Tester, stream: WatchedStream, body: JsonObject): Promise<Exchange> => {
  const exchange = await tester.call(tester.given.update(stream, body))
  tester.must.assume(isAccepted(exchange), 'an update of the stream was not accepted')
  const returned = acceptedBody(exchange)
  for (const member of Object.keys(body))
    tester.must.assume(
      takenAs(tester, member, body, returned),
      `an update of ${member} was not returned as sent`,
    )
  return exchange
}

const seenAs = (delivery: Delivery | null, trigger: Exchange): string =>
  delivery === null
    ? ''
    : `${delivery.method} ${delivery.body.slice(0, 300)}, ${delivery.receivedAtMs - trigger.startedAtMs} ms after the trigger`

/** An event that was triggered must have arrived, as the one beside it did. */
const mustArrive = async (
  { events, must }: Tester,
  message: string,
  inbox: Inbox,
  trigger: Exchange,
  showing: { readonly control: Exchange; readonly steps?: readonly Exchange[] },
): Promise<Delivery | null> => {
  const delivery = await events.arrival(inbox, trigger)
  must.that(delivery !== null, message, {
    expected: 'a delivery, as the stream of the control got one',
    received: events.waited,
    exchange: trigger,
    ...showing,
  })
  return delivery
}

/** An event that was triggered must not arrive. To be called when a control that was triggered after it has arrived. */
const mustNotArrive = async (
  { events, must }: Tester,
  message: string,
  inbox: Inbox,
  trigger: Exchange,
  showing: {
    readonly control: Exchange
    readonly steps?: readonly Exchange[]
    readonly forbidden?: (delivery: Delivery) => boolean
  },
): Promise<void> => {
  const { forbidden, ...shown } = showing
  const delivery = await events.silence(inbox, trigger, forbidden)
  must.that(delivery === null, message, {
    expected: 'no delivery',
    received: seenAs(delivery, trigger),
    exchange: trigger,
    ...shown,
  })
}

/** Somebody else's event of a type that the stream subscribes to may come at any time: it names that type. */
const namesNot = (subscribed: string, triggered: string) => (delivery: Delivery) =>
  !delivery.body.includes(JSON.stringify(subscribed)) || delivery.body.includes(JSON.stringify(triggered))

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

export default crossSuite('events', {
  any: {
    'event-delivered': eventful(async (tester) => {
      const { events, must, knowledge } = tester
      const stream = await events.stream()
      const trigger = await events.trigger(stream)
      const delivery = await events.arrival(stream.inbox, trigger)
      must.assume(
        delivery !== null || knowledge.forwardingStateField !== null,
        'no event arrived, but the stream may be disabled: declare eventStream.forwardingStateField in the profile',
      )
      const hint = (await events.reached())
        ? ''
        : ' Nothing has arrived at all: a tenant that does not reach this machine needs TENANT_WEBHOOK_URL and --webhook-listen.'
      must.that(delivery !== null, `An event that matches was not forwarded.${hint}`, {
        expected: `a delivery at ${stream.inbox.url}`,
        received: events.waited,
        exchange: trigger,
        control: stream.created,
      })
      await events.observe(stream)
    }),
    'event-not-subscribed': eventful(async (tester) => {
      const { events } = tester
      const [subscribed, other] = twoTypes(tester)
      const silent = await events.stream({ eventType: subscribed })
      const loud = await events.stream({ eventType: other })
      const trigger = await events.trigger(silent, other)
      const control = await events.trigger(loud)
      await events.control(loud, control)
      await mustNotArrive(
        tester,
        'An event was forwarded that no subscription names.',
        silent.inbox,
        trigger,
        { control, steps: [silent.created], forbidden: namesNot(subscribed, other) },
      )
    }),
    'event-disabled': eventful(async (tester) => {
      const { events, given } = tester
      const born = await events.stream({ state: 'disabled' })
      const turned = await events.stream()
      const disabling = await update(tester, turned, given.state('disabled'))
      const plain = await events.stream()
      const triggers = [await events.trigger(born), await events.trigger(turned)] as const
      const control = await events.trigger(plain)
      await events.control(plain, control)
      const message = 'A disabled stream forwarded an event.'
      await mustNotArrive(tester, message, born.inbox, triggers[0], { control, steps: [born.created] })
      await mustNotArrive(tester, message, turned.inbox, triggers[1], { control, steps: [disabling] })
    }),
    'event-enabled-again': eventful(async (tester) => {
      const { events, given } = tester
      const stream = await events.stream()
      const steps = [
        await update(tester, stream, given.state('disabled')),
        await update(tester, stream, given.state('enabled')),
      ]
      const plain = await events.stream()
      const trigger = await events.trigger(stream)
      const control = await events.trigger(plain)
      await events.control(plain, control)
      await mustArrive(tester, 'A stream that was enabled again forwards nothing.', stream.inbox, trigger, {
        control,
        steps,
      })
    }),
    'event-subscriptions-updated': eventful(async (tester) => {
      const { events, must } = tester
      const [before, after] = twoTypes(tester)
      // Beside each updated stream one that was created with the new subscriptions: it shows what they mean.
      const gets = await events.stream({ eventType: before })
      const getsNot = await events.stream({ eventType: before })
      const [plain, silent] = [
        await events.stream({ eventType: after }),
        await events.stream({ eventType: after }),
      ]
      const subscriptions = [{ event_type: after }]
      const steps = [
        await update(tester, gets, { subscriptions }),
        await update(tester, getsNot, { subscriptions }),
      ]
      const old = await events.trigger(getsNot, before)
      const same = await events.trigger(silent, before)
      const trigger = await events.trigger(gets, after)
      const control = await events.trigger(plain)
      await events.control(plain, control)
      await mustArrive(
        tester,
        'After an update of its subscriptions a stream does not forward an event of the new ones.',
        gets.inbox,
        trigger,
        { control, steps: steps.slice(0, 1) },
      )
      const forbidden = namesNot(after, before)
      must.assume(
        (await events.silence(silent.inbox, same, forbidden)) === null,
        'a stream that was created with the new subscriptions forwards the old event as well: see any.event-not-subscribed',
      )
      await mustNotArrive(
        tester,
        'After an update of its subscriptions a stream still forwards an event of the old ones.',
        getsNot.inbox,
        old,
        { control, steps: steps.slice(1), forbidden },
      )
    }),
    'event-endpoint-updated': eventful(async (tester) => {
      const { events, given } = tester
      const stream = await events.stream()
      const next = await events.inbox()
      const steps = [await update(tester, stream, { destination: given.destinationAt(next.url) })]
      const plain = await events.stream()
      const trigger = await events.trigger(stream)
      const control = await events.trigger(plain)
      await events.control(plain, control)
      await mustArrive(
        tester,
        'After an update of its endpoint a stream does not forward to the new one.',
        next,
        trigger,
        { control, steps },
      )
      await mustNotArrive(
        tester,
        'After an update of its endpoint a stream still forwards to the old one.',
        stream.inbox,
        trigger,
        { control, steps },
      )
    }),
    'event-authorization': eventful(async (tester) => {
      const { events, given, must, knowledge } = tester
      must.assume(given.withAuthorization, 'the tenant took no stream with webhook_authorization')
      const declared = Object.values(knowledge.profile.eventStream?.webhookCredentials ?? {})
      // Of several fields it is not shown which one is the password.
      const password = declared.length === 1 ? declared[0] : undefined
      const fresh = await events.stream({ username: 'fresh' })
      const renamed = await events.stream({ username: 'renamed' })
      const changed = await events.stream({ username: 'before' })
      const renaming = await update(tester, renamed, { name: given.name() })
      const inbox = await events.inbox()
      const changing = await update(tester, changed, {
        destination: given.destinationAt(inbox.url, 'after'),
      })
      for (const { stream, username, steps } of [
        { stream: fresh, username: 'fresh', steps: [fresh.created] },
        { stream: renamed, username: 'renamed', steps: [renamed.created, renaming] },
        { stream: { ...changed, inbox }, username: 'after', steps: [changed.created, changing] },
      ]) {
        const trigger = await events.trigger(stream)
        const delivery = await events.control(stream, trigger)
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
      const { events, given } = tester
      // A list of subscriptions that no other check uses, so that these two streams are all that share it.
      const [one, other] = given.eventTypes()
      const alike = other === undefined ? {} : { eventType: other, further: [one] }
      const streams = [await events.stream(alike), await events.stream(alike)] as const
      const first = await events.trigger(streams[0])
      const second = events.tenantWide ? first : await events.trigger(streams[1])
      const arrived = await Promise.all([
        events.arrival(streams[0].inbox, first),
        events.arrival(streams[1].inbox, second),
      ])
      tester.must.assume(
        arrived.some((delivery) => delivery !== null),
        'neither stream forwarded the event: see any.event-delivered',
      )
      const missing = arrived.indexOf(null)
      const [trigger, control] = missing === 0 ? [first, second] : [second, first]
      tester.must.that(
        missing < 0,
        'Of two streams with the same subscription only one forwarded the event.',
        {
          expected: 'a delivery from each of the two streams',
          received: `${events.waited} from the ${missing === 0 ? 'first' : 'second'}`,
          exchange: trigger,
          control,
          steps: streams.map(({ created }) => created),
        },
      )
    }),
    'event-own-stream': eventful(async (tester) => {
      const { events } = tester
      if (events.tenantWide)
        throw new NotApplicable(
          'the trigger is for the whole tenant: every stream that matches forwards the event',
        )
      const [own, other] = [await events.stream(), await events.stream()]
      const trigger = await events.trigger(own)
      const delivery = await events.control(own, trigger)
      // Where deliveries show which event they carry, somebody else's matching event is told from this one.
      const telling = events.shows(delivery, trigger)
      await mustNotArrive(
        tester,
        'An event that was triggered for one stream was forwarded by another one.',
        other.inbox,
        trigger,
        {
          control: trigger,
          steps: [own.created, other.created],
          forbidden: (candidate) => !telling || events.shows(candidate, trigger),
        },
      )
    }),
  },
})
