// Schemas of this project that together use all keywords of draft 2020-12, each keyword alone and in
// combinations.
import { arrays } from './collection/arrays.ts'
import { combined } from './collection/combined.ts'
import { formats, formatsCombined } from './collection/formats.ts'
import { numbers } from './collection/numbers.ts'
import { objects } from './collection/objects.ts'
import { plain } from './collection/plain.ts'
import { realistic } from './collection/realistic.ts'
import { references } from './collection/references.ts'
import { strings } from './collection/strings.ts'
import { byGroup, type Schemas } from './schemas.ts'

/** The schemas by group. Most schemas have valid values and also violations. */
export const collection: Schemas = byGroup({
  strings,
  formats,
  formatsCombined,
  numbers,
  plain,
  arrays,
  objects,
  combined,
  references,
  realistic,
})
