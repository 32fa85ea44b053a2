// Finds the event of a delivery by texts from the response to the trigger, for example by an id.

import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Delivery } from './inbox.ts'

// Shorter texts are too common.
const markCharactersMin = 8
const marksMax = 200

/** Returns the texts in the response that the request does not contain, for example ids. */
export function marksOf(trigger: Exchange): readonly string[] {
  const answer = bodyOf(trigger)
  if (!answer.ok) return []
  const sent = `${trigger.request.url} ${trigger.request.body ?? ''}`
  const marks = new Set<string>()
  collect(answer.value, marks, 6)
  return [...marks].filter((mark) => mark.length >= markCharactersMin && !sent.includes(mark))
}

/**
 * Returns true if `text` is a JSON string in the body, a string in JSON inside such a string, or the value
 * of a header (CloudEvents HTTP binding, 3.1).
 */
export function mentions({ body, headers }: Delivery, text: string): boolean {
  const quoted = jsonText(text)
  const nested = jsonText(quoted).slice(1, -1)
  return body.includes(quoted) || body.includes(nested) || Object.values(headers).includes(text)
}

export function carries(delivery: Delivery, marks: readonly string[]): boolean {
  return marks.some((mark) => mentions(delivery, mark))
}

/** The elements of an array (CloudEvents JSON event format, 4), or else the body itself. */
export function eventsOf(body: Json): readonly Json[] {
  return Array.isArray(body) ? body : [body]
}

/**
 * Returns the indexes of the triggers in the order of their deliveries. Null if deliveries do not identify
 * their events.
 */
export function deliveredOrder(
  triggers: readonly Exchange[],
  deliveries: readonly Delivery[],
): readonly number[] | null {
  const all = triggers.map(marksOf)
  const places = all.map((marks, index) => {
    const own = marks.filter((mark) => !all.some((others, other) => other !== index && others.includes(mark)))
    return { index, place: deliveries.findIndex((delivery) => carries(delivery, own)) }
  })
  if (places.some(({ place }) => place < 0)) return null
  if (new Set(places.map(({ place }) => place)).size < places.length) return null
  return places.sort((a, b) => a.place - b.place).map(({ index }) => index)
}

function collect(value: Json, into: Set<string>, depthMax: number): void {
  if (into.size >= marksMax) return
  if (typeof value === 'string') into.add(value)
  else if (depthMax > 0 && Array.isArray(value)) for (const item of value) collect(item, into, depthMax - 1)
  else if (depthMax > 0 && isObject(value))
    for (const member of Object.values(value)) collect(member, into, depthMax - 1)
}
