// Replaces one member in every response of an operation by a wrong value.
import { isDeepStrictEqual } from 'node:util'
import { isObject, type Json, type JsonObject } from '../src/base/json.ts'
import type { Operation } from '../src/contract/index.ts'

/**
 * `constant` gives the same value each time. `false` gives another wrong value each time. `swapped` gives the
 * value of an earlier response.
 */
export const spoilings = ['removed', 'null', 'another type', 'constant', 'false', 'swapped'] as const
export type Spoiling = (typeof spoilings)[number]

/**
 * Returns JSON pointers to all members. `*` in a pointer stands for any array element.
 * @param stateField the name of the member with the forwarding state
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

/** Returns a function that replaces the member in one response after another. */
export function createSpoiler(pointer: string, spoiling: Spoiling): (body: Json) => Json {
  let number = 0
  let constant: Json | undefined
  // The last two different values. Whatever the next response contains, at least one of these values
  // differs from it.
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
      // If the change only reordered the list, uses other elements, because the order may have no meaning.
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

// Returns another value of the same form. A state becomes the other state.
function anotherLike(value: Json, number = 0): Json {
  if (Array.isArray(value)) return value.map((item: Json) => anotherLike(item, number))
  if (isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, anotherLike(member, number)]),
    )
  if (typeof value !== 'string' || value === 'webhook' || value === 'basic') return value
  if (value === 'enabled' || value === 'disabled')
    return number > 0 && value === 'enabled' ? 'disabled' : 'enabled'
  // The years must not only increase, because increasing timestamps would look right.
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return `20${30 + ((number * 37) % 60)}-05-06T07:08:09.123Z`
  if (URL.canParse(value)) return `https://constant.tenant.example/${number}`
  const digits = String(number)
  const kept = [...value].slice(0, [...value].length - digits.length).join('')
  // If the value already ends with these digits, the result ends with letters, because the result must
  // differ from the value.
  return value === `${kept}${digits}` ? `${kept}${'x'.repeat(digits.length)}` : `${kept}${digits}`
}
