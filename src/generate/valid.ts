// Valid instances of a schema.
import type * as fc from 'fast-check'
import { Generator } from './draw/generator.ts'
import type { FromSchema } from './from-schema.ts'
import type { GenerateOptions } from './options.ts'

/**
 * Returns instances that `schema` (JSON Schema 2020-12, formats asserted) accepts, also when shrunk. A schema in place or `as const` determines their type.
 * @throws GenerateError for a malformed or unsatisfiable schema, with the place
 */
export function valid<const S extends object | boolean>(
  schema: S,
  options: GenerateOptions = {},
): fc.Arbitrary<FromSchema<S>> {
  return new Generator(schema, options).valid() as fc.Arbitrary<FromSchema<S>>
}
