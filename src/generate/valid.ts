// Valid instances of a schema.
import type * as fc from 'fast-check'
import type { Json } from '../base/json.ts'
import { Generator } from './draw/generator.ts'
import type { GenerateOptions } from './options.ts'

/**
 * Instances that `schema` (JSON Schema draft 2020-12, formats asserted) accepts. They shrink to simpler ones that
 * it accepts too.
 * @throws GenerateError for a malformed schema, and for one that nothing satisfies, naming the place.
 */
export function valid(schema: object | boolean, options: GenerateOptions = {}): fc.Arbitrary<Json> {
  return new Generator(schema, options).valid()
}
