// Generates ids in the style of the variation.
import { unguessable } from '../../base/chance.ts'
import { nowMs } from '../../base/clock.ts'
import type { IdStyle, Variation } from '../variations/variation.ts'

/** The exact length of a stream id (part 2.4 of the specification). */
export const streamIdCharacters = 26

/** The maximum length of a policy id (part 2.1 of the specification). */
export const policyIdCharactersMax = 26

export interface Ids {
  stream(): string
  policy(): string
  event(): string
}

/** Makes generators of ids. Only `random` ids cannot be guessed. */
export function makeIds({ streamIds, policyIds }: Variation): Ids {
  const [stream, policy] = [generatorOf(streamIds), generatorOf(policyIds)]
  return {
    stream: () => stream(streamIdCharacters),
    policy: () => policy(policyIds.length),
    event: () => `evt_${unguessable(11)}`,
  }
}

function generatorOf(style: IdStyle): (characters: number) => string {
  if (style.order === 'ulid') return ulids()
  if (style.order !== 'counted') return (characters) => idOf(style, characters)
  let count = 1_000
  return () => {
    count += 1
    return `${style.prefix}${count}`
  }
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const clockCharacters = 10
const chanceCharacters = 16

// The random part of a ULID increases by one if two ids are made in the same millisecond.
function ulids(): () => string {
  let [lastMs, chance] = [0, 0n]
  return () => {
    const now = nowMs()
    chance = now === lastMs ? chance + 1n : BigInt(`0x${unguessable(8)}`)
    lastMs = now
    return inCrockford(BigInt(now), clockCharacters) + inCrockford(chance, chanceCharacters)
  }
}

function inCrockford(number: bigint, characters: number): string {
  return Array.from({ length: characters }, (_, index) => {
    const shift = BigInt(5 * (characters - 1 - index))
    return crockford[Number((number >> shift) & 31n)] ?? ''
  }).join('')
}

function idOf({ prefix, alphabet }: IdStyle, characters: number): string {
  const letters = [...alphabet]
  const base = BigInt(letters.length)
  let chance = BigInt(`0x${unguessable(32)}`)
  let id = [...prefix]
  while (id.length < characters) {
    id = [...id, letters[Number(chance % base)] ?? '']
    chance /= base
  }
  return id.slice(0, characters).join('')
}
