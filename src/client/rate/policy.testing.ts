// Tenants with different rate limits, on a virtual clock.
import type { RateKey } from './bucket-set.ts'
import { noRateInfo, type RateInfo } from './rate-headers.ts'

export interface Ruling {
  readonly served: boolean
  readonly limit: number
  readonly left: number
  readonly waitMs: number
}

export interface Policy {
  rule(now: number): Ruling
  most(untilMs: number): number
}

/** Allows bursts of `burst` requests, and adds `perSecond` requests each second. */
export function bucket(burst: number, perSecond: number): Policy {
  let [tokens, filledAt] = [burst, 0]
  return {
    rule(now) {
      tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * perSecond)
      filledAt = now
      // The sum of fractions can be wrong in the last bit.
      const served = tokens >= 1 - 1e-9
      if (served) tokens -= 1
      const waitMs = Math.max(0, ((1 - tokens) / perSecond) * 1000)
      return { served, limit: burst, left: Math.max(0, Math.floor(tokens + 1e-9)), waitMs }
    },
    most: (untilMs) => burst + (untilMs / 1000) * perSecond,
  }
}

export function fixedWindow(limit: number, windowMs: number): Policy {
  let [window, used] = [0, 0]
  return {
    rule(now) {
      const current = Math.floor(now / windowMs)
      if (current !== window) [window, used] = [current, 0]
      const served = used < limit
      if (served) used += 1
      return { served, limit, left: limit - used, waitMs: (current + 1) * windowMs - now }
    },
    most: (untilMs) => limit * Math.ceil(untilMs / windowMs),
  }
}

export function slidingWindow(limit: number, windowMs: number): Policy {
  let served: number[] = []
  return {
    rule(now) {
      served = served.filter((tick) => tick > now - windowMs)
      const allowed = served.length < limit
      if (allowed) served.push(now)
      const left = limit - served.length
      return { served: allowed, limit, left, waitMs: (served[0] ?? now) + windowMs - now }
    },
    most: (untilMs) => limit * Math.ceil(untilMs / windowMs),
  }
}

export type Telling = (ruling: Ruling, now: number) => RateInfo

const precise: Telling = ({ limit, left, waitMs }) => ({
  limit,
  remaining: left,
  resetMs: waitMs > 0 ? waitMs : null,
})

const wholeSeconds: Telling = ({ limit, left, waitMs }, now) => {
  const resetMs = Math.ceil((now + waitMs) / 1000) * 1000 - now
  return { limit, remaining: left, resetMs: resetMs > 0 ? resetMs : null }
}

export const tellings = {
  precise,
  'whole seconds': wholeSeconds,
  'only by a 429': (ruling, now) => (ruling.served ? noRateInfo : wholeSeconds(ruling, now)),
  'only how long': (ruling) => (ruling.served ? noRateInfo : { ...noRateInfo, resetMs: ruling.waitMs }),
  nothing: () => noRateInfo,
  'always none left': (ruling, now) => ({ ...wholeSeconds(ruling, now), remaining: 0 }),
  'always many left': (ruling, now) => ({ ...wholeSeconds(ruling, now), remaining: 1_000 }),
  'a reset far away': ({ served, limit, left, waitMs }) => ({
    limit,
    remaining: left,
    resetMs: served ? 3_600_000 : waitMs,
  }),
  'nonsense limits': ({ served, waitMs }, now) => ({
    limit: 1 + (Math.floor(now * 7_919) % 900),
    remaining: Math.floor(now * 104_729) % 700,
    resetMs: served ? null : waitMs,
  }),
} satisfies Record<string, Telling>

export type TellingName = keyof typeof tellings

/** Which requests a tenant counts together. */
export const countings = {
  all: () => '',
  principal: ({ principal }: RateKey) => principal,
  operation: ({ operation }: RateKey) => operation,
  both: ({ principal, operation }: RateKey) => `${principal} ${operation}`,
} satisfies Record<string, (key: RateKey) => string>

export type CountingName = keyof typeof countings
