// A request rate as the command line takes it.
import { ConfigurationError } from '../base/error.ts'

const rateMax = 1_000_000
// One request in a quarter of an hour.
const rateMin = 0.001

/** Splits "BURST/PER_SECOND". */
export function rateOf(text: string): { burst: number; perSecond: number } {
  const match = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text)
  const [burst, perSecond] = [Number(match?.[1]), Number(match?.[2])]
  if (!(burst >= 1 && burst <= rateMax && perSecond >= rateMin && perSecond <= rateMax))
    throw new ConfigurationError(
      `--rate-limit is "${text}": give BURST/PER_SECOND, each up to ${rateMax}, for example 10/2.`,
    )
  return { burst, perSecond }
}
