// Makes instances that each violate one keyword at one location, and names the keyword and the location.
import fc from 'fast-check'
import type { Json } from '../base/json.ts'
import { Carriers } from './break/carrier.ts'
import { type Constraint, constraintsOf } from './break/constraint.ts'
import { Edits } from './break/edit-cache.ts'
import { violating, waysOf } from './break/instance.ts'
import { Generator } from './draw/generator.ts'
import { GenerateError } from './generate-error.ts'
import type { GenerateOptions } from './options.ts'
import type { SchemaObject } from './schema/schema.ts'
import type { SchemaSet } from './schema/schema-set.ts'

export interface Broken {
  /** JSON pointer (RFC 6901) of the value. For keywords about members, the pointer of the object. */
  readonly pointer: string
  /** Name of the keyword in errors of Ajv. For a schema `false`, the name is "false schema". */
  readonly keyword: string
  /** Name of the missing member, for `required` and `dependentRequired`. */
  readonly property?: string
  readonly schemaPointer: string
  readonly schema: SchemaObject
}

export interface ViolationClass extends Broken {
  /**
   * JSON pointer in which `*` stands for any element, or for any member without its own name in the
   * schema.
   */
  readonly place: string
  readonly arbitrary: fc.Arbitrary<Json>
}

export interface Violation extends Broken {
  readonly value: Json
}

/**
 * Omits constraints that no value violates, for example `minLength: 0`. With `options.base`, each instance
 * differs from this base in one value.
 * @throws GenerateError for a malformed schema
 */
export function violations(
  schema: object | boolean,
  options: GenerateOptions = {},
): readonly ViolationClass[] {
  return violationsOf(schema, () => true, options)
}

/** Like `violations`, but faster: searches only for violations of the wanted keywords. */
export function violationsOf(
  schema: object | boolean,
  isWanted: (keyword: Pick<Broken, 'schema' | 'keyword'>) => boolean,
  options: GenerateOptions = {},
): readonly ViolationClass[] {
  const generator = new Generator(schema, options)
  const classes = classesOf(generator, isWanted, options)
  if (classes.length > 0 || generator.validator.second === null) return classes
  // Ajv confirmed no violation. Searches again, without a confirmation by Ajv.
  return classesOf(new Generator(schema, options, false), isWanted, options)
}

function classesOf(
  generator: Generator,
  isWanted: (keyword: Pick<Broken, 'schema' | 'keyword'>) => boolean,
  options: GenerateOptions,
): ViolationClass[] {
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
    const label = labelOf(generator.set, constraint)
    if (seen.has(key) || !isWanted(label)) return []
    const arbitrary = violating(generator, constraint, edits, carriers, options.base)
    if (arbitrary === null) return []
    seen.add(key)
    return [{ ...label, place: constraint.place, arbitrary }]
  })
}

/**
 * Returns violations with their reasons. Every constraint is equally likely. A value that shrinks still
 * violates the same constraint.
 * @throws GenerateError for a malformed schema, or for a schema that nothing violates
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
