// Reads the key set several times, as a fixture of all checks.
import {
  type Exchange,
  fixture,
  isObject,
  type JsonObject,
  type Observation,
  type TestContext,
} from '../../src/suite.ts'
import { watch } from './watch.ts'

export interface KeySet {
  readonly exchange: Exchange
  readonly keys: readonly JsonObject[]
  readonly observations: readonly Observation[]
}

const readKeySet = async ({ requests, call, must }: TestContext): Promise<KeySet> => {
  const exchange = await call(requests.of('custom-signing-keys.get'))
  const { keys } = must.assumeAccepted(exchange)
  must.assume(
    Array.isArray(keys) && keys.every(isObject),
    'the response contains no array of keys: see the clauses keys-array and key-objects',
  )
  return { exchange, keys: keys as unknown as JsonObject[], observations: watch(exchange) }
}

// The servers of one tenant may return different key sets.
const reads = 5

export const keySets = fixture('key-sets', async (shared): Promise<readonly KeySet[]> => {
  const sets: KeySet[] = []
  while (sets.length < reads) sets.push(await readKeySet(shared))
  return sets
})
