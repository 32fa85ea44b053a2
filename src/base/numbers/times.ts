// Writes how often an event occurs.

export function timesInWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
