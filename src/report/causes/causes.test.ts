// Groups failures by cause, and loses none.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Failure } from '../../base/event.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { Json } from '../../base/json.ts'
import { causesOf, countingGroups } from './causes.ts'

type Failed = Parameters<typeof causesOf>[0][number]

interface Sent {
  readonly id?: number
  readonly body?: Json
  readonly text?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly principal?: string
  readonly status?: number
  readonly shown?: Json
  readonly url?: string
}

let last = 0
const exchange = (sent: Sent = {}): Exchange => {
  const { id = ++last, body, text, headers = {}, principal = 'full', status = 200, shown = {}, url } = sent
  const sentBody = text ?? (body === undefined ? null : JSON.stringify(body))
  return {
    id,
    principal,
    operation: 'loans.update',
    request: {
      method: 'PATCH',
      url: `http://127.0.0.1:1/loans/${url ?? '1'}`,
      headers: { 'content-type': 'application/json', ...headers },
      body: sentBody,
    },
    response: { status, headers: {}, body: JSON.stringify(shown), bodyBytes: 2, wellFormed: true },
    failure: null,
    startedAtMs: 0,
    durationMs: 1,
  }
}

const failure = (sent: Sent, rest: Partial<Failure> = {}): Failure => ({
  message: 'wrong',
  expected: 'right',
  received: 'wrong',
  kind: 'condition',
  exchange: exchange(sent),
  control: null,
  curl: '',
  seed: 1,
  path: null,
  ...rest,
})

const clause = (id: string, failures: readonly Failure[] | Failure, rest: Partial<Failed> = {}): Failed => ({
  id,
  operation: id.slice(0, id.lastIndexOf('.')),
  part: '2.4',
  level: 'MUST',
  verdict: 'fail',
  failures: [failures].flat(),
  ...rest,
})

/** Without their operation. */
const groupsOf = (...clauses: readonly Failed[]): string[] =>
  causesOf(clauses).groups.map((group) => group.map(({ id }) => id.replace('loans.update.', '')).join(' '))

const wrongMember = (member: string, value: Json = 'other', rest: Partial<Failure> = {}): Failure =>
  failure({ body: { [member]: 'sent' }, shown: { [member]: value } }, { pointers: [`/${member}`], ...rest })

test('joins failures of one member with one mistake, and the chain decides which leads', () => {
  const [late, early] = [wrongMember('name'), wrongMember('name')]
  const one = clause('loans.update.sequence', late, { chains: { shown: 9 } })
  const other = clause('loans.update.stored', early, { chains: { shown: 2 } })
  expect(groupsOf(one, other)).toEqual(['stored sequence'])
  const causes = causesOf([one, other])
  expect(causes.leadOf(one.id)).toBe(other.id)
  expect(causes.leadOf(other.id)).toBeNull()
  expect(causes.followersOf(other.id)).toEqual([one.id])
  expect(causes.followersOf(one.id)).toEqual([])
})

test('a chain alone joins nothing: the second failure keeps its own block', () => {
  const one = clause('loans.update.stored', wrongMember('name'), { chains: { shown: 2 } })
  const other = clause('loans.update.sequence', wrongMember('state'), { chains: { shown: 9 } })
  expect(groupsOf(one, other)).toEqual(['stored', 'sequence'])
})

test.each([
  ['missing in one, null in the other', wrongMember('name', null), failure({}, { pointers: ['/name'] })],
  ['of another type', wrongMember('name', 7), wrongMember('name', 'other')],
  [
    'a text of another form, and another text',
    wrongMember('at', '2026', { kind: 'shape' }),
    wrongMember('at', '2027'),
  ],
  [
    'sent in one, and changed by a request that was refused in the other',
    wrongMember('name'),
    failure(
      { body: {}, shown: { name: 'other' } },
      { pointers: ['/name'], steps: [exchange({ body: { state: 1 }, status: 400 })] },
    ),
  ],
])('a member with two mistakes joins nothing: %s', (_, one, other) => {
  expect(groupsOf(clause('loans.update.a', one), clause('loans.update.b', other))).toEqual(['a', 'b'])
})

test('a missing inner member belongs to its missing outer member', () => {
  const whole = failure({ shown: { name: 'a' } }, { pointers: ['/owner'] })
  const within = failure({ shown: { name: 'b' } }, { pointers: ['/owner/address'] })
  expect(groupsOf(clause('loans.update.a', whole), clause('loans.update.b', within))).toEqual(['a b'])
})

test('two requirements that one exchange fails at one member are one, whatever the mistake', () => {
  const shown = { list: [] }
  const one = failure({ id: 5000, shown }, { pointers: ['/list'], kind: 'shape' })
  const other = failure({ id: 5000, shown }, { pointers: ['/list'] })
  expect(groupsOf(clause('loans.update.a', one), clause('loans.update.b', other))).toEqual(['a b'])
})

test('the same requirement of another operation joins the first only if the response looks the same', () => {
  const other = (one: Failure): Failure => ({
    ...one,
    exchange: one.exchange && { ...one.exchange, operation: 'books.update' },
  })
  const one = clause('loans.update.name', wrongMember('name'))
  const same = clause('books.update.name', other(wrongMember('name')))
  const missing = clause('books.update.name', other(failure({}, { pointers: ['/name'] })))
  const otherwise = clause('books.update.title', other(wrongMember('name')))
  expect(causesOf([one, same]).groups).toHaveLength(1)
  expect(causesOf([one, missing]).groups).toHaveLength(2)
  expect(causesOf([one, otherwise]).groups).toHaveLength(2)
})

const refused = (body: Json, control: Json, message = 'no renaming'): Failure =>
  failure(
    { body, status: 400, shown: { message } },
    { kind: 'accepted', control: exchange({ body: control }) },
  )

test('a valid request is refused for the same reason if it contains what made the first one fail', () => {
  const one = clause('loans.update.name', refused({ name: 'a' }, { state: 'b' }))
  const more = clause('loans.update.several', refused({ name: 'a', state: 'b' }, { state: 'b' }))
  expect(groupsOf(one, more)).toEqual(['name several'])
  const otherMember = clause('loans.update.list', refused({ list: [] }, { state: 'b' }))
  const otherAnswer = clause('loans.update.several', refused({ name: 'a' }, { state: 'b' }, 'too long'))
  expect(groupsOf(one, otherMember, otherAnswer)).toEqual(['name', 'list', 'several'])
})

const accepted = (sent: Sent, rest: Partial<Failure> = {}): Failure =>
  failure(sent, { kind: 'refused', control: exchange({ body: { name: 'a' } }), ...rest })

test('requests that must be refused are joined only by the same mistake in the request', () => {
  const long = accepted({ body: { name: 'a'.repeat(129) } })
  const longer = accepted({ body: { name: 'é'.repeat(129) } })
  const number = accepted({ body: { name: 1 } })
  const header = accepted({ body: { name: 'a' }, headers: { 'content-type': 'text/plain' } })
  expect(
    groupsOf(
      clause('loans.update.length', long),
      clause('loans.update.characters', longer),
      clause('loans.update.type', number),
      clause('loans.update.media', header),
    ),
  ).toEqual(['length characters', 'type', 'media'])
})

test('joins values of other types that one operation accepts', () => {
  const number = accepted({ body: { name: 1 } })
  const text = accepted({ body: { count: 'a' } })
  expect(
    groupsOf(
      clause('loans.update.name-type', number),
      clause('loans.update.count-type', text),
      clause('loans.update.count-minimum', accepted({ body: { count: -1 } })),
    ),
  ).toEqual(['name-type count-type', 'count-minimum'])
})

test('a token with more mistakes than its signature follows from one with only a wrong signature', () => {
  const token = (principal: string): Failure => accepted({ body: { name: 'a' }, principal })
  const signature = clause('loans.update.signature', token('altered-signature'))
  const none = clause('loans.update.none', token('alg-none'))
  const payload = clause('loans.update.payload', token('altered-payload'))
  const expired = clause('loans.update.expired', token('expired'))
  expect(groupsOf(signature, none, payload, expired)).toEqual(['signature none payload', 'expired'])
  expect(groupsOf(none, payload)).toEqual(['none', 'payload'])
})

test('a failure of a plain request also explains that of a special one', () => {
  const failing = { status: 500, shown: { message: 'internal error' } }
  const plain = clause('loans.update.accepts', failure({ body: {}, ...failing }, { kind: 'accepted' }))
  const special = failure(
    { body: {}, headers: { 'x-a': 'b' }, ...failing },
    { control: exchange({ body: {} }) },
  )
  expect(groupsOf(plain, clause('loans.update.headers', special))).toEqual(['accepts headers'])
  const served = { ...special, exchange: exchange({ body: {}, headers: { 'x-a': 'b' }, status: 404 }) }
  expect(groupsOf(plain, clause('loans.update.headers', served))).toEqual(['accepts', 'headers'])
})

test('two faults that fail alike stay separate if controls show two reasons', () => {
  const failing = { status: 500, shown: { message: 'internal error' } }
  const by = (headers: Readonly<Record<string, string>>): Failure =>
    failure({ body: {}, headers, ...failing }, { control: exchange({ body: {} }) })
  expect(
    groupsOf(clause('loans.update.a', by({ 'x-a': '1' })), clause('loans.update.b', by({ 'x-b': '1' }))),
  ).toEqual(['a', 'b'])
})

test('a clause with a different failure leads its own group', () => {
  const one = clause('loans.update.a', wrongMember('name'))
  const both = clause('loans.update.b', [wrongMember('name'), wrongMember('state')])
  expect(groupsOf(one, both)).toEqual(['a', 'b'])
})

test('of members sent together, a member that was returned as sent joins nothing', () => {
  const both = failure(
    { body: { name: 'a&b', city: 'sent' }, shown: { name: 'a', city: 'sent' } },
    { pointers: ['/name', '/city'], kind: 'as-sent' },
  )
  const one = clause('loans.update.a', wrongMember('city', 'other', { kind: 'as-sent' }))
  expect(groupsOf(one, clause('loans.update.b', both))).toEqual(['a', 'b'])
})

test('nothing is joined through a third failure: each shows what the leading one shows', () => {
  const both: Failure = { ...wrongMember('name'), pointers: ['/name', '/state'] }
  const middle: Failure = {
    ...both,
    exchange: exchange({ body: { name: 'sent', state: 'sent' }, shown: { name: 'other', state: 'other' } }),
  }
  const all = [
    clause('loans.update.a', wrongMember('name'), { chains: { shown: 0 } }),
    clause('loans.update.b', middle, { chains: { shown: 1 } }),
    clause('loans.update.c', wrongMember('state'), { chains: { shown: 2 } }),
  ]
  expect(groupsOf(...all)).toEqual(['a b', 'c'])
})

test('without a chain, the more important failure leads; a waived one stays separate', () => {
  const waived = { until: null, reason: 'known' } as never
  const should = clause('loans.update.a', wrongMember('name'), { level: 'SHOULD', chains: { shown: 0 } })
  const excused = clause('loans.update.b', wrongMember('name'), { waived, chains: { shown: 1 } })
  const must = clause('loans.update.c', wrongMember('name'), { chains: { other: 2 } })
  const after = clause('loans.update.c', wrongMember('name'), { chains: { shown: 2 } })
  expect(groupsOf(should, excused, must)).toEqual(['c a', 'b'])
  expect(groupsOf(should, excused, after)).toEqual(['a c', 'b'])
  expect(countingGroups(causesOf([should, excused, must])).flat()).toEqual([must, should])
})

test('failures of an older report without evidence are not joined by their texts', () => {
  const old = (): Failure => {
    const { kind: _, pointers: __, ...rest } = wrongMember('name')
    return { ...rest, exchange: exchange({ id: 9000, shown: { name: 'other' } }) }
  }
  expect(groupsOf(clause('loans.update.a', old()), clause('loans.update.b', old()))).toEqual(['a', 'b'])
})

test('a failure without an exchange, and a clause without failures, stay separate', () => {
  const none = failure({}, { exchange: null })
  expect(groupsOf(clause('loans.update.a', none), clause('loans.update.b', none))).toEqual(['a', 'b'])
  expect(groupsOf(clause('loans.update.a', []), clause('loans.update.b', []))).toEqual(['a', 'b'])
})

test('of contradicting chains, still one clause leads', () => {
  const one = clause('loans.update.one', wrongMember('name'), { chains: { a: 1, b: 2 } })
  const two = clause('loans.update.two', wrongMember('name'), { chains: { a: 2, b: 1 } })
  expect(causesOf([one, two]).groups).toHaveLength(1)
})

test('every failure is in one group, and passed clauses are in none', () => {
  const clauses = fc.uniqueArray(
    fc.record({
      name: fc.stringMatching(/^[a-z]{1,3}$/),
      operation: fc.constantFrom('loans.update', 'books.read'),
      verdict: fc.constantFrom('fail' as const, 'pass' as const),
      level: fc.constantFrom('MUST' as const, 'SHOULD' as const),
      member: fc.constantFrom('name', 'state'),
      place: fc.nat(5),
    }),
    { selector: ({ name, operation }) => `${operation}.${name}`, maxLength: 30 },
  )
  fc.assert(
    fc.property(clauses, (made) => {
      const all = made.map(({ name, operation, member, place, ...rest }) =>
        clause(`${operation}.${name}`, wrongMember(member), { ...rest, chains: { shown: place } }),
      )
      const { groups, leadOf, followersOf } = causesOf(all)
      const failed = all.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
      expect(
        groups
          .flat()
          .map(({ id }) => id)
          .sort(),
      ).toEqual(failed.sort())
      for (const [lead, ...others] of groups) {
        expect(leadOf(lead.id)).toBeNull()
        expect(followersOf(lead.id)).toEqual(others.map(({ id }) => id))
        for (const { id } of others) expect(leadOf(id)).toBe(lead.id)
      }
    }),
  )
})
