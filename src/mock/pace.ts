// How slow a mock may be, and what rate it may grant: at its start, and by the admin address.

export const paceLimits = {
  latencyMsMax: 60_000,
  rateMax: 1_000_000,
  /** One request in a quarter of an hour. */
  rateMin: 0.001,
}

/** Whether a response may take so long. */
export function isLatency(latencyMs: unknown): latencyMs is number {
  return Number.isInteger(latencyMs) && Number(latencyMs) >= 0 && Number(latencyMs) <= paceLimits.latencyMsMax
}

/** Whether so many requests may come at once, and so many a second. */
export function isRate(burst: unknown, perSecond: unknown): boolean {
  const { rateMax, rateMin } = paceLimits
  return (
    Number.isInteger(burst) &&
    Number(burst) >= 1 &&
    Number(burst) <= rateMax &&
    typeof perSecond === 'number' &&
    perSecond >= rateMin &&
    perSecond <= rateMax
  )
}
