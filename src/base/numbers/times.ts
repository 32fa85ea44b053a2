// Counts in words.

export function timesInWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
