// Random values that do not depend on the seed of the run. No other file creates them.
import { randomBytes, randomInt } from 'node:crypto'

export function freshSeed(): number {
  return randomInt(0, 2 ** 31 - 1)
}

export function unguessable(bytes = 16): string {
  return randomBytes(bytes).toString('hex')
}
