// What of an event stream's member can be compared: its meaning, without what the specification leaves open.

import { isObject, type Json, type JsonObject } from '../base/json.ts'
import { parsedUrl } from '../base/uri.ts'
import { timestampNs } from './timestamp.ts'

/**
 * The comparable meaning of a member of an event stream (part 2.4), or undefined where the value is not of its
 * specified shape: that is the matter of the member's own clause, and comparing it would blame a second one.
 * Left out are further members, the order of subscriptions, and all spellings of one address but its normal form.
 * @param stateField name of the forwarding-state field; null while unknown
 */
export function essenceOf(
  member: string,
  value: Json | undefined,
  stateField: string | null,
): Json | undefined {
  if (member === stateField) return value === 'enabled' || value === 'disabled' ? value : undefined
  switch (member) {
    case 'id':
      return typeof value === 'string' && [...value].length === 26 ? value : undefined
    case 'name':
      return typeof value === 'string' && value !== '' && [...value].length <= 128 ? value : undefined
    case 'created_at':
    case 'updated_at':
      return timestampNs(value) !== null ? value : undefined
    case 'subscriptions':
      return eventTypesOf(value)
    case 'destination':
      return isObject(value) ? destinationOf(value) : undefined
    default:
      return value
  }
}

function eventTypesOf(value: Json | undefined): Json | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const types: Json[] = value.map((item: Json) => (isObject(item) ? (item.event_type ?? null) : null))
  return types.every((type) => typeof type === 'string') ? types.sort() : undefined
}

function destinationOf({ type, configuration }: JsonObject): Json | undefined {
  if (type !== 'webhook' || !isObject(configuration)) return undefined
  const { webhook_endpoint: endpoint, webhook_authorization: authorization } = configuration
  if (typeof endpoint !== 'string') return undefined
  const address = parsedUrl(endpoint)?.href ?? endpoint
  if (authorization === undefined || authorization === null) return { address }
  if (!isObject(authorization)) return undefined
  const { method, username } = authorization
  return method === 'basic' && typeof username === 'string' ? { address, method, username } : undefined
}
