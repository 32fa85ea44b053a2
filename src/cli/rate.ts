// A request rate as the command line takes it.
import { ConfigurationError } from '../base/error.ts'

/** Splits "BURST/PER_SECOND". */
export function rateOf(text: string): { burst: number; perSecond: number } {
  const match = /^(\d+)\/(\d+(?:\.\d+)?)$/.exec(text)
  if (match === null || Number(match[1]) < 1 || !(Number(match[2]) > 0))
    throw new ConfigurationError(`--rate-limit is "${text}": give BURST/PER_SECOND, for example 10/2.`)
  return { burst: Number(match[1]), perSecond: Number(match[2]) }
}
