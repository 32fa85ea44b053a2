// Judges response bodies: a violated keyword fails its clause, a satisfied keyword is evidence for it.
import { isObject, type Json } from '../base/json.ts'
import { jsonText, withDoubles } from '../base/numbers/exact-number.ts'
import type { ValidateFunction } from '../base/schemas/ajv.ts'
import { validatorOf } from '../base/schemas/validator.ts'
import { clausesOf, type Schema } from '../contract/index.ts'
import type { Observation } from './judgement.ts'
import { shapeEvidence } from './shape-evidence.ts'
import { pointerOf, shapeProblem } from './shape-problem.ts'

export type ShapeJudge = (body: Json) => readonly Observation[]

export function shapeJudge(schema: Schema): ShapeJudge {
  const validate = compile(schema)
  return (body) => {
    const observations = new Map<string, Observation>()
    for (const [clause, pointers] of shapeEvidence(schema, body))
      observations.set(clause, { clause, problem: null, pointers: [...pointers] })
    if (!validate(withDoubles(body)))
      for (const error of validate.errors ?? []) {
        const clause = clausesOf(error.parentSchema as Json)[error.keyword]
        if (clause !== undefined && observations.get(clause)?.problem == null)
          observations.set(clause, {
            clause,
            problem: { ...shapeProblem(error, body), pointers: [pointerOf(error)] },
          })
      }
    return [...observations.values()]
  }
}

export function firstProblem(schema: Schema, value: Json): string | undefined {
  const validate = compile(schema)
  if (validate(withDoubles(value))) return undefined
  // Errors of inner keywords are more precise than those of `anyOf`.
  const errors = validate.errors ?? []
  const plain = errors.find(({ keyword }) => !holding.includes(keyword)) ?? errors[0]
  return plain === undefined ? undefined : shapeProblem(plain, value).says
}

const holding = ['anyOf', 'oneOf', 'allOf', 'not', 'if', 'then', 'else']

export function conforms(schema: Json, value: Json): boolean {
  return isObject(schema) ? compile(schema)(withDoubles(value)) === true : schema !== false
}

// The keys are texts of schemas, because a run often narrows a schema again in the same way.
const compiled = new Map<string, ValidateFunction>()
// The keys are schema objects, because serialising a schema takes longer than validating a value.
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
  const validate = validatorOf({ settings: 'body', schema })
  compiled.set(text, validate)
  return validate
}
