// The specification parts that clauses name.

/** Numeric order: 4.5 before 4.10. */
export function partsOf(parts: readonly string[]): readonly string[] {
  return [...new Set(parts)]
    .filter((part) => part !== '')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}
