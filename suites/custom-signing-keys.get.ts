// Reading the custom signing keys (part 4.3).
import {
  type Exchange,
  isObject,
  type JsonObject,
  judgeKey,
  NotApplicable,
  suite,
  type Tester,
} from '../src/engine/index.ts'

interface KeySet {
  readonly exchange: Exchange
  readonly keys: readonly JsonObject[]
}

const readKeys = ({ once }: Tester): Promise<KeySet> =>
  once('key-set', async ({ given, call, must }) => {
    const exchange = await call(given.keys())
    const { keys } = must.accept(exchange)
    must.suppose(Array.isArray(keys), 'the answer holds no key set')
    return { exchange, keys: (keys as unknown as JsonObject[]).filter(isObject) }
  })

/** Holds every key against the cryptographic finding of that name. */
const sound = async (tester: Tester): Promise<void> => {
  const { exchange, keys } = await readKeys(tester)
  const findings = keys.flatMap(judgeKey).filter(({ clause }) => clause === tester.clause.name)
  if (findings.length === 0) throw new NotApplicable('no key of the set has what the clause speaks of')
  for (const { problem } of findings)
    tester.must.hold(problem === null, 'A published key is not sound.', {
      expected: problem?.expected ?? '',
      received: problem?.received ?? '',
      exchange,
    })
}

const sorted = (keys: readonly JsonObject[]): string[] => keys.map((key) => JSON.stringify(key)).sort()

export default suite('custom-signing-keys.get', {
  accepts: async ({ given, call, must }) => {
    must.accept(await call(given.keys()))
  },
  'key-material': sound,
  certificates: sound,
  'certificate-key': sound,
  'thumbprint-sha1': sound,
  'thumbprint-sha256': sound,
  'kids-distinct': async (tester) => {
    const { exchange, keys } = await readKeys(tester)
    const kids = keys.map(({ kid }) => kid).filter((kid) => typeof kid === 'string')
    if (kids.length < 2) throw new NotApplicable('fewer than two keys of the set have a kid')
    tester.must.hold(new Set(kids).size === kids.length, 'Two keys have the same kid.', {
      expected: 'a kid of its own for each key',
      received: kids.join(', '),
      exchange,
    })
  },
  'read-changes-nothing': async (tester) => {
    const first = await readKeys(tester)
    const exchange = await tester.call(tester.given.keys())
    const { keys } = tester.must.accept(exchange)
    tester.must.equal(
      Array.isArray(keys) ? sorted(keys.filter(isObject)) : null,
      sorted(first.keys),
      'the key set of the second read',
      { exchange, control: first.exchange },
    )
  },
})
