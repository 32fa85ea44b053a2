// Moves numbers and times by one step, and writes a time in the form of another time.
import { isoTime } from '../../base/clock.ts'
import type { Json } from '../../base/json.ts'
import type { Schema } from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

export function movedBy(value: Json, by: 1 | -1): Json {
  if (typeof value === 'number') return value + by
  if (typeof value !== 'string') return value
  if (/^\d\d:\d\d/.test(value)) {
    const minutes = Number(value.slice(0, 2)) * 60 + Number(value.slice(3, 5)) + by
    const two = (part: number): string => String(part).padStart(2, '0')
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}${value.slice(5)}`
  }
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return value
  return /^\d{4}-\d\d-\d\d$/.test(value) ? isoTime(ms + by * dayMs).slice(0, 10) : isoTime(ms + by * hourMs)
}

export function timeLike(ms: number, value: Json | undefined, schema: Schema | undefined): Json {
  const text = isoTime(ms)
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const forms = [
    ...(isDate ? [text.slice(0, 10)] : []),
    text,
    text.replace(/\.\d+Z$/, 'Z'),
    text.slice(0, 10),
  ]
  return forms.find((one) => conforms(schema ?? {}, one)) ?? text
}
