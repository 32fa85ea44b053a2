// A burst: one request repeated until the rate is exceeded (part 8).
import { type Exchange, type Request, statusOf, type TestContext } from '../../src/suite.ts'

/** Enough to exceed the rate of a test tenant. */
export const burstRequestsMax = 300
/** The limit of a burst if X-RateLimit-Remaining is below this number. */
export const burstMaxNearLimit = 600
export const writesMax = 120

const burstSecondsMax = 10
const atOnce = 16
// Requests that a forecast needs.
const forecastAfter = 5 * atOnce
// A proxy may have a lower limit than X-RateLimit-Remaining shows.
const unseenLimitMax = 2 * atOnce
// The tenant restores some requests meanwhile.
const wellBeyond = 4
// Fewer responses with other statuses may have another reason.
const othersMin = 3

/** Returns null if the header is not a number. */
export const remainingIn = (
  { response }: Exchange,
  { rateLimit }: TestContext['contract'],
): number | null => {
  const remaining = response?.headers[rateLimit?.headers.remaining?.toLowerCase() ?? '']?.trim() ?? ''
  return /^\d{1,9}$/.test(remaining) ? Number(remaining) : null
}

interface Spent {
  readonly sent: number
  readonly left: number
}

/** Forecasts linearly whether `most` requests reach the limit. */
const isReachedWithin = (most: number, from: Spent, to: Spent): boolean =>
  (from.left - to.left) * (most - to.sent) >= to.left * (to.sent - from.sent)

export interface Burst {
  readonly sent: readonly Exchange[]
  /** Responses with status 429. */
  readonly limited: readonly Exchange[]
  /** Responses with neither the status of the first response nor 429. */
  readonly others: readonly Exchange[]
  readonly last: readonly Exchange[]
  again(): Promise<Exchange>
}

const burstOf = (sent: readonly Exchange[], last: readonly Exchange[], again: Burst['again']): Burst => {
  const usual = sent[0] === undefined ? 0 : statusOf(sent[0])
  const answered = sent.filter(({ response }) => response !== null)
  return {
    sent,
    limited: answered.filter((exchange) => statusOf(exchange) === 429),
    others: answered.filter((exchange) => ![usual, 429].includes(statusOf(exchange))),
    last,
    again,
  }
}

/**
 * Sends waves of parallel requests, each a few more than X-RateLimit-Remaining. Ends at the first 429, or if the
 * forecast expects none.
 * @param makeLast returns a request to send beyond the rate
 */
export const burst = async (
  { call, contract, ratePerSecond }: TestContext,
  make: () => Request,
  requestsMax = burstRequestsMax,
  makeLast: (() => Promise<Request | null>) | null = null,
): Promise<Burst> => {
  // More requests would take minutes with a low --rate.
  const bound = Math.floor((ratePerSecond ?? Number.POSITIVE_INFINITY) * burstSecondsMax)
  let most = Math.min(requestsMax, bound)
  // Only the first request may renew its token, because a 401 beyond the rate must show.
  const impatient = (request: Request, renewing = false): Promise<Exchange> =>
    call(request, { retryOnRateLimit: false, renewing })
  const sent: Exchange[] = []
  const send = (): Promise<Exchange> => impatient(make(), sent.length === 0)
  const last: Exchange[] = []
  let left = Number.POSITIVE_INFINITY
  let next = 1
  let first: Spent | null = null
  // Each wave is larger, to use more requests than the tenant restores.
  for (
    let further = makeLast === null ? 1 : 1 + wellBeyond;
    sent.length < most;
    further = Math.min(2 * further, atOnce)
  ) {
    const count = Math.min(next, most - sent.length)
    const final = makeLast !== null && left + wellBeyond < count ? await makeLast() : null
    // `final` is sent just beyond the limit: the client may delay requests after the first 429.
    const served = final === null ? count : Math.min(count, left + 2)
    const earlier = Array.from({ length: served }, send)
    const ending = final === null ? [] : [impatient(final)]
    const later = Array.from({ length: count - served }, send)
    last.push(...(await Promise.all(ending)))
    const wave = await Promise.all([...earlier, ...later])
    sent.push(...wave)
    const { limited, others: other } = burstOf(sent, last, send)
    if (limited.length > 0 || other.length >= othersMin) break
    if (wave.some(({ response }) => response === null)) break
    const remaining = wave.map((exchange) => remainingIn(exchange, contract)).filter((one) => one !== null)
    const now = remaining.length === 0 ? null : { sent: sent.length, left: Math.min(...remaining) }
    if (first === null && now !== null && requestsMax >= burstRequestsMax && now.left < burstMaxNearLimit)
      most = Math.min(burstMaxNearLimit, bound)
    first ??= now
    left = now?.left ?? left
    if (now !== null && now.left > most && sent.length > unseenLimitMax) break
    if (
      first !== null &&
      now !== null &&
      now.sent - first.sent >= forecastAfter &&
      !isReachedWithin(most, first, now)
    )
      break
    next = now === null ? atOnce : Math.min(now.left + further, atOnce)
  }
  return burstOf(sent, last, send)
}
