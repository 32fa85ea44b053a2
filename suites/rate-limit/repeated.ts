// Finds out whether the tenant returns another status instead of 429 beyond the rate.
import { type Exchange, sleep, statusOf, type TestContext } from '../../src/suite.ts'
import { type Burst, remainingIn } from './burst.ts'

// In milliseconds. During one of these pauses, the tenant should reset the rate.
const pausesMs = [500, 1_000, 2_000, 4_000]
const triesMax = 2

/**
 * Returns a response with another status than 429. It must occur again, or X-RateLimit-Remaining must be 0.
 */
export const repeatedAnswer = async (
  { contract }: TestContext,
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
    // A tenant that fails only sometimes accepts requests in between, so two equal responses in a row are
    // necessary.
    let before: Exchange | null = null
    for (let count = 0; count < 2 * sent.length; count += 1) {
      const exchange = await again()
      const isOther = others.some((one) => statusOf(one) === statusOf(exchange))
      if (isOther && before !== null && statusOf(before) === statusOf(exchange)) return exchange
      before = isOther ? exchange : null
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

const servedAgain = async (again: Burst['again'], usual: number): Promise<boolean> => {
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs)
    if (statusOf(await again()) === usual) return true
  }
  return false
}
