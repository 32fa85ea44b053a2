// Time stamps of a response: ISO 8601 in UTC with any number of decimals, compared without losing one.

/** Nanoseconds since the epoch (further decimals cut), or null for what is no such time stamp (part 2.4). */
export function timestampNs(text: unknown): bigint | null {
  if (typeof text !== 'string') return null
  const match = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(\d+))?Z$/.exec(text)
  if (match === null) return null
  const [time, decimals = ''] = [text.slice(0, 19), match[1]]
  const milliseconds = Date.parse(`${time}Z`)
  if (Number.isNaN(milliseconds)) return null
  // The 30th of February is read as the 2nd of March.
  if (!new Date(milliseconds).toISOString().startsWith(time)) return null
  return BigInt(milliseconds) * 1_000_000n + BigInt(decimals.slice(0, 9).padEnd(9, '0'))
}
