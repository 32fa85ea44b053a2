// A burst: one request over and over until the tenant answers otherwise than at first, as it does beyond its request rate (part 8).
import { type Exchange, type Request, statusOf, type Tester } from '../../src/suite.ts'

/** Enough for limits that a mock or a test tenant has; a production limit is not worth exhausting. */
export const burstRequestsMax = 300
/** The same where the answers tell that the limit is no farther away. */
export const burstToldMax = 600

const burstSecondsMax = 10
const atOnce = 16
// After so many it shows whether they are spent faster than they come back.
const foreseenAfter = 5 * atOnce
// Where more are left than are sent, something before the tenant may have a lower limit and say nothing of it.
const untoldMax = 2 * atOnce
// So many more than are left, as some come back meanwhile.
const wellBeyond = 4
// A single other answer may have another reason.
const othersMin = 3

/** How many more an answer says are allowed; null where it does not say. */
export const leftAfter = ({ response }: Exchange, { rateLimit }: Tester['contract']): number | null => {
  const told = response?.headers[rateLimit?.headers.remaining?.toLowerCase() ?? '']?.trim() ?? ''
  return /^\d{1,9}$/.test(told) ? Number(told) : null
}

/** How many were sent, and how many answers say are left then. */
interface Spent {
  readonly sent: number
  readonly left: number
}

/** Whether none would be left after so many in all, by how many were spent from one moment to the other. */
const isWithin = (most: number, from: Spent, to: Spent): boolean =>
  (from.left - to.left) * (most - to.sent) >= to.left * (to.sent - from.sent)

/** Requests that are alike, in the order in which they were sent, and those of them that were answered otherwise than the first. */
export interface Burst {
  readonly sent: readonly Exchange[]
  /** Answered by 429. */
  readonly limited: readonly Exchange[]
  /** Answered neither as the first one nor by 429. */
  readonly others: readonly Exchange[]
  /** Those that were sent among several at once, behind as many as could be served. */
  readonly last: readonly Exchange[]
  /** Sends one more of them. */
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
 * Sends a request over and over until it is answered otherwise: first one, then as many at once as it says are left and one more, where it
 * says that, so that no more are spent than it takes; and no longer than a 429 may come, by how many are left.
 * @param make gives the next request, which differs from the others at most in what it sets
 * @param makeLast gives another one, to be sent behind as many as can be served; null where there is none
 */
export const burst = async (
  { call, contract, ratePerSecond }: Tester,
  make: () => Request,
  requestsMax = burstRequestsMax,
  makeLast: (() => Promise<Request | null>) | null = null,
): Promise<Burst> => {
  // What the operator holds the run to is not exceeded, and not sat through for minutes.
  const bound = Math.floor((ratePerSecond ?? Number.POSITIVE_INFINITY) * burstSecondsMax)
  let most = Math.min(requestsMax, bound)
  const impatient = (request: Request): Promise<Exchange> => call(request, { retryOnRateLimit: false })
  const send = (): Promise<Exchange> => impatient(make())
  const sent: Exchange[] = []
  const last: Exchange[] = []
  let left = Number.POSITIVE_INFINITY
  let next = 1
  let first: Spent | null = null
  // What comes back meanwhile is outrun by more at once.
  for (
    let further = makeLast === null ? 1 : 1 + wellBeyond;
    sent.length < most;
    further = Math.min(2 * further, atOnce)
  ) {
    const count = Math.min(next, most - sent.length)
    const final = makeLast !== null && left + wellBeyond < count ? await makeLast() : null
    // Not at the end: after the first 429 what has not been sent yet may wait for the reset.
    const served = final === null ? count : Math.min(count, left + 2)
    const earlier = Array.from({ length: served }, send)
    const ending = final === null ? [] : [impatient(final)]
    const later = Array.from({ length: count - served }, send)
    last.push(...(await Promise.all(ending)))
    const wave = await Promise.all([...earlier, ...later])
    sent.push(...wave)
    const { limited, others: odd } = burstOf(sent, last, send)
    if (limited.length > 0 || odd.length >= othersMin) break
    if (wave.some(({ response }) => response === null)) break
    const told = wave.map((exchange) => leftAfter(exchange, contract)).filter((one) => one !== null)
    const now = told.length === 0 ? null : { sent: sent.length, left: Math.min(...told) }
    if (first === null && now !== null && requestsMax >= burstRequestsMax && now.left < burstToldMax)
      most = Math.min(burstToldMax, bound)
    first ??= now
    left = now?.left ?? left
    if (now !== null && now.left > most && sent.length > untoldMax) break
    if (
      first !== null &&
      now !== null &&
      now.sent - first.sent >= foreseenAfter &&
      !isWithin(most, first, now)
    )
      break
    next = now === null ? atOnce : Math.min(now.left + further, atOnce)
  }
  return burstOf(sent, last, send)
}
