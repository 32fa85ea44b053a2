// Finds the settings of `normalises` and `compare` that explain the returned values.
import { nowMs } from '../../base/clock.ts'
import { dotted, equal, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import {
  isNormalForm,
  type Normalisation,
  type Operation,
  type Resource,
  type Schema,
  schemaAt,
} from '../../contract/index.ts'
import { conforms, differencesFromSent, instantOf, type MemberDifference } from '../../oracle/index.ts'
import { type Advice, adding } from './advice.ts'

/** Returns values that services often normalise. */
export function provoking(body: JsonObject, { request }: Operation, resource: Resource): JsonObject {
  const own = [...resource.serverSet.keys(), ...resource.states.keys(), ...resource.references.keys()]
  const bound = [...own, ...resource.constraints.flatMap(({ members }) => members)]
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      const pointer = `/${tokenOf(name)}`
      if (bound.some((one) => one === pointer || one.startsWith(`${pointer}/`))) return [name, value]
      const schema = schemaAt(request ?? {}, pointer) ?? {}
      return [name, provokingValues(value, schema).find((one) => conforms(schema, one)) ?? value]
    }),
  )
}

function provokingValues(value: Json, { format }: Schema): readonly Json[] {
  if (typeof value === 'string' && format === undefined) return [` ${value} Zz `, `${value} Zz`, `${value}Zz`]
  if (typeof value === 'number') return [value + 0.123_456, value - 0.123_456]
  if (!Array.isArray(value)) return []
  const items = value as readonly Json[]
  const texts = ['zz', 'Aa', 'zz', 'mm']
  return [texts, [...items.toReversed(), ...items.slice(0, 1)], items.toReversed()]
}

export function normalFormAdvice(
  sent: JsonObject,
  shown: JsonObject,
  resource: Resource,
  ignored: ReadonlySet<string>,
): readonly Advice[] {
  // A comparison of single items would not find a changed order.
  const arrays = Object.entries(sent).flatMap(([name, expected]): MemberDifference[] => {
    const [pointer, returned] = [`/${tokenOf(name)}`, shown[name]]
    const difference = { pointer, expected, returned }
    const isTold = resource.normalises.has(pointer) || resource.compare.has(pointer) || ignored.has(pointer)
    if (isTold || !Array.isArray(expected) || returned === undefined || equal(expected, returned)) return []
    return wordsFor(difference) === null ? [] : [difference]
  })
  const left = new Set([...ignored, ...arrays.map(({ pointer }) => pointer)])
  return [...arrays, ...differencesFromSent(resource, sent, shown, left)].flatMap((difference): Advice[] => {
    const { pointer, expected, returned } = difference
    if (expected === undefined || expected === null || returned === undefined || returned === null) return []
    const came = `${dotted(pointer)} was sent as ${jsonText(expected)} and returned as ${jsonText(returned)}`
    const of = { pointer }
    const how = comparisonFor(difference)
    if (how !== null)
      return [
        {
          ...of,
          words: 1,
          word: 'compare',
          found: came,
          remedy: adding(resource.name, `"compare": { ${jsonText(pointer)}: "${how}" }`),
        },
      ]
    const words = wordsFor(difference)
    if (words === null) return [unexplained(resource, pointer, came)]
    const value = words.length === 1 ? words[0] : words
    return [
      {
        ...of,
        words: words.length,
        word: 'normalises',
        found: came,
        remedy: adding(resource.name, `"normalises": { ${jsonText(pointer)}: ${jsonText(value as Json)} }`),
      },
    ]
  })
}

function unexplained({ name }: Resource, pointer: string, came: string): Advice {
  return {
    pointer,
    words: 0,
    word: 'as-sent',
    found: came,
    remedy: `If the service sets ${pointer} itself, add "serverSet": { ${jsonText(pointer)}: "any" } to resources/${name}.json of the contract; otherwise the changed value is a fault of the service.`,
  }
}

function comparisonFor({ expected, returned }: MemberDifference): string | null {
  const [one, other] = [instantOf(expected), instantOf(returned)]
  if (one === null || other === null) return null
  if (one === other) return 'instant'
  return one.split('.')[0] === other.split('.')[0] ? 'second' : null
}

function wordsFor({ expected, returned }: MemberDifference): readonly Normalisation[] | null {
  const [sent, shown] = [expected ?? null, returned ?? null]
  const atMs = nowMs()
  const explains = (words: readonly Normalisation[]): boolean =>
    isNormalForm(shown, sent, '', { normalises: new Map([['', words]]), same: equal, atMs })
  return candidates(sent, shown).find(explains) ?? null
}

function candidates(sent: Json, shown: Json): readonly (readonly Normalisation[])[] {
  if (Array.isArray(sent)) return [['sort'], ['distinct'], ['distinct', 'sort']]
  if (typeof sent === 'number') return [0, 1, 2, 3, 4].map((round) => [{ round }])
  if (typeof sent !== 'string' || typeof shown !== 'string' || isObject(sent)) return []
  const letters: readonly (readonly Normalisation[])[] = [
    [],
    ['trim'],
    ['lower-case'],
    ['upper-case'],
    ['trim', 'lower-case'],
    ['trim', 'upper-case'],
  ]
  const [long, short] = [shown.toLowerCase(), sent.trim().toLowerCase()]
  const suffix = long.startsWith(short) ? shown.slice(short.length) : ''
  const ended = suffix.trim() === '' ? [] : letters.map((words) => [...words, { suffix }])
  return [...letters.slice(1), ...ended, ['not-past']]
}
