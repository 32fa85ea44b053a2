// Reading the custom signing keys (part 4.3).
import {
  acceptedBody,
  comparedOf,
  type Exchange,
  equal,
  fixture,
  isObject,
  type JsonObject,
  NotApplicable,
  type Observation,
  stateful,
  suite,
  type Tester,
  type Watch,
} from '../src/suite.ts'
import { judgeKey } from './resources/custom-signing-keys.ts'
import { identityOf, isKey, judgeKeyUse } from './resources/key-use.ts'

// Part 2.3, and what RFC 7517 and RFC 7518 ask of each key besides. What a tenant adds may be called anything.
const keyMembers: readonly string[] = [
  ...['kty', 'alg', 'crv', 'kid', 'use', 'key_ops', 'n', 'e', 'x', 'y'],
  ...['x5u', 'x5c', 'x5t', 'x5t#S256'],
]

interface KeySet {
  readonly exchange: Exchange
  readonly keys: readonly JsonObject[]
  /** What it says of the clauses. */
  readonly says: readonly Observation[]
}

/** Reads the key set: a premise. */
const read = async ({ requests, call, must }: Tester): Promise<KeySet> => {
  const exchange = await call(requests.of('custom-signing-keys.get'))
  const { keys } = must.assumeAccepted(exchange)
  must.assume(
    Array.isArray(keys) && keys.every(isObject),
    'the response holds no array of keys: see keys-array and key-objects',
  )
  return { exchange, keys: keys as unknown as JsonObject[], says: watch(exchange) }
}

// Not every answer needs to be as the first one is, and one in three may be another: more, as some of the requests in between are refused for the rate.
const reads = 5

const readSeveral = fixture('key-sets', async (tester): Promise<readonly KeySet[]> => {
  const sets: KeySet[] = []
  while (sets.length < reads) sets.push(await read(tester))
  return sets
})

/** The members of keys that the specification knows, as evidence names them. */
const membersOf = ({ exchange, keys }: KeySet): readonly string[] =>
  comparedOf(exchange.operation, [
    '/keys',
    '/keys/*',
    ...new Set(
      keys.flatMap((key) =>
        Object.keys(key).flatMap((member) => (keyMembers.includes(member) ? [`/keys/*/${member}`] : [])),
      ),
    ),
  ])

/** What is said of a key, with the pointers of the set that holds it. */
function inSet({ pointers = [], problem, ...rest }: Observation): Observation {
  const within = (own: readonly string[]): readonly string[] => own.map((pointer) => `/keys/*${pointer}`)
  const wrong = problem?.pointers === undefined ? {} : { pointers: within(problem.pointers) }
  return { ...rest, pointers: within(pointers), problem: problem && { ...problem, ...wrong } }
}

/** What an answer says of its keys, by the names of the clauses. */
const watch: Watch = (exchange) => {
  const shown = acceptedBody(exchange).keys
  const keys = Array.isArray(shown) ? shown.filter(isObject) : []
  const ofEach = keys.flatMap((key) => [...judgeKey(key), ...judgeKeyUse(key)])
  return [...ofEach.map((one) => inSet(one)), ...distinctKids(keys), ...distinctKeys(keys.filter(isKey))]
}

function distinctKids(keys: readonly JsonObject[]): readonly Observation[] {
  const named = keys.filter(({ kid }) => typeof kid === 'string')
  if (named.length < 2) return []
  // RFC 7517, 4.5: keys of different kty that are equivalent alternatives may share a kid.
  const kids = named.map(({ kty, kid }) => `${String(kid)} ${String(kty ?? '')}`)
  const problem = {
    says: 'Two keys of one type have the same kid.',
    expected: 'a kid of its own for each key',
    received: named.map(({ kid }) => String(kid)).join(', '),
  }
  return [
    {
      clause: 'kids-distinct',
      problem: new Set(kids).size === kids.length ? null : problem,
      pointers: ['/keys', '/keys/*', '/keys/*/kid'],
    },
  ]
}

function distinctKeys(keys: readonly JsonObject[]): readonly Observation[] {
  if (keys.length < 2) return []
  const identities = keys.map(identityOf)
  const repeated = keys.filter((key, index) => identities.indexOf(identityOf(key)) !== index)
  const problem = {
    says: 'A key is in the set twice.',
    expected: 'one entry for each key',
    received: `a second entry, with the kid ${repeated.map(({ kid }) => String(kid)).join(', ')}`,
  }
  return [
    {
      clause: 'keys-distinct',
      problem: repeated.length === 0 ? null : problem,
      pointers: ['/keys', '/keys/*'],
    },
  ]
}

/** Holds key sets against the clause's observations, as every other one is that the run sees. */
const sound = stateful(async (tester: Tester) => {
  for (const set of await tester.use(readSeveral)) mustBeSound(tester, set)
})

const mustBeSound = (tester: Tester, { exchange, says: all }: KeySet): void => {
  const observations = all.filter(({ clause }) => clause === tester.clause.name)
  if (observations.length === 0) throw new NotApplicable('no key of the set has what the clause speaks of')
  // What is not of its type could not be judged.
  const problems = tester.problems(exchange)
  if (problems.length > 0) tester.must.doubt(`the key set is not of its form: see ${problems.join(', ')}`)
  for (const { problem, pointers = [] } of observations) {
    const { says = '', ...detail } = problem ?? { expected: '', received: '' }
    const compared = comparedOf(exchange.operation, pointers)
    tester.must.that(problem === null, says, { pointers, ...detail, exchange }, compared)
  }
}

/**
 * Whether both sets hold equal keys, in any order, each with its members in any order (RFC 7517, 5; RFC 8259, 4). Where a
 * certificate lies may differ from read to read, as signed addresses do.
 */
const sameKeys = (one: readonly JsonObject[], other: readonly JsonObject[]): boolean => {
  const rest = other.map(located)
  for (const key of one.map(located)) {
    const place = rest.findIndex((candidate) => equal(candidate, key))
    if (place < 0) return false
    rest.splice(place, 1)
  }
  return rest.length === 0
}

const located = ({ x5u: _, ...key }: JsonObject): JsonObject => key

const listed = ({ keys }: KeySet): string =>
  JSON.stringify(keys.map(({ kid, ...rest }) => ({ kid, ...rest })))

const mustBeSame = (tester: Tester, first: KeySet, next: KeySet): void => {
  if (first.keys.length === 0 && next.keys.length === 0) throw new NotApplicable('the key set is empty')
  const problems = tester.problems(next.exchange)
  tester.must.assume(problems.length === 0, `the key set is not of its form: see ${problems.join(', ')}`)
  tester.must.that(
    sameKeys(first.keys, next.keys),
    'A later read returned other keys.',
    {
      expected: listed(first),
      received: listed(next),
      exchange: next.exchange,
      control: first.exchange,
    },
    membersOf(next),
  )
}

export default suite(
  'custom-signing-keys.get',
  {
    // MUST 4.3: The key set can be read.
    accepts: async ({ requests, call, must }) => {
      must.accept(await call(requests.of('custom-signing-keys.get')))
    },
    // MUST 2.3: No key holds a private or symmetric member: d, p, q, dp, dq, qi, oth or k.
    'public-only': sound,
    // MUST 2.3: In each key n and e, or x and y, or x alone for a curve that has no y, form a public key that can be used; no key has only
    //   half of a pair (RFC 7518, 6.2 and 6.3; RFC 8037, 2).
    'key-material': sound,
    // SHOULD 2.3: n and e are numbers, and x and y coordinates, in base64url without padding: the numbers without leading zero bytes, the
    //   coordinates with all bytes of their curve (RFC 7518, 2, 6.2.1.2 and 6.3.1).
    'key-encoding': sound,
    // SHOULD 2.3: use, key_ops and alg do not contradict one another or the key, and no operation is named twice (RFC 7517, 4.3; RFC 7518,
    //   3).
    'key-use': sound,
    // SHOULD 2.3: x5c is a chain of one or more base64-encoded X.509 certificates (RFC 7517, 4.7).
    certificates: sound,
    // SHOULD 2.3: Each certificate of x5c is certified by the one after it (RFC 7517, 4.7).
    'certificate-chain': sound,
    // SHOULD 2.3: The first certificate of x5c holds the same public key as the key itself (RFC 7517, 4.7).
    'certificate-key': sound,
    // SHOULD 2.3: x5u is an absolute URL, not one of HTTP without TLS (RFC 7517, 4.6).
    'certificate-url': sound,
    // SHOULD 2.3: x5t is the SHA-1 thumbprint of the first certificate (RFC 7517, 4.8).
    'thumbprint-sha1': sound,
    // SHOULD 2.3: x5t#S256 is the base64url-encoded SHA-256 thumbprint of the first certificate (RFC 7517, 4.9).
    'thumbprint-sha256': sound,
    // SHOULD 2.3: Different keys of the set have different kids, unless they are of different types (RFC 7517, 4.5).
    'kids-distinct': sound,
    // SHOULD 2.3: No key is in the set twice for the same use and algorithm: a verifier tells keys apart by what they say (RFC 7517, 4.5
    //   and 5).
    'keys-distinct': sound,
    // SHOULD 4.3: Reading the key set twice gives the same keys (RFC 9110, 9.2.1: GET is safe).
    'read-changes-nothing': stateful(async (tester: Tester) => {
      const [first, ...others] = await tester.use(readSeveral)
      for (const next of others) mustBeSame(tester, first as KeySet, next)
    }),
  },
  watch,
)
