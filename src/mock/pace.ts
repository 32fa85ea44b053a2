// Limits for the latency and the rate of the mock.

import { rateRange } from '../base/options/run-options.ts'

export const paceLimits = {
  latencyMsMax: 60_000,
  rateMax: rateRange.max,
  rateMin: rateRange.min,
}

export function isLatency(latencyMs: unknown): latencyMs is number {
  return Number.isInteger(latencyMs) && Number(latencyMs) >= 0 && Number(latencyMs) <= paceLimits.latencyMsMax
}

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
