// The key set, read several times for all checks (part 4.3).
import {
  type Exchange,
  fixture,
  isObject,
  type JsonObject,
  type Observation,
  type Tester,
} from '../../src/suite.ts'
import { watch } from './watch.ts'

export interface KeySet {
  readonly exchange: Exchange
  readonly keys: readonly JsonObject[]
  readonly observations: readonly Observation[]
}

/** A premise: Inconclusive where the response holds no array of objects. */
const readKeySet = async ({ requests, call, must }: Tester): Promise<KeySet> => {
  const exchange = await call(requests.of('custom-signing-keys.get'))
  const { keys } = must.assumeAccepted(exchange)
  must.assume(
    Array.isArray(keys) && keys.every(isObject),
    'the response holds no array of keys: see keys-array and key-objects',
  )
  return { exchange, keys: keys as unknown as JsonObject[], observations: watch(exchange) }
}

// A tenant of several nodes may return different sets. Some of the requests may be refused for the rate.
const reads = 5

export const keySets = fixture('key-sets', async (tester): Promise<readonly KeySet[]> => {
  const sets: KeySet[] = []
  while (sets.length < reads) sets.push(await readKeySet(tester))
  return sets
})
