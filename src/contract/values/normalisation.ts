// How a service changes values before it stores them, for example to lower case.
import { equal, isObject, type Json, type JsonObject, nameOf, tokenOf } from '../../base/json.ts'
import { ExactNumber, jsonText } from '../../base/numbers/exact-number.ts'
import { type Pointer, type Schema, schemaAt } from '../schema.ts'

type Word = 'trim' | 'lower-case' | 'upper-case' | 'sort' | 'distinct' | 'not-past'

/** `default` is the stored value of an omitted member. */
export type Normalisation =
  | Word
  | { readonly round: number }
  | { readonly suffix: string }
  | { readonly default: Json }

/** The word `"default"` stands for the default of the schema. */
export type NormalisationSource = Normalisation | 'default'

export type Normalises = ReadonlyMap<Pointer, readonly Normalisation[]>

/** Returns the types that the normalisation can change. Null means any type. */
export function typesOf(one: NormalisationSource): readonly string[] | null {
  if (one === 'sort' || one === 'distinct') return ['array']
  if (one === 'default' || (isObject(one) && 'default' in one)) return null
  return isObject(one) && 'round' in one ? ['number', 'integer'] : ['string']
}

export function resolvedNormalisations(
  source: Readonly<Record<Pointer, NormalisationSource | readonly NormalisationSource[]>>,
  schema: Schema | null,
): Normalises {
  const resolved = (one: NormalisationSource, pointer: Pointer): Normalisation => {
    const usual = one === 'default' ? schemaAt(schema ?? {}, pointer)?.default : undefined
    return usual === undefined ? (one as Normalisation) : { default: usual }
  }
  return new Map(
    Object.entries(source).map(([pointer, kinds]) => [
      pointer,
      [kinds].flat().map((one) => resolved(one as NormalisationSource, pointer)),
    ]),
  )
}

export function normalisationInWords(one: Normalisation): string {
  if (one === 'trim') return 'without leading and trailing spaces'
  if (one === 'lower-case') return 'in lower case'
  if (one === 'upper-case') return 'in upper case'
  if (one === 'sort') return 'sorted'
  if (one === 'distinct') return 'without duplicates'
  if (one === 'not-past') return 'not earlier than the request'
  // Only `"default"` reaches this line, if the schema has no default. The validation reports this error.
  if (typeof one === 'string') return one
  if ('round' in one) return `rounded to ${one.round} digit${one.round === 1 ? '' : 's'}`
  if ('suffix' in one) return `with ${jsonText(one.suffix)} at its end`
  return `${jsonText(one.default)} if omitted`
}

export function normalForm(value: Json, pointer: Pointer, normalises: Normalises, atMs: number): Json {
  if (normalises.size === 0) return value
  const inner = Array.isArray(value)
    ? value.map((item: Json) => normalForm(item, `${pointer}/*`, normalises, atMs))
    : isObject(value)
      ? Object.fromEntries(
          Object.entries(value).map(([name, one]) => [
            name,
            normalForm(one, `${pointer}/${tokenOf(name)}`, normalises, atMs),
          ]),
        )
      : value
  return (normalises.get(pointer) ?? []).reduce((one, kind) => changed(one, kind, atMs), inner)
}

export function withNormalDefaults(body: JsonObject, normalises: Normalises): JsonObject {
  const missing = [...normalises].flatMap(([pointer, kinds]): [string, Json][] => {
    const [, head = '', ...rest] = pointer.split('/')
    const usual = kinds.find((one) => isObject(one) && 'default' in one) as { default: Json } | undefined
    const name = nameOf(head)
    return usual === undefined || rest.length > 0 || Object.hasOwn(body, name) ? [] : [[name, usual.default]]
  })
  return missing.length === 0 ? body : { ...body, ...Object.fromEntries(missing) }
}

export function defaultsOf(pointer: Pointer, schema: Schema | null, normalises: Normalises): readonly Json[] {
  const stated = schemaAt(schema ?? {}, pointer)?.default
  const usual = (normalises.get(pointer) ?? []).flatMap((one) =>
    isObject(one) && 'default' in one ? [one.default] : [],
  )
  return stated === undefined ? usual : [stated, ...usual]
}

// For `not-past`: clocks differ, so the stored time may differ from the request time by less than a day.
const presentMs = 86_400_000

/** Returns whether `shown` is a normal form of `sent`. Accepts several ways to sort and round. */
export function isNormalForm(
  shown: Json,
  sent: Json,
  pointer: Pointer,
  { normalises, same, atMs }: { normalises: Normalises; same(one: Json, other: Json): boolean; atMs: number },
): boolean {
  const kinds = normalises.get(pointer) ?? []
  const normal = normalForm(sent, pointer, normalises, atMs)
  if (same(normal, shown)) return true
  if (kinds.includes('not-past') && isPast(sent, atMs) && typeof shown === 'string')
    return Math.abs(Date.parse(shown) - atMs) < presentMs
  if (kinds.includes('sort') && Array.isArray(normal) && Array.isArray(shown))
    return equal(sortedBy(normal, orders[0]), sortedBy(shown, orders[0])) && isSorted(shown)
  const rounding = kinds.find((one) => isObject(one) && 'round' in one) as { round: number } | undefined
  if (rounding === undefined) return false
  const [is, was] = [numberOf(shown), numberOf(sent)]
  // A service can round a half up or down.
  return Math.abs(is - was) <= 0.500_001 * 10 ** -rounding.round && rounded(is, rounding.round) === is
}

function isPast(value: Json | undefined, atMs: number): boolean {
  return typeof value === 'string' && Date.parse(value) < atMs
}

function changed(value: Json, kind: Normalisation, atMs: number): Json {
  if (kind === 'sort') return Array.isArray(value) ? sortedBy(value, orders[0]) : value
  if (kind === 'distinct')
    return Array.isArray(value)
      ? (value as readonly Json[]).filter(
          (one, index) => value.findIndex((other: Json) => equal(one, other)) === index,
        )
      : value
  if (isObject(kind)) {
    if ('round' in kind) return isNumber(value) ? rounded(numberOf(value), kind.round) : value
    if ('default' in kind || typeof value !== 'string') return value
    return value.endsWith(kind.suffix) ? value : `${value}${kind.suffix}`
  }
  if (typeof value !== 'string') return value
  if (kind === 'trim') return value.trim()
  if (kind === 'not-past') return isPast(value, atMs) ? new Date(atMs).toISOString() : value
  return kind === 'lower-case' ? value.toLowerCase() : value.toUpperCase()
}

// Rounds the decimal text, because the nearest binary number to 1.005 is less than 1.005.
function rounded(value: number, digits: number): number {
  const text = String(value)
  if (text.includes('e')) return Math.round(value * 10 ** digits) / 10 ** digits
  return Number(`${Math.round(Number(`${text}e${digits}`))}e-${digits}`)
}

const isNumber = (value: Json): boolean => typeof value === 'number' || value instanceof ExactNumber
const numberOf = (value: Json): number =>
  value instanceof ExactNumber ? Number(value.text) : typeof value === 'number' ? value : Number.NaN

type Order = (one: Json, other: Json) => number

const textOf = (value: Json): string => (typeof value === 'string' ? value : jsonText(value))
const byText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const orders: readonly [Order, ...Order[]] = [
  (one, other) =>
    isNumber(one) && isNumber(other) ? numberOf(one) - numberOf(other) : byText(textOf(one), textOf(other)),
  (one, other) => byText(textOf(one).toLowerCase(), textOf(other).toLowerCase()),
  (one, other) => textOf(one).localeCompare(textOf(other)),
]

const sortedBy = (items: readonly Json[], order: Order): readonly Json[] => [...items].sort(order)

function isSorted(items: readonly Json[]): boolean {
  return orders.some((order) =>
    items.every((one, index) => index === 0 || order(items[index - 1] ?? null, one) <= 0),
  )
}
