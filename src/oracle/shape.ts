// The shape of responses: each keyword that a response fails blames its clause, each that it satisfies is evidence.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { clip } from '../base/exchange.ts'
import { at, isObject, type Json } from '../base/json.ts'
import { clausesOf, type Schema } from '../contract/index.ts'

/** What a response says about one clause. */
export interface ShapeFinding {
  readonly clause: string
  /** Null where the response satisfies the clause. */
  readonly problem: { readonly expected: string; readonly received: string } | null
}

export type ShapeJudge = (body: Json) => readonly ShapeFinding[]

/** Compiles a response schema of the contract to a judge of response bodies. */
export function shapeJudge(schema: Schema): ShapeJudge {
  const validate = compile(schema)
  return (body) => {
    const findings = new Map<string, ShapeFinding>()
    for (const clause of evidenceOf(schema, body)) findings.set(clause, { clause, problem: null })
    if (!validate(body))
      for (const error of validate.errors ?? []) {
        const clause = clausesOf(error.parentSchema as Json)[error.keyword]
        if (clause !== undefined && findings.get(clause)?.problem == null)
          findings.set(clause, { clause, problem: describe(error, body) })
      }
    return [...findings.values()]
  }
}

// By the schema's text: every run narrows the contract's schemas anew, mostly to the same.
const compiled = new Map<string, ValidateFunction>()

function compile(schema: Schema): ValidateFunction {
  const text = JSON.stringify(schema)
  const known = compiled.get(text)
  if (known !== undefined) return known
  const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false })
  addFormats.default(ajv)
  const validate: ValidateFunction = ajv.compile(schema)
  compiled.set(text, validate)
  return validate
}

function describe(error: ErrorObject, body: Json): { expected: string; received: string } {
  const place = error.instancePath === '' ? 'the body' : error.instancePath
  const parameters = error.params as Readonly<Record<string, unknown>>
  const value = at(body, error.instancePath)
  const shown = value === undefined ? 'nothing' : clip(JSON.stringify(value), 200)
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
    case 'propertyNames':
    case 'not':
      return {
        expected: `${place} has no private or symmetric member`,
        received: `it has ${memberNames(value)}`,
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

function memberNames(value: Json | undefined): string {
  return isObject(value) ? Object.keys(value).join(', ') || 'no members' : JSON.stringify(value ?? null)
}

// Walks schema and instance side by side; a keyword that the instance gives no occasion to is no evidence.
function* evidenceOf(schema: Json | undefined, value: Json): Generator<string> {
  if (!isObject(schema)) return
  for (const [keyword, clause] of Object.entries(clausesOf(schema))) if (applies(keyword, value)) yield clause
  if (isObject(schema.properties) && isObject(value))
    for (const [name, member] of Object.entries(schema.properties))
      if (Object.hasOwn(value, name)) yield* evidenceOf(member, value[name] ?? null)
  if (schema.items !== undefined && Array.isArray(value))
    for (const item of value) yield* evidenceOf(schema.items, item)
  if (Array.isArray(schema.allOf)) for (const branch of schema.allOf) yield* evidenceOf(branch, value)
}

function applies(keyword: string, value: Json): boolean {
  if (['minLength', 'maxLength', 'pattern', 'format'].includes(keyword)) return typeof value === 'string'
  if (['minItems', 'maxItems', 'uniqueItems'].includes(keyword)) return Array.isArray(value)
  if (keyword === 'propertyNames') return isObject(value) && Object.keys(value).length > 0
  if (['required', 'additionalProperties'].includes(keyword)) return isObject(value)
  return true
}
