// Whether an answer in a burst is for the rate: the tenant serves the request as usual a moment later, and answers so again beyond the rate.
import { type Exchange, sleep, statusOf, type Tester } from '../../src/suite.ts'
import { type Burst, leftAfter } from './burst.ts'

// A limit gives way within them, a refusal for another reason does not.
const pausesMs = [500, 1_000, 2_000, 4_000]
const triesMax = 2

/**
 * An answer for the rate in place of a 429; null where none is known to be. What says that the tenant is not available may be for its load:
 * it is for the rate where it tells that no request is left, or comes where one request follows another, which is no load.
 */
export const repeated = async (
  { contract }: Tester,
  { sent, others, again }: Burst,
): Promise<Exchange | null> => {
  const usual = sent[0] === undefined ? 0 : statusOf(sent[0])
  const tellsNoneLeft = (exchange: Exchange): boolean => leftAfter(exchange, contract) === 0
  const isForRate = (exchange: Exchange): boolean =>
    others.some((one) => statusOf(one) === statusOf(exchange)) &&
    (statusOf(exchange) < 500 || tellsNoneLeft(exchange))
  if (others.length === 0 || !(await servedAgain(again, usual))) return null
  const first = others.find(isForRate)
  if (first === undefined) {
    for (let count = 0; count < 2 * sent.length; count += 1) {
      const exchange = await again()
      if (others.some((one) => statusOf(one) === statusOf(exchange))) return exchange
    }
    return null
  }
  if (sent.some(tellsNoneLeft)) return first
  for (let tries = 0; tries < triesMax; tries += 1) {
    const wave = await Promise.all(sent.map(again))
    const found = wave.find(isForRate)
    if (found !== undefined) return found
  }
  return null
}

/** Whether the request is served as at first again before long. */
const servedAgain = async (again: Burst['again'], usual: number): Promise<boolean> => {
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs)
    if (statusOf(await again()) === usual) return true
  }
  return false
}
