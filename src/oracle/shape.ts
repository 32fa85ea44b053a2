// The shape of responses: each keyword that a response fails blames its clause, each that it satisfies is evidence.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { clip } from '../base/exchange.ts'
import { at, isObject, type Json, tokenOf } from '../base/json.ts'
import { clausesOf, eachSchema, type Schema } from '../contract/index.ts'
import type { Observation } from './judgement.ts'

export type ShapeJudge = (body: Json) => readonly Observation[]

/** Compiles a response schema of the contract to a judge of response bodies. */
export function shapeJudge(schema: Schema): ShapeJudge {
  const validate = compile(schema)
  return (body) => {
    const observations = new Map<string, Observation>()
    for (const [clause, pointers] of evidenceOf(schema, body))
      observations.set(clause, { clause, problem: null, pointers: [...pointers] })
    if (!validate(body))
      for (const error of validate.errors ?? []) {
        const clause = clausesOf(error.parentSchema as Json)[error.keyword]
        if (clause !== undefined && observations.get(clause)?.problem == null)
          observations.set(clause, { clause, problem: describe(error, body) })
      }
    return [...observations.values()]
  }
}

/** Whether a value is as the schema asks. */
export function conforms(schema: Json, value: Json): boolean {
  return isObject(schema) ? compile(schema)(value) === true : schema !== false
}

// By the schema's text: every run narrows the contract's schemas anew, mostly to the same. The schemas are our own, and
// held against their meta-schema by a test: doing so here would take most of the time.
const compiled = new Map<string, ValidateFunction>()

function compile(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = compiled.get(text)
  if (known !== undefined) return known
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: false,
    ownProperties: true,
    validateSchema: false,
  })
  addFormats.default(ajv)
  const validate: ValidateFunction = ajv.compile(schema)
  compiled.set(text, validate)
  return validate
}

// A schema may say in its own words, by keyword in `x-expected`, what a validator can only say of the keyword.
function describe(error: ErrorObject, body: Json): { expected: string; received: string } {
  const place = error.instancePath === '' ? 'the body' : error.instancePath
  const parameters = error.params as Readonly<Record<string, unknown>>
  const value = at(body, error.instancePath) ?? null
  const shown = clip(JSON.stringify(value), 200)
  const said = error.parentSchema?.['x-expected']
  const words = isObject(said) ? said[error.keyword] : undefined
  if (typeof words === 'string')
    return {
      expected: `${place} ${words}`,
      received: isObject(value) ? `it has ${memberNames(value)}` : shown,
    }
  switch (error.keyword) {
    case 'required':
      return {
        expected: `${place} has the member ${parameters.missingProperty}`,
        received: `it has ${memberNames(value)}`,
      }
    case 'additionalProperties':
      return {
        expected: `${place} has no other members`,
        received: `it has ${parameters.additionalProperty}`,
      }
    case 'enum':
      return {
        expected: `${place} is one of ${(parameters.allowedValues as Json[]).join(', ')}`,
        received: shown,
      }
    case 'const':
      return { expected: `${place} is ${JSON.stringify(parameters.allowedValue)}`, received: shown }
    default:
      return { expected: `${place} ${error.message ?? error.keyword}`, received: shown }
  }
}

function memberNames(value: Json): string {
  const names = isObject(value) ? Object.keys(value).join(', ') || 'no members' : JSON.stringify(value)
  return clip(names, 1_000)
}

/** The clauses to which the instance gives an occasion, each with the places that do. */
function evidenceOf(schema: Json, value: Json): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>()
  for (const [clause, pointer] of occasions(schema, value, ''))
    places.set(clause, (places.get(clause) ?? new Set()).add(pointer))
  for (const clause of ofMissing(schema, value)) places.delete(clause)
  return places
}

// Of two members that one clause speaks of, the one that is there says nothing for the one that is missing.
function* ofMissing(schema: Json | undefined, value: Json): Generator<string> {
  if (!isObject(schema)) return
  const required: readonly Json[] = Array.isArray(schema.required) ? schema.required : []
  if (isObject(schema.properties) && isObject(value))
    for (const [name, member] of Object.entries(schema.properties))
      if (Object.hasOwn(value, name)) yield* ofMissing(member, value[name] ?? null)
      else if (required.includes(name)) yield* clausesWithin(member)
  if (Array.isArray(value)) for (const item of value) yield* ofMissing(schema.items, item)
}

function clausesWithin(schema: Json): readonly string[] {
  const found: string[] = []
  eachSchema(schema, (inner) => found.push(...Object.values(clausesOf(inner))))
  return found
}

// Walks schema and instance side by side; a keyword that the instance gives no occasion to is no evidence.
function* occasions(
  schema: Json | undefined,
  value: Json,
  pointer: string,
): Generator<readonly [clause: string, pointer: string]> {
  if (!isObject(schema)) return
  for (const [keyword, clause] of Object.entries(clausesOf(schema)))
    if (applies(keyword, value)) yield [clause, pointer]
  if (isObject(schema.properties) && isObject(value))
    for (const [name, member] of Object.entries(schema.properties))
      if (Object.hasOwn(value, name))
        yield* occasions(member, value[name] ?? null, `${pointer}/${tokenOf(name)}`)
  if (Array.isArray(value)) for (const item of value) yield* occasions(schema.items, item, `${pointer}/*`)
  if (Array.isArray(schema.allOf)) for (const branch of schema.allOf) yield* occasions(branch, value, pointer)
}

function applies(keyword: string, value: Json): boolean {
  if (['minLength', 'maxLength', 'pattern', 'format'].includes(keyword)) return typeof value === 'string'
  if (['minItems', 'maxItems', 'uniqueItems'].includes(keyword)) return Array.isArray(value)
  if (keyword === 'propertyNames') return isObject(value) && Object.keys(value).length > 0
  if (['required', 'additionalProperties'].includes(keyword)) return isObject(value)
  return true
}
