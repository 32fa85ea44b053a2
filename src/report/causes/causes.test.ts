// Tests the grouping of all failures by their common cause.
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

/** Returns the groups of clause ids, without the name of the operation. */
const groupsOf = (...clauses: readonly Failed[]): string[] =>
  causesOf(clauses).groups.map((group) => group.map(({ id }) => id.replace('loans.update.', '')).join(' '))

const wrongMember = (member: string, value: Json = 'other', rest: Partial<Failure> = {}): Failure =>
  failure({ body: { [member]: 'sent' }, shown: { [member]: value } }, { pointers: [`/${member}`], ...rest })

test('groups failures with the same error at the same member; the chain decides which one leads', () => {
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

test('does not group clauses only because of a chain', () => {
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
])('does not group two different errors of one member: %s', (_, one, other) => {
  expect(groupsOf(clause('loans.update.a', one), clause('loans.update.b', other))).toEqual(['a', 'b'])
})

test('a missing inner member belongs to the missing whole member', () => {
  const whole = failure({ shown: { name: 'a' } }, { pointers: ['/owner'] })
  const within = failure({ shown: { name: 'b' } }, { pointers: ['/owner/address'] })
  expect(groupsOf(clause('loans.update.a', whole), clause('loans.update.b', within))).toEqual(['a b'])
})

test('groups two requirements that one exchange fails at one member, whatever the error', () => {
  const shown = { list: [] }
  const one = failure({ id: 5000, shown }, { pointers: ['/list'], kind: 'shape' })
  const other = failure({ id: 5000, shown }, { pointers: ['/list'] })
  expect(groupsOf(clause('loans.update.a', one), clause('loans.update.b', other))).toEqual(['a b'])
})

test('groups the same requirement of two operations only if the symptom is the same', () => {
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

test('groups rejected valid requests that share the feature of the first one', () => {
  const one = clause('loans.update.name', refused({ name: 'a' }, { state: 'b' }))
  const more = clause('loans.update.several', refused({ name: 'a', state: 'b' }, { state: 'b' }))
  expect(groupsOf(one, more)).toEqual(['name several'])
  const otherMember = clause('loans.update.list', refused({ list: [] }, { state: 'b' }))
  const otherAnswer = clause('loans.update.several', refused({ name: 'a' }, { state: 'b' }, 'too long'))
  expect(groupsOf(one, otherMember, otherAnswer)).toEqual(['name', 'list', 'several'])
})

const accepted = (sent: Sent, rest: Partial<Failure> = {}): Failure =>
  failure(sent, { kind: 'refused', control: exchange({ body: { name: 'a' } }), ...rest })

test('groups requests that had to be rejected only if they have the same fault', () => {
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

test('groups values of other types that one operation accepts', () => {
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

test('a token with several faults follows a token whose only fault is the signature', () => {
  const token = (principal: string): Failure => accepted({ body: { name: 'a' }, principal })
  const signature = clause('loans.update.signature', token('altered-signature'))
  const none = clause('loans.update.none', token('alg-none'))
  const payload = clause('loans.update.payload', token('altered-payload'))
  const expired = clause('loans.update.expired', token('expired'))
  expect(groupsOf(signature, none, payload, expired)).toEqual(['signature none payload', 'expired'])
  expect(groupsOf(none, payload)).toEqual(['none', 'payload'])
})

test('a failed special request follows a failed plain request', () => {
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

test('keeps two faults with the same symptom separate if their controls show two reasons', () => {
  const failing = { status: 500, shown: { message: 'internal error' } }
  const by = (headers: Readonly<Record<string, string>>): Failure =>
    failure({ body: {}, headers, ...failing }, { control: exchange({ body: {} }) })
  expect(
    groupsOf(clause('loans.update.a', by({ 'x-a': '1' })), clause('loans.update.b', by({ 'x-b': '1' }))),
  ).toEqual(['a', 'b'])
})

test('a clause with one failure of another kind leads its own group', () => {
  const one = clause('loans.update.a', wrongMember('name'))
  const both = clause('loans.update.b', [wrongMember('name'), wrongMember('state')])
  expect(groupsOf(one, both)).toEqual(['a', 'b'])
})

test('does not group members of one request if one of them came back as sent', () => {
  const both = failure(
    { body: { name: 'a&b', city: 'sent' }, shown: { name: 'a', city: 'sent' } },
    { pointers: ['/name', '/city'], kind: 'as-sent' },
  )
  const one = clause('loans.update.a', wrongMember('city', 'other', { kind: 'as-sent' }))
  expect(groupsOf(one, clause('loans.update.b', both))).toEqual(['a', 'b'])
})

test('groups a clause only with a lead that shows the same symptom', () => {
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

test('without a chain the more important clause leads; waived clauses have separate groups', () => {
  const waived = { until: null, reason: 'known' } as never
  const should = clause('loans.update.a', wrongMember('name'), { level: 'SHOULD', chains: { shown: 0 } })
  const excused = clause('loans.update.b', wrongMember('name'), { waived, chains: { shown: 1 } })
  const must = clause('loans.update.c', wrongMember('name'), { chains: { other: 2 } })
  const after = clause('loans.update.c', wrongMember('name'), { chains: { shown: 2 } })
  expect(groupsOf(should, excused, must)).toEqual(['c a', 'b'])
  expect(groupsOf(should, excused, after)).toEqual(['a c', 'b'])
  expect(countingGroups(causesOf([should, excused, must])).flat()).toEqual([must, should])
})

test('does not group failures of an older report without evidence by their texts', () => {
  const old = (): Failure => {
    const { kind: _, pointers: __, ...rest } = wrongMember('name')
    return { ...rest, exchange: exchange({ id: 9000, shown: { name: 'other' } }) }
  }
  expect(groupsOf(clause('loans.update.a', old()), clause('loans.update.b', old()))).toEqual(['a', 'b'])
})

test('does not group a failure without an exchange, or a clause without failures', () => {
  const none = failure({}, { exchange: null })
  expect(groupsOf(clause('loans.update.a', none), clause('loans.update.b', none))).toEqual(['a', 'b'])
  expect(groupsOf(clause('loans.update.a', []), clause('loans.update.b', []))).toEqual(['a', 'b'])
})

test('one clause leads even if chains contradict each other', () => {
  const one = clause('loans.update.one', wrongMember('name'), { chains: { a: 1, b: 2 } })
  const two = clause('loans.update.two', wrongMember('name'), { chains: { a: 2, b: 1 } })
  expect(causesOf([one, two]).groups).toHaveLength(1)
})

test('each failed clause is in exactly one group, and no other clause is in a group', () => {
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
