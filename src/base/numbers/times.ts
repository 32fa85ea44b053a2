// How often something happened, in words.

/** "once", "2 times". */
export function timesInWords(count: number): string {
  return count === 1 ? 'once' : `${count} times`
}
