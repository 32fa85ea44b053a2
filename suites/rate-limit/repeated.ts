// Whether another status in a burst takes the place of 429: the tenant serves the request a moment later, and the status comes again.
import { type Exchange, sleep, statusOf, type Tester } from '../../src/suite.ts'
import { type Burst, remainingIn } from './burst.ts'

// A rate resets within these pauses. Other reasons for a refusal stay.
const pausesMs = [500, 1_000, 2_000, 4_000]
const triesMax = 2

/**
 * Returns an answer that takes the place of 429; null where none does. A 5xx may come from load. It counts where
 * X-RateLimit-Remaining is 0, or where requests follow one another without load.
 */
export const repeatedAnswer = async (
  { contract }: Tester,
  { sent, others, again }: Burst,
): Promise<Exchange | null> => {
  const usual = sent[0] === undefined ? 0 : statusOf(sent[0])
  const hasNoneRemaining = (exchange: Exchange): boolean => remainingIn(exchange, contract) === 0
  const isForRate = (exchange: Exchange): boolean =>
    others.some((one) => statusOf(one) === statusOf(exchange)) &&
    (statusOf(exchange) < 500 || hasNoneRemaining(exchange))
  if (others.length === 0 || !(await servedAgain(again, usual))) return null
  const first = others.find(isForRate)
  if (first === undefined) {
    for (let count = 0; count < 2 * sent.length; count += 1) {
      const exchange = await again()
      if (others.some((one) => statusOf(one) === statusOf(exchange))) return exchange
    }
    return null
  }
  if (sent.some(hasNoneRemaining)) return first
  for (let tries = 0; tries < triesMax; tries += 1) {
    const wave = await Promise.all(sent.map(again))
    const found = wave.find(isForRate)
    if (found !== undefined) return found
  }
  return null
}

/** Whether the request gets its first status again before long. */
const servedAgain = async (again: Burst['again'], usual: number): Promise<boolean> => {
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs)
    if (statusOf(await again()) === usual) return true
  }
  return false
}
