// Time stamps of a response: ISO 8601 in UTC with any number of decimals, compared without losing one.

/** Nanoseconds since the epoch (further decimals cut), or null for what is no such time stamp (part 2.4). */
export function timestampNs(text: unknown): bigint | null {
  if (typeof text !== 'string') return null
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?Z$/.exec(text)
  if (match === null) return null
  const seconds = Date.parse(`${match[1]}Z`)
  if (Number.isNaN(seconds)) return null
  return BigInt(seconds) * 1_000_000n + BigInt((match[2] ?? '').slice(0, 9).padEnd(9, '0'))
}
