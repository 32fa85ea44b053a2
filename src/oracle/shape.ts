// Judges response shapes: a failed keyword fails its clause, a satisfied one is evidence.

import { clip } from '../base/clip.ts'
import { at, isObject, type Json, nameOf, tokenOf, typeOf } from '../base/json.ts'
import { jsonText, withDoubles } from '../base/numbers/exact-number.ts'
import type { ErrorObject, ValidateFunction } from '../base/schemas/ajv.ts'
import { validatorOf } from '../base/schemas/validator.ts'
import { clausesOf, eachSchema, type Schema } from '../contract/index.ts'
import type { Observation, Problem } from './judgement.ts'

export type ShapeJudge = (body: Json) => readonly Observation[]

export function shapeJudge(schema: Schema): ShapeJudge {
  const validate = compile(schema)
  return (body) => {
    const observations = new Map<string, Observation>()
    for (const [clause, pointers] of evidenceOf(schema, body))
      observations.set(clause, { clause, problem: null, pointers: [...pointers] })
    if (!validate(withDoubles(body)))
      for (const error of validate.errors ?? []) {
        const clause = clausesOf(error.parentSchema as Json)[error.keyword]
        if (clause !== undefined && observations.get(clause)?.problem == null)
          observations.set(clause, {
            clause,
            problem: { ...describe(error, body), pointers: [pointerOf(error)] },
          })
      }
    return [...observations.values()]
  }
}

/** Describes the first error in a sentence; undefined if valid. */
export function firstProblem(schema: Schema, value: Json): string | undefined {
  const validate = compile(schema)
  if (validate(withDoubles(value))) return undefined
  // Alternatives and conditions say less than the errors within.
  const errors = validate.errors ?? []
  const plain = errors.find(({ keyword }) => !holding.includes(keyword)) ?? errors[0]
  return plain === undefined ? undefined : describe(plain, value).says
}

const holding = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']

export function conforms(schema: Json, value: Json): boolean {
  return isObject(schema) ? compile(schema)(withDoubles(value)) === true : schema !== false
}

// By text: each run narrows the schemas again, usually equally.
const compiled = new Map<string, ValidateFunction>()
// Schemas never change, and serialising takes longer than validating.
const compiledOf = new WeakMap<Schema, ValidateFunction>()

function compile(schema: Schema): ValidateFunction {
  const same = compiledOf.get(schema)
  if (same !== undefined) return same
  const validate = compileText(schema)
  compiledOf.set(schema, validate)
  return validate
}

function compileText(schema: Schema): ValidateFunction {
  const text = jsonText(schema)
  const known = compiled.get(text)
  if (known !== undefined) return known
  const validate = validatorOf({ reading: 'body', schema })
  compiled.set(text, validate)
  return validate
}

const keptCharacters = 200

// `x-expected` gives a schema's own words by keyword.
function describe(error: ErrorObject, body: Json): Problem {
  const { instancePath, keyword } = error
  const place = placeOf(instancePath)
  const parameters = error.params as Readonly<Record<string, unknown>>
  const value = at(body, instancePath) ?? null
  const shown = clip(jsonText(value), keptCharacters)
  const said = error.parentSchema?.['x-expected']
  const words = isObject(said) ? said[keyword] : undefined
  if (typeof words === 'string')
    return {
      says: `Not so: ${place} ${words}.`,
      expected: `${place} ${words}`,
      received: isObject(value) ? `it has ${memberNames(value)}` : shown,
    }
  switch (keyword) {
    case 'required': {
      const member = String(parameters.missingProperty)
      return {
        says: `${sentence(placeOf(`${instancePath}/${tokenOf(member)}`))} is missing.`,
        expected: `${place} has the member ${member}`,
        received: `it has ${memberNames(value)}`,
      }
    }
    case 'additionalProperties': {
      const member = String(parameters.additionalProperty)
      return {
        says: `${sentence(place)} has a member that is not specified: ${member}.`,
        expected: `${place} has no other members`,
        received: `it has ${member}`,
      }
    }
    case 'type': {
      const type = [parameters.type].flat().map(named).join(' or ')
      return {
        says: `${sentence(place)} is ${named(typeOf(value))}, not ${type}.`,
        expected: `${place} is ${type}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'enum': {
      const allowed = (parameters.allowedValues as Json[]).join(', ')
      return {
        says: `${sentence(place)} is ${shown}, none of ${allowed}.`,
        expected: `${place} is one of ${allowed}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'const': {
      const only = JSON.stringify(parameters.allowedValue)
      return {
        says: `${sentence(place)} is ${shown}, not ${only}.`,
        expected: `${place} is ${only}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'minLength':
    case 'maxLength': {
      // The path of a member's name is that of its object.
      const { propertyName } = error
      if (propertyName === undefined)
        return counted(place, 'character', [...String(value)].length, error, shown)
      const quoted = jsonText(propertyName)
      return counted(`the name ${propertyName}`, 'character', [...propertyName].length, error, quoted)
    }
    case 'minItems':
    case 'maxItems':
      return counted(place, 'item', Array.isArray(value) ? value.length : 0, error, shown)
    case 'format': {
      const form = named(parameters.format)
      return {
        says: `${sentence(place)} is ${shown}, which is not ${form}.`,
        expected: `${place} is ${form}`,
        received: labelled(instancePath, shown),
      }
    }
    case 'pattern':
      return {
        says: `${sentence(place)} is ${shown}, which is not of its form.`,
        expected: `${place} matches ${clip(String(parameters.pattern), keptCharacters)}`,
        received: labelled(instancePath, shown),
      }
    default:
      return {
        says: `${sentence(place)} ${error.message ?? keyword}.`,
        expected: `${place} ${error.message ?? keyword}`,
        received: labelled(instancePath, shown),
      }
  }
}

/** Includes missing, additional and misnamed members. */
function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const of = params as Readonly<Record<string, unknown>>
  const member = of.missingProperty ?? of.additionalProperty ?? of.propertyName ?? propertyName
  const own = instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')
  return typeof member === 'string' ? `${own}/${tokenOf(member)}` : own
}

function labelled(pointer: string, shown: string): string {
  return pointer === '' ? shown : `${placeOf(pointer)} ${shown}`
}

function counted(
  place: string,
  unit: string,
  count: number,
  { keyword, params }: ErrorObject,
  shown: string,
): Problem {
  const limit = Number((params as { readonly limit: number }).limit)
  const bound = keyword.startsWith('min') ? 'at least' : 'at most'
  const many = (number: number): string => `${number} ${unit}${number === 1 ? '' : 's'}`
  return {
    says: `${sentence(place)} has ${many(count)}, where it has ${bound} ${limit}.`,
    expected: `${place} has ${bound} ${many(limit)}`,
    received: `${many(count)}: ${shown}`,
  }
}

/** `owner.address`, `items[0].id`. */
function placeOf(pointer: string): string {
  const tokens = pointer.split('/').slice(1).map(nameOf)
  const path = tokens.map((token) => (/^\d+$/.test(token) ? `[${token}]` : `.${token}`)).join('')
  return path === '' ? 'the body' : path.replace(/^\./, '')
}

// Keeps the case of member names.
function sentence(place: string): string {
  return place.replace(/^the (body|name)/, 'The $1')
}

function named(type: unknown): string {
  if (type === 'null') return 'null'
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`
}

function memberNames(value: Json): string {
  const names = isObject(value) ? Object.keys(value).join(', ') || 'no members' : jsonText(value)
  return clip(names, 1_000)
}

/** Clauses with an applicable keyword, and their locations. */
function evidenceOf(schema: Json, value: Json): ReadonlyMap<string, ReadonlySet<string>> {
  const places = new Map<string, Set<string>>()
  for (const [clause, pointer] of occasions(schema, value, ''))
    places.set(clause, (places.get(clause) ?? new Set()).add(pointer))
  for (const clause of ofMissing(schema, value)) places.delete(clause)
  return places
}

// If a clause covers several members, a missing one invalidates its evidence.
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

// Keywords that do not apply are no evidence.
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
