// Parses `--rate-limit`.
import { ConfigurationError } from '../base/error.ts'
import { isRate, paceLimits } from '../mock/index.ts'

/** "BURST/PER_SECOND" */
export function rateOf(text: string): { burst: number; perSecond: number } {
  const match = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text)
  const [burst, perSecond] = [Number(match?.[1]), Number(match?.[2])]
  if (!isRate(burst, perSecond))
    throw new ConfigurationError(
      `--rate-limit is "${text}": give BURST/PER_SECOND, each up to ${paceLimits.rateMax}, for example 10/2.`,
    )
  return { burst, perSecond }
}
