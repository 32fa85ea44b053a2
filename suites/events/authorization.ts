// The basic authorization of deliveries (RFC 7617).
import { type Delivery, Inconclusive, type Outcome, type Tester } from '../../src/suite.ts'

/** What a delivery is to carry. */
export interface Expected {
  readonly username: string
  /** Null where it is not known which of several credentials is the password. */
  readonly password: string | null
}

/** What arrived, or where that has no Authorization header what the tenant sends when it is asked for one. */
export const authorizedDelivery = async (
  { events }: Tester,
  outcome: Outcome,
): Promise<Outcome & { readonly delivery: Delivery }> => {
  const { delivery: plain, forwarder } = outcome
  if (plain === null)
    throw new Inconclusive('no event arrived whose authorization could be looked at', 'user')
  if (plain.headers.authorization !== undefined) return { ...outcome, delivery: plain }
  // A sender may wait until a 401 asks for credentials (RFC 7617, 2).
  const challenge = { 'www-authenticate': 'Basic realm="webhook"' }
  forwarder.inbox.answerWith(() => ({ status: 401, headers: challenge }))
  const again = await events.trigger(forwarder, outcome)
  const { delivery } = await events.arrived(again, ({ headers }) => headers.authorization !== undefined)
  forwarder.inbox.answerWith(() => ({ status: 200 }))
  return delivery === null ? { ...outcome, delivery: plain } : { ...again, delivery }
}

/** Whether the delivery carries that authorization. */
export const carries = ({ headers }: Delivery, { username, password }: Expected): boolean => {
  const basic = basicOf(headers.authorization)
  return basic?.username === username && (password === null || basic.credential === password)
}

/** What the delivery carries, without the credential itself. */
export const describeAuthorization = ({ headers }: Delivery, { username }: Expected): string => {
  const basic = basicOf(headers.authorization)
  if (headers.authorization === undefined) return 'no Authorization header'
  if (basic === null) return 'an Authorization header that is not basic authorization (RFC 7617)'
  if (basic.username === username && basic.credential !== '')
    return 'another credential than the one that was sent'
  return `basic authorization of ${JSON.stringify(basic.username)} with ${basic.credential === '' ? 'no credential' : 'a credential'}`
}

/** The user name and the credential of basic authorization; null where the header is none. */
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
