// Makes valid instances of a schema.
import type * as fc from 'fast-check'
import { Generator } from './draw/generator.ts'
import type { FromSchema } from './from-schema.ts'
import type { GenerateOptions } from './options.ts'

/**
 * Returns valid instances, which also match their formats. A literal schema determines their type.
 * @throws GenerateError that names the part of a malformed or unsatisfiable schema
 */
export function valid<const S extends object | boolean>(
  schema: S,
  options: GenerateOptions = {},
): fc.Arbitrary<FromSchema<S>> {
  return new Generator(schema, options).valid() as fc.Arbitrary<FromSchema<S>>
}
