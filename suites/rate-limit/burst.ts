// Repeats a request until the tenant's request rate is exceeded (part 8).
import { type Exchange, type Request, statusOf, type TestContext } from '../../src/suite.ts'

/** A burst of this size exceeds the request rate of a usual test tenant. */
export const burstRequestsMax = 300
/** The maximum size of a burst if X-RateLimit-Remaining is below this number. */
export const burstMaxNearLimit = 600
export const writesMax = 120

const burstSecondsMax = 10
const atOnce = 16
const forecastAfter = 5 * atOnce
// A burst exceeds this number even if X-RateLimit-Remaining is high, because a proxy may have a lower limit.
const unseenLimitMax = 2 * atOnce
// With fewer requests beyond the limit, the tenant may accept all, because it allows new requests meanwhile.
const wellBeyond = 4
// Fewer responses with other statuses may have another cause than the request rate.
const othersMin = 3

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

/** Returns whether `most` requests exceed the limit, by a linear forecast. */
const isReachedWithin = (most: number, from: Spent, to: Spent): boolean =>
  (from.left - to.left) * (most - to.sent) >= to.left * (to.sent - from.sent)

export interface Burst {
  readonly sent: readonly Exchange[]
  readonly limited: readonly Exchange[]
  /** Responses whose status is neither 429 nor the status of the first response. */
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
 * Sends waves of requests, and stops after a 429, a missing response or several other statuses.
 * @param makeLast returns a request to send beyond the rate
 */
export const burst = async (
  { call, contract, ratePerSecond }: TestContext,
  make: () => Request,
  requestsMax = burstRequestsMax,
  makeLast: (() => Promise<Request | null>) | null = null,
): Promise<Burst> => {
  // With a low --rate, a larger burst would take minutes.
  const bound = Math.floor((ratePerSecond ?? Number.POSITIVE_INFINITY) * burstSecondsMax)
  let most = Math.min(requestsMax, bound)
  // Only the first request may renew its token, because a 401 beyond the rate must stay visible.
  const impatient = (request: Request, renewing = false): Promise<Exchange> =>
    call(request, { retryOnRateLimit: false, renewing })
  const sent: Exchange[] = []
  const send = (): Promise<Exchange> => impatient(make(), sent.length === 0)
  const last: Exchange[] = []
  let left = Number.POSITIVE_INFINITY
  let next = 1
  let first: Spent | null = null
  // `further` grows, because the tenant allows new requests during the burst.
  for (
    let further = makeLast === null ? 1 : 1 + wellBeyond;
    sent.length < most;
    further = Math.min(2 * further, atOnce)
  ) {
    const count = Math.min(next, most - sent.length)
    const final = makeLast !== null && left + wellBeyond < count ? await makeLast() : null
    // Sends `final` just beyond the limit, because the HTTP client may delay requests after the first 429.
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
