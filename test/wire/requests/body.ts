// Mutations of the bodies of requests: of one member, and of the whole body.
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts'
import { type Answer, type Asked, headerOf, withHeader } from '../../forward.ts'
import { inJson } from '../mutation.ts'
import type { RequestMutation } from './request-mutation.ts'

/** Changes only JSON bodies. Returns the same object if the request stays unchanged. */
const ofBody =
  (change: () => (body: JsonObject) => Json): RequestMutation['start'] =>
  (due) => {
    const next = change()
    return {
      asked(asked) {
        const body = inJson(asked.body, (value) => (isObject(value) ? next(value) : undefined))
        return body === undefined || !due() ? asked : { ...asked, body }
      },
    }
  }

export const ofMember = (name: string): readonly RequestMutation[] => {
  const place = `request /${name}`
  const put = (change: string, next: () => (value: Json) => Json | undefined): RequestMutation => ({
    place,
    change,
    start: ofBody(() => {
      const other = next()
      return (body) => {
        if (!Object.hasOwn(body, name)) return body
        const { [name]: value = null, ...others } = body
        const changed = other(value)
        return changed === undefined ? others : { ...body, [name]: changed }
      }
    }),
  })
  return [
    put('is overlooked', () => () => undefined),
    put('is what was sent before', () => {
      let last: Json | undefined
      return (value) => {
        const given = last ?? value
        last = value
        return given
      }
    }),
    put('is what was sent first', () => {
      let first: Json | undefined
      return (value) => {
        first ??= value
        return first
      }
    }),
    put('is in small letters', () => (value) => mapped(value, (text) => text.toLowerCase())),
    put('is without blanks at its ends', () => (value) => mapped(value, (text) => text.trim())),
    put(
      'is cut to twenty characters',
      () => (value) => mapped(value, (text) => [...text].slice(0, 20).join('')),
    ),
    put(
      'is in Latin-1',
      () => (value) => mapped(value, (text) => Buffer.from(text, 'utf8').toString('latin1')),
    ),
    put('has its first element alone', () => (value) => (Array.isArray(value) ? value.slice(0, 1) : value)),
    put(
      'has its elements in another order',
      () => (value) => (Array.isArray(value) ? value.toReversed() : value),
    ),
    put(
      'is a text where it is none',
      () => (value) =>
        typeof value === 'string' || value === null || typeof value === 'object' ? value : String(value),
    ),
  ]
}

const mapped = (value: Json, change: (text: string) => string): Json => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item: Json) => mapped(item, change))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, change)]))
  return value
}

export const ofWholeBody: readonly RequestMutation[] = [
  { place: 'request', change: 'is an empty object', start: ofBody(() => () => ({})) },
  {
    place: 'request',
    change: 'has one member alone',
    start: ofBody(() => (body) => Object.fromEntries(Object.entries(body).slice(0, 1))),
  },
  {
    place: 'request',
    change: 'is what was sent before',
    start: ofBody(() => {
      let last: JsonObject | null = null
      return (body) => {
        const given = last ?? body
        last = body
        return given
      }
    }),
  },
  {
    place: 'request',
    change: 'that is no JSON is taken for an empty object',
    start: (due) => ({
      asked: (asked) => (isJson(asked.body) || isForm(asked) || !due() ? asked : { ...asked, body: '{}' }),
    }),
  },
  {
    place: 'request',
    change: 'is JSON whatever its label says',
    start: (due) => ({
      asked: (asked) =>
        !isForm(asked) || !due() ? asked : withHeader(asked, 'content-type', 'application/json'),
    }),
  },
  {
    place: 'request',
    change: 'is not taken as a form',
    start: (due) => ({
      instead: (asked) => (isForm(asked) && due() ? refusedWith(415) : null),
    }),
  },
]

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const isForm = (asked: Asked): boolean => /x-www-form-urlencoded/i.test(headerOf(asked, 'content-type') ?? '')

const refusedWith = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"refused"}',
})
