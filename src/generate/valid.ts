// Valid instances of a schema.
import type * as fc from 'fast-check'
import { Generator } from './draw/generator.ts'
import type { FromSchema } from './from-schema.ts'
import type { GenerateOptions } from './options.ts'

/**
 * Instances that `schema` (JSON Schema draft 2020-12, formats asserted) accepts. They shrink to simpler ones that
 * it accepts too. A schema that is written in place, or `as const`, gives them its type.
 * @throws GenerateError for a malformed schema, and for one that nothing satisfies, naming the place.
 */
export function valid<const S extends object | boolean>(
  schema: S,
  options: GenerateOptions = {},
): fc.Arbitrary<FromSchema<S>> {
  return new Generator(schema, options).valid() as fc.Arbitrary<FromSchema<S>>
}
