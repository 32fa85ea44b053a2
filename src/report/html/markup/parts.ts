// The specification parts that clauses name.

import { isPlace } from '../../text/part-in-words.ts'

/** Sorts 4.5 before 4.10. Omits locations in documents. */
export function partsOf(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)]
    .filter((part) => part !== '' && !isPlace(part))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}
