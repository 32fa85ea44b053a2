// Makes the values that the stub sets: samples, ids and timestamps.
import fc from 'fast-check'
import { unguessable } from '../base/chance.ts'
import { nowMs } from '../base/clock.ts'
import { equal, isObject, type Json } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import { valid } from '../generate/index.ts'
import { conforms } from '../oracle/index.ts'

const drawsMax = 20
const sizeMax = 12

/** Returns a value that the schema allows. The same schema and number always give the same value. */
export function drawn(schema: Json, number = 0): Json {
  const text = jsonText(schema)
  const made =
    arbitraries.get(text) ??
    valid(isObject(schema) ? schema : true, { hostile: false, extras: false, sizeMax })
  arbitraries.set(text, made)
  const [value = null] = fc.sample(made, { seed: number, numRuns: 1 })
  return value
}

// A cache, because compiling a schema takes longer than drawing a value.
const arbitraries = new Map<string, fc.Arbitrary<Json>>()

export function otherThan(value: Json, schema: Json): Json | undefined {
  for (let number = 1; number <= drawsMax; number += 1) {
    const other = drawn(schema, number)
    if (other !== null && !equal(other, value)) return other
  }
  return undefined
}

/** @param paths the schemas of the id as a path parameter */
export function freshId(schema: Json, paths: readonly Json[], count: number): Json {
  const random = unguessable(16)
  const uuid = random.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5').slice(0, 36)
  const candidates: readonly Json[] = [uuid, random, random.slice(0, 24), random.slice(0, 12), 1_000 + count]
  const inPaths = (one: Json): boolean =>
    paths.every((path) => conforms(path, one) || conforms(path, String(one)) || conforms(path, Number(one)))
  const all = [...candidates, String(1_000 + count)]
  const fits = all.find((one) => conforms(schema, one) && inPaths(one))
  return fits ?? drawn(schema, count)
}

export function firstOf(schema: Json): Json {
  const instant = new Date(nowMs()).toISOString()
  const fits = [instant, seconds(instant), instant.slice(0, 10)].find(
    (one) => isDated(schema) && conforms(schema, one),
  )
  return fits ?? drawn(schema)
}

/** Returns a greater or later value. With -1, returns a smaller or earlier value. */
export function movedFrom(value: Json | undefined, by: 1 | -1 = 1): Json | undefined {
  if (typeof value === 'number') return value + by
  const was = typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (typeof value !== 'string' || Number.isNaN(was)) return undefined
  // A timestamp may contain only whole seconds.
  const stepMs = value.length > 10 ? 1_000 : 86_400_000
  const moved = new Date(by > 0 ? Math.max(nowMs(), was + stepMs) : was - 2 * stepMs).toISOString()
  if (value.length <= 10) return moved.slice(0, 10)
  return value.includes('.') ? moved : seconds(moved)
}

const seconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z')

function isDated(schema: Json): boolean {
  if (!isObject(schema)) return false
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap((key) =>
    Array.isArray(schema[key]) ? schema[key] : [],
  )
  return typeof schema.format === 'string' ? schema.format.startsWith('date') : branches.some(isDated)
}
