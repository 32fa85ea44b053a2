// Tests the `must` family: preconditions, evidence and failures.
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../base/exchange.ts'
import { createMust } from './create-must.ts'
import type { Evidence } from './evidence.ts'
import { answered, thrownBy, unanswered } from './exchange.testing.ts'
import { ConformanceFailure, type FailureDetail, Inconclusive } from './judgement.ts'
import type { Must } from './must.ts'

interface Attempt {
  readonly must: Must
  readonly observed: readonly Evidence[]
  readonly doubts: readonly string[]
}

/** Makes one attempt at a check. Only the operation `lenient` may refuse a request with status 409. */
function attempt(): Attempt {
  const observed: Evidence[] = []
  const doubts: string[] = []
  const must = createMust({
    observe: ({ kind, compared }) => observed.push({ kind, compared }),
    doubt: (reason) => doubts.push(reason),
    declaredRefusals: (operation) => (operation === 'lenient' ? [409] : []),
  })
  return { must, observed, doubts }
}

/** Expects that the check ends as inconclusive and observes no evidence. */
function expectInconclusive(act: (must: Must) => unknown, reason: string): void {
  const { must, observed } = attempt()
  const end = thrownBy(() => act(must))
  expect(end).toBeInstanceOf(Inconclusive)
  expect((end as Inconclusive).message).toBe(reason)
  expect(observed).toEqual([])
}

/** Expects that the check fails and observes no evidence. */
function expectFailure(act: (must: Must) => unknown, message: string, detail: FailureDetail): void {
  const { must, observed } = attempt()
  const end = thrownBy(() => act(must))
  expect(end).toBeInstanceOf(ConformanceFailure)
  expect((end as ConformanceFailure).message).toBe(message)
  expect((end as ConformanceFailure).detail).toEqual(detail)
  expect(observed).toEqual([])
}

function evidenceOf(act: (must: Must) => unknown): readonly Evidence[] {
  const { must, observed } = attempt()
  act(must)
  return observed
}

const ok = answered(200, { id: 'a' })
const accepted = { control: ok }
const refused = { control: answered(403, { error: 'scope' }) }
const controlReason = 'the control request was not accepted: 403 {"error":"scope"}'
const slow = 'the tenant kept returning 429: run with a lower --rate'

describe('a precondition', () => {
  test('holds or ends the check, and is never evidence', () => {
    expect(evidenceOf((must) => must.assume(true, 'why'))).toEqual([])
    expectInconclusive((must) => must.assume(false, 'why'), 'why')
  })

  test('of acceptance returns the body, and is no evidence', () => {
    const { must, observed } = attempt()
    expect(must.assumeAccepted(ok)).toEqual({ id: 'a' })
    expect(must.assumeAccepted(answered(204))).toEqual({})
    expect(observed).toEqual([])
    expectInconclusive(
      (must) => must.assumeAccepted(answered(404, { error: 'unknown' })),
      'a request was not accepted: 404 {"error":"unknown"}',
    )
  })

  test('in doubt lets the check continue', () => {
    const { must, doubts, observed } = attempt()
    must.doubt('one')
    must.doubt('two')
    expect(doubts).toEqual(['one', 'two'])
    expect(observed).toEqual([])
  })
})

describe('no response, and a response that asks to retry later, are inconclusive', () => {
  const ways: readonly (readonly [string, (must: Must, exchange: Exchange) => unknown])[] = [
    ['assumeAccepted', (must, exchange) => must.assumeAccepted(exchange)],
    ['serve', (must, exchange) => must.serve(exchange, accepted)],
    ['accept', (must, exchange) => must.accept(exchange, accepted)],
    ['accept without a control', (must, exchange) => must.accept(exchange)],
    ['refuse', (must, exchange) => must.refuse(exchange, accepted)],
    ['haveStatus', (must, exchange) => must.haveStatus(exchange, [0, 408, 429], accepted)],
    ['haveStatus of another status', (must, exchange) => must.haveStatus(exchange, [404], accepted)],
  ]
  test.each(ways)('%s', (_name, act) => {
    expectInconclusive((must) => act(must, unanswered('The connection closed.')), 'The connection closed.')
    expectInconclusive((must) => act(must, unanswered(null)), 'no response')
    expectInconclusive((must) => act(must, answered(429)), slow)
    for (const status of [408, 425])
      expectInconclusive(
        (must) => act(must, answered(status)),
        `the tenant returned ${status}, which only asks to send the request at another time`,
      )
  })
})

describe('a valid request', () => {
  test('that is served returns the body, and is evidence only for a clause about acceptance', () => {
    const { must, observed } = attempt()
    expect(must.serve(ok, accepted)).toEqual({ id: 'a' })
    expect(must.serve(ok, refused)).toEqual({ id: 'a' })
    expect(observed).toEqual([])
    expect(must.accept(ok)).toEqual({ id: 'a' })
    expect(must.accept(ok, refused)).toEqual({ id: 'a' })
    expect(observed).toEqual([
      { kind: 'accepted', compared: [] },
      { kind: 'accepted', compared: [] },
    ])
  })

  test.each([
    ['a refusal for its content', answered(400, { error: 'name' }), '400 {"error":"name"}'],
    ['a refusal with the highest status', answered(499), '499 without a body'],
    ['a redirect', answered(302), '302 without a body'],
    ['something missing', answered(404), '404 without a body'],
    [
      'a login page',
      answered(200, undefined, { operation: 'custom-signing-keys.get', text: '<html>' }),
      '200 <html>',
    ],
  ])('beside an accepted control fails by %s', (_name, exchange, received) => {
    for (const verb of ['serve', 'accept'] as const)
      expectFailure((must) => must[verb](exchange, accepted), 'A valid request was not accepted.', {
        expected: 'the request is accepted, like its control',
        received,
        kind: 'accepted',
        exchange,
        control: ok,
      })
  })

  test.each([401, 403, 407, 409, 500, 503])(
    'answered %i was refused for a reason other than its content',
    (status) => {
      for (const verb of ['serve', 'accept'] as const)
        expectInconclusive(
          (must) => must[verb](answered(status), accepted),
          `a valid request was not accepted: ${status} without a body`,
        )
    },
  )

  test('that is refused with a refused control, or without a control, is inconclusive', () => {
    const exchange = answered(400, { error: 'name' })
    expectInconclusive((must) => must.serve(exchange, refused), controlReason)
    expectInconclusive((must) => must.accept(exchange, refused), controlReason)
    expectInconclusive(
      (must) => must.accept(exchange),
      'a valid request was not accepted: 400 {"error":"name"}',
    )
  })
})

describe('an invalid request', () => {
  test('that is refused with an accepted control is evidence', () => {
    const evidence = [{ kind: 'refused', compared: [] }]
    expect(evidenceOf((must) => must.refuse(answered(400), accepted))).toEqual(evidence)
    expect(evidenceOf((must) => must.refuse(answered(404), { ...accepted, of: 'path' }))).toEqual(evidence)
    expect(evidenceOf((must) => must.refuse(answered(401), { ...accepted, of: 'token' }))).toEqual(evidence)
    expect(evidenceOf((must) => must.refuse(answered(300), { ...accepted, of: 'token' }))).toEqual(evidence)
  })

  test.each([
    ['content', 200, 'a refusal (a 4xx status)'],
    ['path', 204, 'a refusal (a 4xx status)'],
    ['token', 299, 'a refusal (a 4xx status, or a redirect)'],
  ] as const)('that is accepted in spite of its %s fails by status %i', (of, status, expected) => {
    const exchange = answered(status, { id: 'b' })
    // A failure about an id in the path depends on earlier requests, because they decide whether the id
    // exists.
    const standsAlone = of !== 'path'
    const detail = {
      expected,
      received: `${status} {"id":"b"}`,
      kind: 'refused',
      exchange,
      standsAlone,
    } as const
    const message = 'A request that the tenant must refuse was accepted.'
    expectFailure((must) => must.refuse(exchange, { ...accepted, of }), message, { ...detail, control: ok })
    expectFailure((must) => must.refuse(exchange, { ...refused, of }), message, { ...detail, control: null })
  })

  test('is described with its error, or with the error of its token', () => {
    const said = (exchange: Exchange, beside: Partial<Parameters<Must['refuse']>[1]>): string =>
      (thrownBy(() => attempt().must.refuse(exchange, { ...accepted, ...beside })) as Error).message
    const because = 'name has 129 characters instead of at most 128.'
    expect(said(ok, { because: () => because })).toBe(`An invalid request was accepted: ${because}`)
    const forged = { ...ok, principal: 'alg-none' }
    expect(said(forged, { of: 'token' })).toBe(
      'A request with the token with "alg":"none" and no signature was accepted.',
    )
    expect(said({ ...ok, principal: 'none' }, { of: 'token' })).toBe(
      'A request without a token was accepted.',
    )
  })

  test('has invalid content by default', () => {
    expectFailure(
      (must) => must.refuse(ok, accepted),
      'A request that the tenant must refuse was accepted.',
      {
        expected: 'a refusal (a 4xx status)',
        received: '200 {"id":"a"}',
        kind: 'refused',
        exchange: ok,
        control: ok,
        standsAlone: true,
      },
    )
    expectInconclusive(
      (must) => must.refuse(answered(401), accepted),
      'the tenant returned 401, which does not show that the tenant refused the content',
    )
  })

  test('that is refused with a refused control is inconclusive', () => {
    expectInconclusive((must) => must.refuse(answered(400), refused), controlReason)
  })

  test.each([
    [199, 'content'],
    [403, 'content'],
    [409, 'path'],
    [500, 'token'],
  ] as const)('answered %i was not refused for its %s', (status, of) => {
    expectInconclusive(
      (must) => must.refuse(answered(status), { ...accepted, of }),
      `the tenant returned ${status}, which does not show that the tenant refused the ${of}`,
    )
  })

  test('may be refused by a status that the profile declares for its operation', () => {
    const conflict = (operation: string) => answered(409, {}, { operation })
    expect(evidenceOf((must) => must.refuse(conflict('lenient'), accepted))).toEqual([
      { kind: 'refused', compared: [] },
    ])
    expectInconclusive(
      (must) => must.refuse(conflict('strict'), accepted),
      'the tenant returned 409, which does not show that the tenant refused the content',
    )
  })
})

describe('a status', () => {
  const evidence = [{ kind: 'status', compared: [] }]

  test('that is expected is evidence, with an accepted control or without a control', () => {
    expect(evidenceOf((must) => must.haveStatus(answered(404), [404, 410]))).toEqual(evidence)
    expect(evidenceOf((must) => must.haveStatus(answered(410), [404, 410], accepted))).toEqual(evidence)
    expect(evidenceOf((must) => must.haveStatus(answered(499), [499], accepted))).toEqual(evidence)
    expectInconclusive((must) => must.haveStatus(answered(404), [404], refused), controlReason)
  })

  test('of a server error is inconclusive, even if it is expected', () => {
    expectInconclusive((must) => must.haveStatus(answered(500), [500], accepted), 'the tenant returned 500')
    expectInconclusive((must) => must.haveStatus(answered(503), [404]), 'the tenant returned 503')
  })

  test('that is not expected fails', () => {
    const exchange = answered(400, { error: 'id' })
    const detail = {
      expected: 'status 404 or 410',
      received: '400 {"error":"id"}',
      kind: 'status',
      exchange,
    } as const
    const message = 'The request got 400, not 404 or 410.'
    expectFailure((must) => must.haveStatus(exchange, [404, 410], accepted), message, {
      ...detail,
      control: ok,
    })
    expectFailure((must) => must.haveStatus(exchange, [404, 410]), message, { ...detail, control: null })
    expectInconclusive((must) => must.haveStatus(exchange, [404, 410], refused), controlReason)
  })

  test('of success fails if a refusal is expected, also without an accepted control', () => {
    expectFailure((must) => must.haveStatus(ok, [404], refused), 'The request got 200, not 404.', {
      expected: 'status 404',
      received: '200 {"id":"a"}',
      kind: 'status',
      exchange: ok,
      control: null,
    })
  })
})

describe('a value', () => {
  const exchange = answered(200, { name: 'b' }, { operation: 'event-streams.update' })

  test('that equals the sent value is evidence, with the compared members', () => {
    const pointers = ['/name', '/id']
    expect(
      evidenceOf((must) => must.equal({ a: 1, b: 2 }, { b: 2, a: 1 }, 'it', { exchange, pointers })),
    ).toEqual([{ kind: 'as-sent', compared: ['event-streams.update /name', 'event-streams.update /id'] }])
    expect(evidenceOf((must) => must.equal(undefined, undefined, 'it', { exchange }))).toEqual([
      { kind: 'as-sent', compared: [] },
    ])
  })

  test('that differs fails, and the failure contains both values', () => {
    expectFailure((must) => must.equal('b', 'a', 'name', { exchange }), 'name has an unexpected value.', {
      expected: 'name "a"',
      received: 'name "b"',
      pointers: [],
      kind: 'as-sent',
      exchange,
      control: null,
      steps: [],
    })
    expectFailure(
      (must) =>
        must.equal(null, ['a'], 'name', {
          exchange,
          control: ok,
          steps: [answered(204)],
          pointers: ['/name'],
        }),
      'name has an unexpected value.',
      {
        ...{ expected: 'name ["a"]', received: 'name null', pointers: ['/name'], kind: 'as-sent' },
        ...{ exchange, control: ok, steps: [answered(204)] },
      },
    )
  })

  test('that is missing fails, and the failure describes the response', () => {
    expectFailure(
      (must) => must.equal(undefined, 'a', 'title', { exchange }),
      'title has an unexpected value.',
      {
        expected: 'title "a"',
        received: 'no title in 200 {"name":"b"}',
        pointers: [],
        kind: 'as-sent',
        exchange,
        control: null,
        steps: [],
      },
    )
  })
})

describe('a condition', () => {
  const detail = { expected: 'later', received: 'earlier', exchange: ok }

  test('that holds is evidence, with the members that it depends on', () => {
    expect(
      evidenceOf((must) => must.that(true, 'Not so.', detail, ['event-streams.update /updated_at'])),
    ).toEqual([{ kind: 'condition', compared: ['event-streams.update /updated_at'] }])
    expect(evidenceOf((must) => must.that(true, 'Not so.', detail))).toEqual([
      { kind: 'condition', compared: [] },
    ])
  })

  test('that does not hold fails with the message of the check', () => {
    expectFailure((must) => must.that(false, 'Not so.', detail), 'Not so.', detail)
    const failing = { ...detail, exchange: answered(500) }
    expectFailure((must) => must.that(false, 'Not so.', failing), 'Not so.', failing)
    const none = { ...detail, exchange: null }
    expectFailure((must) => must.that(false, 'Not so.', none), 'Not so.', none)
  })

  test.each([502, 503, 504])('is not judged by a %i, which a gateway sends', (status) => {
    expectInconclusive(
      (must) => must.that(false, 'Not so.', { ...detail, exchange: answered(status) }),
      `the tenant returned ${status}`,
    )
  })
})
