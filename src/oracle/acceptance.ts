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

/** The accepted answer's body; an empty object where the operation has none. */
export function acceptedBody(exchange: Exchange): JsonObject {
  const body = bodyOf(exchange)
  return body.ok && isObject(body.value) ? body.value : {}
}

/**
 * Statuses that refuse a request for its content. Not among them: 401 and 403 (the token), 404 (the resource), 409
 * (a conflict with another resource), 429 (the rate), 5xx (no refusal at all).
 */
const contentRefusals: readonly number[] = [400, 413, 414, 415, 422]

/** Statuses that refuse a request for the id in its path. */
const pathRefusals: readonly number[] = [400, 404, 410, 414, 422]

/** What a refusal is for. */
export type RefusalOf = 'content' | 'path'

/** Whether the tenant refused the request for its content, or for the id in its path. */
export function isRefused(exchange: Exchange, of: RefusalOf, declared: readonly number[] = []): boolean {
  const status = statusOf(exchange)
  return (
    (of === 'content' ? contentRefusals : pathRefusals).includes(status) ||
    (status >= 400 && status < 500 && declared.includes(status))
  )
}
