// Checks that each later read returns the same keys (part 4.3).
import {
  type Checks,
  comparedOf,
  equal,
  type JsonObject,
  NotApplicable,
  stateful,
  type TestContext,
  using,
} from '../../src/suite.ts'
import { type KeySet, keySets } from './key-sets.ts'

// The members of keys that part 2.3, RFC 7517 and RFC 7518 define.
const keyMembers: readonly string[] = [
  ...['kty', 'alg', 'crv', 'kid', 'use', 'key_ops', 'n', 'e', 'x', 'y'],
  ...['x5u', 'x5c', 'x5t', 'x5t#S256'],
]

const pointersOf = ({ exchange, keys }: KeySet): readonly string[] =>
  comparedOf(exchange.operation, [
    '/keys',
    '/keys/*',
    ...new Set(
      keys.flatMap((key) =>
        Object.keys(key).flatMap((member) => (keyMembers.includes(member) ? [`/keys/*/${member}`] : [])),
      ),
    ),
  ])

/** The keys can have any order (RFC 7517, section 5). A signed URL in x5u may change. */
const sameKeys = (one: readonly JsonObject[], other: readonly JsonObject[]): boolean => {
  const rest = other.map(withoutUrl)
  for (const key of one.map(withoutUrl)) {
    const place = rest.findIndex((candidate) => equal(candidate, key))
    if (place < 0) return false
    rest.splice(place, 1)
  }
  return rest.length === 0
}

const withoutUrl = ({ x5u: _, ...key }: JsonObject): JsonObject => key

const described = ({ keys }: KeySet): string =>
  JSON.stringify(keys.map(({ kid, ...rest }) => ({ kid, ...rest })))

const mustHoldSameKeys = (check: TestContext, first: KeySet, next: KeySet): void => {
  if (first.keys.length === 0 && next.keys.length === 0) throw new NotApplicable('the key set is empty')
  const problems = check.problems(next.exchange)
  check.must.assume(
    problems.length === 0,
    `the key set does not have the specified form: see ${problems.join(', ')}`,
  )
  check.must.that(
    sameKeys(first.keys, next.keys),
    'A later read returned other keys.',
    {
      expected: described(first),
      received: described(next),
      exchange: next.exchange,
      control: first.exchange,
    },
    pointersOf(next),
  )
}

export const repeatedRead: Checks = {
  // SHOULD 4.3: If a client reads the key set several times, each response contains the same keys, in any order, because GET is a safe
  //   method (RFC 9110, 9.2.1). Only x5u may differ.
  'read-changes-nothing': stateful(
    using([keySets], async (check) => {
      const [first, ...others] = await check.use(keySets)
      for (const next of others) mustHoldSameKeys(check, first as KeySet, next)
    }),
  ),
}
