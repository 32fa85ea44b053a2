// Lists the parts of the specification that the clauses name.

import { isPlace } from '../../text/part-in-words.ts'

/** Sorts by number, for example 4.5 before 4.10. */
export function partsOf(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)]
    .filter((part) => part !== '' && !isPlace(part))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}
