// A span of time as a sentence names it: in the largest unit that leaves a number one can read.

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "45 seconds", "10 minutes", "11574 days": rounded up to whole units, of which there are at least two. */
export function waitInWords(ms: number): string {
  if (!Number.isFinite(ms)) return 'for ever'
  for (const [unit, unitMs] of units) if (ms >= 2 * unitMs) return `${Math.ceil(ms / unitMs)} ${unit}s`
  const seconds = Math.max(1, Math.ceil(ms / 1_000))
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
