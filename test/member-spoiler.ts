// Spoils one member of every response of an operation.
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../src/base/json.ts'
import type { Operation } from '../src/contract/index.ts'

/**
 * `constant`: the same value each time. `false`: another value each time. `swapped`: the value of an earlier
 * response.
 */
export const spoilings = ['removed', 'null', 'another type', 'constant', 'false', 'swapped'] as const
export type Spoiling = (typeof spoilings)[number]

/**
 * Returns JSON pointers, with `*` for any element.
 * @param stateField the tenant's name of the forwarding-state field
 */
export function membersOf({ response }: Operation, stateField: string): readonly string[] {
  const pointers: string[] = []
  const walk = (schema: Json | undefined, pointer: string): void => {
    if (!isObject(schema)) return
    const properties = { ...(isObject(schema.properties) ? schema.properties : {}) }
    if (isObject(schema['x-open-property'])) Object.assign(properties, { [stateField]: {} })
    for (const [name, member] of Object.entries(properties)) {
      pointers.push(`${pointer}/${name}`)
      walk(member, `${pointer}/${name}`)
    }
    if (isObject(schema.items)) {
      pointers.push(`${pointer}/*`)
      walk(schema.items, `${pointer}/*`)
    }
  }
  walk(response as Json, '')
  return pointers
}

/** Returns a function that spoils one response after another. */
export function createSpoiler(pointer: string, spoiling: Spoiling): (body: Json) => Json {
  let number = 0
  let constant: Json | undefined
  // One of the last two values differs from the value of the next response.
  const earlier: Json[] = []
  const spoilt = (value: Json): Json | undefined => {
    switch (spoiling) {
      case 'removed':
        return undefined
      case 'null':
        return null
      case 'another type':
        return typeof value === 'number' ? 'seven' : 7
      case 'constant':
        constant ??= anotherLike(value)
        return constant
      case 'false':
        number += 1
        return anotherLike(value, number)
      case 'swapped': {
        const others = earlier.findLast((one) => !isDeepStrictEqual(one, value))
        if (!isDeepStrictEqual(earlier.at(-1), value)) earlier.push(value)
        if (earlier.length > 2) earlier.shift()
        return others ?? anotherLike(value)
      }
    }
  }
  const spoil = (value: Json, tokens: readonly string[]): Json => {
    const [token, ...rest] = tokens
    if (token === undefined) return value
    if (token === '*') {
      if (!Array.isArray(value)) return value
      const now = value.flatMap((item: Json) => {
        const one = rest.length === 0 ? spoilt(item) : spoil(item, rest)
        return one === undefined ? [] : [one]
      })
      // A changed order of the list may have no meaning.
      return value.length > 0 && value.every((item) => now.some((one) => isDeepStrictEqual(one, item)))
        ? anotherLike(value)
        : now
    }
    if (!isObject(value) || !Object.hasOwn(value, token)) return value
    const { [token]: member = null, ...others } = value
    const now = rest.length === 0 ? spoilt(member) : spoil(member, rest)
    return now === undefined ? others : ({ ...others, [token]: now } satisfies JsonObject)
  }
  return (body) => spoil(body, pointer.split('/').slice(1))
}

// Keeps the form of a value, and changes a state to the other state.
function anotherLike(value: Json, number = 0): Json {
  if (Array.isArray(value)) return value.map((item: Json) => anotherLike(item, number))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, anotherLike(member, number)]),
    )
  if (typeof value !== 'string' || value === 'webhook' || value === 'basic') return value
  if (value === 'enabled' || value === 'disabled')
    return number > 0 && value === 'enabled' ? 'disabled' : 'enabled'
  // Times go back and forth.
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `20${30 + ((number * 37) % 60)}-05-06T07:08:09.123Z`
  if (URL.canParse(value)) return `https://constant.tenant.example/${number}`
  const digits = String(number)
  const kept = [...value].slice(0, [...value].length - digits.length).join('')
  // The value may end with these digits.
  return value === `${kept}${digits}` ? `${kept}${'x'.repeat(digits.length)}` : `${kept}${digits}`
}
