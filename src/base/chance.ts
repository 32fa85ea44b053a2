// Chance: the one place that draws what must not be predictable. All else is drawn from the run's seed.
import { randomBytes, randomInt } from 'node:crypto'

/** A seed for a run: a 31-bit integer. */
export function freshSeed(): number {
  return randomInt(0, 2 ** 31 - 1)
}

/** `bytes` unguessable bytes in lower-case hexadecimal. */
export function unguessable(bytes = 16): string {
  return randomBytes(bytes).toString('hex')
}
