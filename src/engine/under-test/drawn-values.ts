// Draws random values and bodies from schemas. The same seed draws the same values.
import fc from 'fast-check'
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Schema } from '../../contract/index.ts'
import { GenerateError, valid } from '../../generate/index.ts'
import { conforms, NotRun } from '../../oracle/index.ts'
import { withoutMeantNull } from '../requests/meant-null.ts'
import { demandedOf } from './demanded.ts'

const sizeMax = 12

export class DrawnValues {
  #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  /** Changes with each drawn value. */
  get seed(): number {
    return this.#seed
  }

  value(schema: Json): Json {
    this.#seed += 1
    const [value = null] = fc.sample(arbitraryOf(schema), { seed: this.#seed, numRuns: 1 })
    return value
  }

  /** @throws NotRun if the generator finds no valid body */
  body(schema: Schema, minimal: boolean): JsonObject {
    const wanted = demandedOf(schema)[minimal ? 'least' : 'every']
    const asObject = (one: Json): Json =>
      isObject(one) && [one.type ?? 'object'].flat().includes('object') ? { ...one, type: 'object' } : one
    const last = asObject(schema)
    for (const candidate of [asObject(wanted), last])
      try {
        const body = this.value(candidate)
        // The narrowed schema allows members that the original schema may forbid.
        if (isObject(body) && (candidate === last || conforms(schema, body))) return body
      } catch (error) {
        if (!(error instanceof GenerateError)) throw error
      }
    throw new NotRun('no valid request could be generated from the schema', 'specification')
  }
}

// Compiling a schema takes a hundred times as long as a draw.
const arbitraries = new Map<string, fc.Arbitrary<Json>>()

// Converting a schema to text takes longer than a draw.
const ofObjects = new WeakMap<object, fc.Arbitrary<Json>>()

function arbitraryOf(schema: Json): fc.Arbitrary<Json> {
  const known = isObject(schema) ? ofObjects.get(schema) : undefined
  if (known !== undefined) return known
  const text = jsonText(schema)
  const strict = withoutMeantNull(schema) as object
  const made = arbitraries.get(text) ?? valid(strict, { hostile: false, extras: false, sizeMax })
  arbitraries.set(text, made)
  if (isObject(schema)) ofObjects.set(schema, made)
  return made
}
