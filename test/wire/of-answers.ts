// Mutations of responses. They change a member, the status, a header, the body or the order.
import { bodyOf, type Exchange } from '../../src/base/exchange.ts'
import { isObject, type Json } from '../../src/base/json.ts'
import type { Operation } from '../../src/contract/index.ts'
import type { Answer, Asked } from '../forward.ts'
import { createSpoiler, membersOf, spoilings } from '../member-spoiler.ts'
import { mutationsOf } from '../proof/mutation.ts'
import { type Change, inJson, schedule, type Time, type WireMutation } from './mutation.ts'

const stateField = 'status'

/** A function that gets every response. It returns the same object if the response stays unchanged. */
type AnswerChange = (answer: Answer, asked: Asked) => Answer

interface Shape {
  readonly member?: WireMutation['member']
  readonly place: string
  readonly change: string
  start(): AnswerChange
}

const isSuccess = ({ status }: Answer): boolean => status >= 200 && status < 300

/** @param good responses of a conforming tenant */
export const ofAnswers = (
  operation: Operation,
  good: readonly Exchange[],
  time: Time,
): readonly WireMutation[] =>
  [...statuses(operation), ...headers, ...bodies, ...members(operation, good)].map(
    ({ member, place, change, start }) => ({
      operation: operation.name,
      ...(member === undefined ? {} : { member }),
      place,
      change,
      time,
      start(): Change {
        const [next, due] = [start(), schedule(time)]
        return {
          answered(answer, asked) {
            const changed = next(answer, asked)
            return changed !== answer && due() ? changed : answer
          },
        }
      },
    }),
  )

const refusal = JSON.stringify({ error: 'refused' })
const kinds: Readonly<Record<string, readonly number[]>> = {
  success: [200, 201, 202, 204, 205, 206, 302, 304, 400, 404, 409, 500, 503],
  401: [200, 204, 302, 400, 403, 404, 500],
  403: [200, 204, 400, 401, 404, 500],
  404: [200, 204, 302, 400, 410, 500],
  400: [200, 201, 204, 302, 404, 422, 500, 503],
}

const statuses = ({ response }: Operation): readonly Shape[] =>
  Object.entries(kinds).flatMap(([kind, others]) =>
    others.map((status) => ({
      place: `status of ${kind}`,
      change: `is ${status}`,
      start: () => {
        // A false success needs a plausible body, so the mutation uses the body of an earlier success.
        let success = ''
        return (answer: Answer): Answer => {
          const met = kind === 'success' ? isSuccess(answer) : String(answer.status) === kind
          if (isSuccess(answer)) success = answer.body
          if (!met || answer.status === status) return answer
          const empty =
            status === 204 || status === 205 || status === 304 || (response === null && status < 300)
          const body = empty
            ? ''
            : status < 300 && status !== 206
              ? success || answer.body
              : status >= 400
                ? refusal
                : answer.body
          const { 'content-type': type = 'application/json', ...rest } = answer.headers
          const moved = status === 302 ? { location: '/login' } : {}
          return {
            status,
            headers: { ...rest, ...moved, ...(body === '' ? {} : { 'content-type': type }) },
            body,
          }
        }
      },
    })),
  )

const header = (
  name: string,
  change: string,
  of: (answer: Answer) => boolean,
  value: string | null,
): Shape => ({
  place: `header ${name}`,
  change,
  start: () => (answer) => {
    if (!of(answer) || (answer.headers[name] ?? null) === value) return answer
    const { [name]: _, ...others } = answer.headers
    return { ...answer, headers: value === null ? others : { ...others, [name]: value } }
  },
})

const limited = ({ status }: Answer): boolean => status === 429
const rateHeaders = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

const headers: readonly Shape[] = [
  header('content-type', 'is removed', isSuccess, null),
  header('content-type', 'is text/html', isSuccess, 'text/html'),
  header('content-type', 'is text/plain', isSuccess, 'text/plain; charset=utf-8'),
  header('content-type', 'of a refusal is text/html', (answer) => !isSuccess(answer), 'text/html'),
  header('www-authenticate', 'is removed', ({ status }) => status === 401, null),
  header('retry-after', 'is an hour', limited, '3600'),
  ...rateHeaders.flatMap((name) => [
    header(name, 'is removed', limited, null),
    header(name, 'is empty', limited, ''),
    header(name, 'is a text', limited, 'soon'),
    header(name, 'is negative', limited, '-5'),
  ]),
]

const whole = (change: string, next: (body: string) => string): Shape => ({
  place: 'body',
  change,
  start: () => (answer) => {
    // A 204 response has no body (RFC 9110, section 15.3.5).
    if (!isSuccess(answer) || answer.status === 204) return answer
    const body = next(answer.body)
    return body === answer.body
      ? answer
      : { ...answer, body, headers: { 'content-type': 'application/json', ...answer.headers } }
  },
})

// The mutation gives each success the body of the previous success.
const earlier: Shape = {
  place: 'order',
  change: 'success comes one answer late',
  start: () => {
    let last: Answer | null = null
    return (answer) => {
      if (!isSuccess(answer)) return answer
      const given = last ?? answer
      last = answer
      return given
    }
  },
}
const twoLate: Shape = {
  place: 'order',
  change: 'any answer comes in place of the next',
  start: () => {
    let last: Answer | null = null
    return (answer) => {
      const given = last ?? answer
      last = answer
      return given
    }
  },
}
// This mutation returns stored responses, as a cache does.
const cached: Shape = {
  place: 'order',
  change: 'the same request gets the same answer again',
  start: () => {
    const known = new Map<string, Answer>()
    return (answer, { method, path, body }) => {
      const key = `${method} ${path} ${body}`
      const before = known.get(key)
      if (isSuccess(answer) && before === undefined) known.set(key, answer)
      return before ?? answer
    }
  },
}

const bodies: readonly Shape[] = [
  whole('is empty', () => ''),
  whole('is null', () => 'null'),
  whole('is an empty object', () => '{}'),
  whole('is cut off', (body) => body.slice(0, Math.floor(body.length / 2))),
  whole('stands in an array', (body) => (body === '' ? body : `[${body}]`)),
  whole('stands in an object', (body) => (body === '' ? body : `{"data":${body}}`)),
  whole('is a text of JSON', (body) => (body === '' ? body : JSON.stringify(body))),
  whole('comes twice', (body) => `${body}${body}`),
  whole('ends with a comma', (body) => (body === '' ? body : body.replace(/\}$/, ',}'))),
  whole('begins with the characters of a JavaScript guard', (body) =>
    body === '' ? body : `)]}',\n${body}`,
  ),
  earlier,
  twoLate,
  cached,
]

/** Returns every change of each member. */
const members = (operation: Operation, good: readonly Exchange[]): readonly Shape[] => {
  const found = new Map<string, Shape>()
  const add = (
    member: NonNullable<Shape['member']>,
    start: () => (value: Json) => Json | undefined,
  ): void => {
    const { pointer, change } = member
    const place = `body ${pointer || '/'}`
    const key = `${place}: ${change}`
    if (!found.has(key)) found.set(key, { member, place, change, start: () => inSuccess(start()) })
  }
  for (const exchange of good) {
    const body = bodyOf(exchange)
    if (exchange.operation !== operation.name || !body.ok) continue
    for (const { kind, pointer, change } of mutationsOf(body.value))
      add({ kind, pointer, change }, () => (value) => {
        for (const one of mutationsOf(value))
          if (one.pointer === pointer && one.change === change) return one.body
        return undefined
      })
  }
  for (const pointer of membersOf(operation, stateField))
    for (const change of spoilings)
      if (['constant', 'false', 'swapped'].includes(change))
        add({ kind: 'swapped', pointer, change }, () => createSpoiler(pointer, change))
  return [...found.values()]
}

const inSuccess =
  (change: (value: Json) => Json | undefined): AnswerChange =>
  (answer) => {
    if (!isSuccess(answer)) return answer
    const body = inJson(answer.body, (value) => (isObject(value) ? change(value) : undefined))
    return body === undefined ? answer : { ...answer, body }
  }
