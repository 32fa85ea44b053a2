// Writes a count with its noun.

/** Returns for example "1 clause" or "2 clauses". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`
}
