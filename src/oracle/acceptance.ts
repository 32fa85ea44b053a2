// Acceptance and refusal: what counts as the one, what as the other, and what as neither.
import { bodyOf, type Exchange, statusOf } from '../base/exchange.ts'
import { isObject, type JsonObject } from '../base/json.ts'

/**
 * Whether the tenant did what was asked: a 2xx answer that is recognisably the operation's resource. A 2xx answer
 * that is anything (a login page, a constant) accepts nothing. Recognisable is less than well-shaped, so that one
 * wrong member fails the clause of that member and no other.
 */
export function isAccepted(exchange: Exchange): boolean {
  const status = statusOf(exchange)
  if (status < 200 || status > 299) return false
  const recognise = recognisers[exchange.operation]
  if (recognise === undefined) return true
  const body = bodyOf(exchange)
  return body.ok && isObject(body.value) && recognise(body.value)
}

const isStream = (body: JsonObject): boolean =>
  typeof body.id === 'string' &&
  body.id !== '' &&
  ['name', 'subscriptions', 'destination'].some((key) => key in body)

const recognisers: Readonly<Record<string, (body: JsonObject) => boolean>> = {
  'event-streams.create': isStream,
  'event-streams.update': isStream,
  'phone-templates.update': (body) => 'enrollment_message' in body || 'verification_message' in body,
  'custom-signing-keys.get': (body) => 'keys' in body,
}

/** Whether the tenant was passingly out of reach behind a gateway, which says nothing of what it does (RFC 9110, 15.6). */
export function isUnavailable(exchange: Exchange): boolean {
  return [502, 503, 504].includes(statusOf(exchange))
}

/** The accepted answer's body; an empty object where the operation has none. */
export function acceptedBody(exchange: Exchange): JsonObject {
  const body = bodyOf(exchange)
  return body.ok && isObject(body.value) ? body.value : {}
}

/** What a refusal is for: what the request says, the id in its path, or its token. */
export type RefusalOf = 'content' | 'path' | 'token'

// The specification shows no status for a refusal of parts 4.2 to 4.5 (part 7), so that any 3xx or 4xx is one: a
// redirect to a login page refuses a token as well as 401 does. Left out are only statuses that by RFC 9110 and RFC
// 6585 name a reason of their own, which is not the one under test.
const timing: readonly number[] = [408, 425, 429]
/** Statuses that name a reason of their own, by what the refusal is for. */
export const otherReasons: Readonly<Record<RefusalOf, readonly number[]>> = {
  content: [401, 403, 407, 409, ...timing],
  path: [401, 403, 407, 409, ...timing],
  token: timing,
}

/** Whether the answer only says when to send the request. */
export function speaksOfTime(exchange: Exchange): boolean {
  return timing.includes(statusOf(exchange))
}

/**
 * Whether the tenant refused the request for that reason, as far as a status can tell.
 * @param declared statuses that the profile declares as refusals of the operation's invalid requests
 */
export function isRefused(exchange: Exchange, of: RefusalOf, declared: readonly number[] = []): boolean {
  const status = statusOf(exchange)
  if (status < 300 || status > 499) return false
  return !otherReasons[of].includes(status) || declared.includes(status)
}
