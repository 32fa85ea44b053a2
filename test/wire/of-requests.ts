// Mutations of requests. The tenant then ignores, misreads or repeats a request.

import { isObject, type Json, type JsonObject } from '../../src/base/json.ts'
import type { Operation } from '../../src/contract/index.ts'
import type { Answer, Asked } from '../forward.ts'
import { type Change, inJson, schedule, type Time, type WireMutation } from './mutation.ts'

interface Shape {
  readonly place: string
  readonly change: string
  start(due: () => boolean): Change
}

export const ofRequests = (operation: Operation, time: Time): readonly WireMutation[] =>
  [
    ...(operation.request === null ? [] : [...whole, ...membersOf(operation).flatMap(ofMember)]),
    ...(operation.idParameter === null ? [] : ofPath),
    ...authorization,
    ...delivery,
  ].map(({ place, change, start }) => ({
    operation: operation.name,
    place,
    change,
    time,
    start: () => start(schedule(time)),
  }))

/** Returns the top-level members, and the forwarding state. */
const membersOf = ({ request }: Operation): readonly string[] => {
  const properties = isObject(request) && isObject(request.properties) ? request.properties : {}
  const open = isObject(request) && isObject(request['x-open-property'])
  return [...Object.keys(properties), ...(open ? ['status'] : [])]
}

/** Changes only JSON bodies. Returns the same object if the request stays unchanged. */
const ofBody =
  (change: () => (body: JsonObject) => Json): Shape['start'] =>
  (due) => {
    const next = change()
    return {
      asked(asked) {
        const body = inJson(asked.body, (value) => (isObject(value) ? next(value) : undefined))
        return body === undefined || !due() ? asked : { ...asked, body }
      },
    }
  }

const ofMember = (name: string): readonly Shape[] => {
  const place = `request /${name}`
  const put = (change: string, next: () => (value: Json) => Json | undefined): Shape => ({
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

const whole: readonly Shape[] = [
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

const ofPath: readonly Shape[] = [
  {
    place: 'path id',
    change: 'is that of the request before',
    start: (due) => {
      let last: string | null = null
      return {
        asked(asked) {
          const given = last ?? asked.path
          last = asked.path
          return given === asked.path || !due() ? asked : { ...asked, path: given }
        },
      }
    },
  },
  {
    place: 'path id',
    change: 'is that of the first request that succeeded, where it is of no known resource',
    start: (due) => {
      let first: string | null = null
      return {
        asked: (asked) => asked,
        answered(answer, { path }) {
          if (answer.status < 300) first ??= path
          return answer.status === 404 && first !== null && due()
            ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{}' }
            : answer
        },
      }
    },
  },
  {
    place: 'path id',
    change: 'is cut where a percent sign stands',
    start: (due) => ({
      asked: (asked) => {
        const path = asked.path.replace(/%.*$/, '')
        return path === asked.path || !due() ? asked : { ...asked, path }
      },
    }),
  },
  {
    place: 'path id',
    change: 'is cut to 26 characters',
    start: (due) => ({
      asked: (asked) => {
        const path = asked.path.replace(/([^/]{26})[^/]*$/, '$1')
        return path === asked.path || !due() ? asked : { ...asked, path }
      },
    }),
  },
]

const header = ({ headers }: Asked, name: string): string | null => {
  const at = headers.findIndex((one, index) => index % 2 === 0 && one.toLowerCase() === name)
  return at < 0 ? null : (headers[at + 1] ?? '')
}

const withHeader = (asked: Asked, name: string, value: string | null): Asked => {
  const kept = asked.headers.flatMap((one, index) =>
    index % 2 === 0 && one.toLowerCase() !== name ? [one, asked.headers[index + 1] ?? ''] : [],
  )
  return { ...asked, headers: value === null ? kept : [...kept, name, value] }
}

const isForm = (asked: Asked): boolean => /x-www-form-urlencoded/i.test(header(asked, 'content-type') ?? '')

const refusedWith = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"refused"}',
})

// The first accepted token replaces later tokens that have the same `keyOf`.
const remembering = (change: string, keyOf: (authorization: string) => string): Shape => ({
  place: 'authorization',
  change,
  start: (due) => {
    const good = new Map<string, string>()
    return {
      asked(asked) {
        const sent = header(asked, 'authorization')
        const known = sent === null ? undefined : good.get(keyOf(sent))
        return known === undefined || known === sent || !due()
          ? asked
          : withHeader(asked, 'authorization', known)
      },
      answered(answer, asked) {
        const sent = header(asked, 'authorization')
        if (sent !== null && answer.status < 300) good.set(keyOf(sent), good.get(keyOf(sent)) ?? sent)
        return answer
      },
    }
  },
})

const part = (authorization: string, index: number): string =>
  authorization.split('.')[index] ?? authorization

const authorization: readonly Shape[] = [
  {
    place: 'authorization',
    change: 'is not looked at',
    start: (due) => {
      let good: string | null = null
      return {
        asked: (asked) =>
          good === null || header(asked, 'authorization') === good || !due()
            ? asked
            : withHeader(asked, 'authorization', good),
        answered(answer, asked) {
          if (answer.status < 300) good ??= header(asked, 'authorization')
          return answer
        },
      }
    },
  },
  {
    place: 'authorization',
    change: 'is lost',
    start: (due) => ({
      asked: (asked) =>
        header(asked, 'authorization') === null || !due() ? asked : withHeader(asked, 'authorization', null),
    }),
  },
  remembering('is known by its header', (sent) => part(sent, 0)),
  remembering('is known by its payload', (sent) => part(sent, 1)),
  remembering('is known by its signature', (sent) => part(sent, 2)),
  remembering('is known by its first forty characters', (sent) => sent.slice(0, 40)),
  remembering('is known by its length', (sent) => String(sent.length)),
  remembering('is known in any letter case', (sent) => sent.toLowerCase()),
]

const delivery: readonly Shape[] = [
  {
    place: 'request',
    change: 'is carried out twice',
    start: (due) => ({ twice: ({ method }) => method !== 'GET' && due() }),
  },
  {
    place: 'request',
    change: 'is not carried out, and answered like the one before',
    start: (due) => {
      let last: Answer | null = null
      return {
        instead: () => (last !== null && due() ? last : null),
        answered(answer) {
          if (answer.status < 300) last = answer
          return answer
        },
      }
    },
  },
]
