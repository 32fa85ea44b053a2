// Checks the basic authorization of deliveries (part 6; RFC 7617).
import {
  type Checks,
  type Delivery,
  delivering,
  Inconclusive,
  type Outcome,
  type TestContext,
  using,
} from '../../src/suite.ts'
import { eventStreams } from '../resources/event-streams.ts'
import { plainArrival, plainUsername } from './plain-streams.ts'
import { movedStream, movedUsername, renamedStream } from './updated-streams.ts'

interface Expected {
  readonly username: string
  readonly password: string | null
}

/** Without an Authorization header, the receiver returns 401 and the run triggers another event. */
const authorizedDelivery = async (
  { events }: TestContext,
  outcome: Outcome,
): Promise<Outcome & { readonly delivery: Delivery }> => {
  const { delivery: plain, forwarder } = outcome
  if (plain === null)
    throw new Inconclusive('no event arrived, so the check could not see its authorization', 'user')
  if (plain.headers.authorization !== undefined) return { ...outcome, delivery: plain }
  // RFC 7617, section 2: a client may wait for a 401 before it sends credentials.
  const challenge = { 'www-authenticate': 'Basic realm="webhook"' }
  forwarder.inbox.answerWith(() => ({ status: 401, headers: challenge }))
  const again = await events.trigger(forwarder, outcome)
  const { delivery } = await events.arrived(again, ({ headers }) => headers.authorization !== undefined)
  forwarder.inbox.answerWith(() => ({ status: 200 }))
  return delivery === null ? { ...outcome, delivery: plain } : { ...again, delivery }
}

const carriesAuthorization = ({ headers }: Delivery, { username, password }: Expected): boolean => {
  const basic = basicOf(headers.authorization)
  return basic?.username === username && (password === null || basic.credential === password)
}

/** The description does not contain the credential. */
const describeAuthorization = ({ headers }: Delivery, { username }: Expected): string => {
  const basic = basicOf(headers.authorization)
  if (headers.authorization === undefined) return 'no Authorization header'
  if (basic === null) return 'an Authorization header that is not basic authorization (RFC 7617)'
  if (basic.username === username && basic.credential !== '')
    return 'another credential than the credential that was sent'
  return `basic authorization of ${JSON.stringify(basic.username)} with ${basic.credential === '' ? 'no credential' : 'a credential'}`
}

const basicOf = (
  header: string | undefined,
): { readonly username: string; readonly credential: string } | null => {
  const [, encoded] = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(header ?? '') ?? []
  if (encoded === undefined) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0
    ? { username: text, credential: '' }
    : { username: text.slice(0, colon), credential: text.slice(colon + 1) }
}

export const basicAuthorization: Checks = {
  // SHOULD 6: If the destination of an event stream contains webhook_authorization with the method basic, each delivery contains an
  //   Authorization header with the username and the credential of the destination. The tenant may first deliver an event without this
  //   header, and send the header after the webhook endpoint returns 401 (RFC 7617, 2).
  'event-authorization': delivering(
    using([plainArrival, renamedStream, movedStream], async (check) => {
      const { must } = check
      const { values } = check.resource(eventStreams)
      must.assume(
        values.destinations.authorized,
        'the tenant accepted no stream with webhook_authorization',
        'specification',
      )
      const { password } = values.destinations
      for (const { outcome, username } of [
        { outcome: await plainArrival(check), username: plainUsername },
        { outcome: await check.use(renamedStream), username: plainUsername },
        { outcome: (await check.use(movedStream)).moved, username: movedUsername },
      ]) {
        const { trigger, delivery, steps } = await authorizedDelivery(check, outcome)
        const expected = { username, password }
        must.that(
          carriesAuthorization(delivery, expected),
          'A delivery does not contain the basic authorization that was set.',
          {
            expected: `basic authorization of ${JSON.stringify(username)}${password === null ? '' : ' with the credential that was sent'}`,
            received: describeAuthorization(delivery, expected),
            exchange: trigger,
            steps,
          },
        )
      }
    }),
  ),
}
