// Preconditions of the checks of deliveries.
import {
  type Attempt,
  type Exchange,
  type Forwarder,
  Inconclusive,
  type JsonObject,
  NotRun,
  type Outcome,
  type TestContext,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'

/** @throws NotRun if only one event type is known */
export const twoTypes = ({ events }: TestContext): readonly [string, string] => {
  const [first, second] = events.types()
  if (second === undefined)
    throw new NotRun('the check needs two event types: declare eventStream.eventTypes in the profile')
  return [first, second]
}

export const inState = (check: TestContext, state: 'enabled' | 'disabled'): JsonObject =>
  check.resource(eventStreams).values.inState(state)

export const assumeReturned = (
  check: TestContext,
  exchange: Attempt,
  sent: JsonObject,
  reason: string,
): void =>
  check.must.assume(
    check.must.showsAsSent(check.resource(eventStreams).seen(exchange), sent),
    `${reason} not returned as sent`,
  )

/** @throws Inconclusive if the tenant rejects the update or does not return the sent values */
export const updateStream = async (
  check: TestContext,
  { id }: Forwarder,
  body: JsonObject,
  mediaType?: string,
): Promise<Exchange> => {
  const request = check.resource(eventStreams).update(id, body)
  const exchange = await check.call(mediaType === undefined ? request : { ...request, mediaType })
  check.must.assume(exchange.accepted, 'an update of the stream was not accepted')
  for (const [member, value] of Object.entries(body))
    assumeReturned(check, exchange, { [member]: value }, `an update of ${member} was`)
  return exchange
}

/**
 * Part 6 does not mention test events, so a delivered test event proves nothing.
 * @param heeded true if a disabled stream did not forward the event of this trigger
 * @throws Inconclusive if the trigger may cause a test event
 */
export const assumeNotTest = (
  { events, knowledge }: TestContext,
  { delivery }: Outcome,
  message: string,
  heeded = false,
): void => {
  if (delivery === null || heeded || events.raises === 'event') return
  if (events.raises === null) knowledge.observe('trigger-meaning', `like a test event: ${message}`)
  throw new Inconclusive(
    events.raises === 'test'
      ? `${message} But the profile declares that the trigger causes a test event. Part 6 of the specification says nothing about test events: declare a trigger that causes a real event.`
      : `${message} But the trigger may cause a test event, and part 6 of the specification says nothing about test events: declare delivery.trigger.raises as "event" or "test" in the profile.`,
    'user',
  )
}
