// Reads the body of a trigger request, for example `{ "event_type": "user.created" }`.
import { isObject } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call } from '../route.ts'

/** Throws Invalid for a wrong event type. */
export function readEventType({ body, variation }: Call): string {
  const type = isObject(body) ? body.event_type : undefined
  if (typeof type !== 'string' || type === '')
    throw new Invalid('Expected type string on property event_type')
  if (variation.eventTypes !== null && !variation.eventTypes.includes(type))
    throw new Invalid('No such event type on property event_type')
  return type
}
