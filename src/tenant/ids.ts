// Ids of new resources, in the style of the variation.
import { unguessable } from '../base/chance.ts'
import type { IdStyle, Variation } from './variation.ts'

/** Every event stream id has exactly this many characters (part 2.4). */
export const streamIdCharacters = 26

/** No rate limit policy id has more characters (part 2.1). */
export const policyIdCharactersMax = 26

export interface Ids {
  stream(): string
  policy(): string
  event(): string
}

/** Generators of unguessable ids. */
export function makeIds({ streamIds, policyIds }: Variation): Ids {
  return {
    stream: () => idOf(streamIds, streamIdCharacters),
    policy: () => idOf(policyIds, policyIds.length),
    event: () => `evt_${unguessable(11)}`,
  }
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
