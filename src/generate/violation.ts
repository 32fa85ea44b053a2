// Violations: instances that a schema refuses because of one known keyword at one known place.
import fc from 'fast-check'
import type { Json } from '../base/json.ts'
import { Carriers } from './break/carrier.ts'
import { type Constraint, constraintsOf } from './break/constraint.ts'
import { Edits } from './break/edit.ts'
import { refused, waysOf } from './break/focused.ts'
import { Generator } from './draw/generator.ts'
import { GenerateError } from './generate-error.ts'
import type { GenerateOptions } from './options.ts'
import type { SchemaObject } from './schema/schema.ts'
import type { SchemaSet } from './schema/schema-set.ts'

/** The broken keyword and its place. */
export interface Broken {
  /** RFC 6901 pointer of the instance place; for keywords about members, of the object. */
  readonly pointer: string
  /** The name that Ajv uses; "false schema" for a schema `false`. */
  readonly keyword: string
  /** The missing member, for `required` and `dependentRequired`. */
  readonly property?: string
  /** Pointer of the schema node with the keyword, within its document. */
  readonly schemaPointer: string
  /** The schema node by identity, to read its annotations. */
  readonly schema: SchemaObject
}

/** All instances that break one keyword at one place. */
export interface ViolationClass extends Broken {
  /** `pointer` with `*` for any element and any unnamed member. */
  readonly place: string
  readonly arbitrary: fc.Arbitrary<Json>
}

export interface Violation extends Broken {
  readonly value: Json
}

/**
 * Returns one class for each constraint at each place, except those that nothing can violate (such as `minLength: 0`). With `base`, instances are `base` with
 * one change.
 * @throws GenerateError for a malformed schema.
 */
export function violations(
  schema: object | boolean,
  options: GenerateOptions = {},
): readonly ViolationClass[] {
  const generator = new Generator(schema, options)
  const classes = classesOf(generator, options)
  if (classes.length > 0 || generator.validator.second === null) return classes
  // Falls back to values on which only the specification decides, because the validators dispute the others.
  return classesOf(new Generator(schema, options, true), options)
}

function classesOf(generator: Generator, options: GenerateOptions): ViolationClass[] {
  const edits = new Edits(true, (constraint) => waysOf(generator, constraint))
  const base = options.base ?? generator.simplest()
  const carriers = base === null ? null : new Carriers(generator, base)
  const seen = new Set<string>()
  const ids = new Map<SchemaObject, number>()
  return constraintsOf(generator.planner, options.base).flatMap((constraint) => {
    ids.set(constraint.schema, ids.get(constraint.schema) ?? ids.size)
    const key = JSON.stringify([
      constraint.pointer,
      constraint.keyword,
      constraint.property,
      ids.get(constraint.schema),
    ])
    if (seen.has(key)) return []
    const arbitrary = refused(generator, constraint, edits, carriers, options.base)
    if (arbitrary === null) return []
    seen.add(key)
    return [{ ...labelOf(generator.set, constraint), place: constraint.place, arbitrary }]
  })
}

/**
 * Returns refused instances, each with the keyword and place that cause the refusal. Every violation class is equally likely; shrinking stays within the
 * class.
 * @throws GenerateError for a malformed schema, and for one that cannot be violated.
 */
export function violation(schema: object | boolean, options: GenerateOptions = {}): fc.Arbitrary<Violation> {
  const classes = violations(schema, options).map(({ arbitrary, place: _, ...label }) =>
    arbitrary.map((value): Violation => ({ value, ...label })),
  )
  if (classes.length === 0) throw new GenerateError('Nothing violates the schema', '')
  return fc.oneof(...classes)
}

export function labelOf(set: SchemaSet, constraint: Constraint): Broken {
  const { pointer, keyword, property, schemaPointer, schema } = constraint
  const named = property === undefined ? {} : { property }
  return {
    pointer,
    keyword: set.nameOf(schema, keyword),
    ...named,
    schemaPointer,
    schema: set.written(schema),
  }
}
