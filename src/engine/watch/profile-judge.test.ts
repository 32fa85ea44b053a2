// Tests how exchanges are judged by the declarations of a profile.
import { expect, test } from 'vitest'
import { Inconclusive } from '../../oracle/index.ts'
import { blankProfile, type Profile } from '../../profile/index.ts'
import { type Answered, contract, exchangeOf, requestOf, stream } from '../exchange.testing.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'
import { ProfileJudge } from './profile-judge.ts'

const create = 'event-streams.create'
const update = 'event-streams.update'

const declaring = (rest: Partial<Profile>): ProfileJudge =>
  new ProfileJudge({ ...blankProfile, ...rest }, contract)

const seen = (
  judge: ProfileJudge,
  answered: Answered,
  request: Partial<Pick<Request, 'intent' | 'body'>> = {},
): readonly Finding[] => judge.see(exchangeOf(answered), requestOf(answered.operation ?? update, request))

/** Returns the findings. For violations, includes the expected and received values. */
const told = (findings: readonly Finding[]): readonly (string | readonly string[])[] =>
  findings.map((finding) =>
    finding.says === 'violated'
      ? [finding.clause, finding.failure.detail.expected, finding.failure.detail.received]
      : `${finding.clause} ${finding.says}`,
  )

test('no response violates a profile without declarations', () => {
  const judge = new ProfileJudge(blankProfile, contract)
  for (const status of [200, 404, 422, 500])
    for (const intent of ['valid', 'invalid'] as const)
      expect(seen(judge, { status, operation: create }, { intent })).toEqual([])
})

test('the status of a success is the declared one', () => {
  const judge = declaring({ operations: { [update]: { success: [200, 202] } } })
  expect(told(seen(judge, { status: 202 }))).toEqual([`profile.${update}.success satisfied`])
  const [finding] = seen(judge, { status: 201 })
  expect(told([finding as Finding])).toEqual([
    [`profile.${update}.success`, 'status 200 or 202', 'status 201'],
  ])
  expect(finding).toMatchObject({
    failure: {
      message: 'The tenant does not do what its profile declares.',
      detail: { exchange: { operation: update }, control: null },
    },
  })
  expect(seen(judge, { status: 200 })[0]).toMatchObject({ evidence: { kind: 'condition', compared: [] } })
})

test('only an accepted valid request is a success', () => {
  const judge = declaring({ operations: { [update]: { success: [200] } } })
  expect(seen(judge, { status: 201 }, { intent: 'invalid' })).toEqual([])
  expect(seen(judge, { status: 201 }, { intent: 'probe' })).toEqual([])
  expect(seen(judge, { status: 201, body: {} })).toEqual([])
  expect(seen(judge, { status: 400 })).toEqual([])
  expect(seen(judge, { status: 201, operation: create })).toEqual([])
})

test('a request refused for its content returns a declared status', () => {
  const judge = declaring({ operations: { [update]: { invalidRequest: [400] } } })
  const refused = (status: number, intent: Request['intent'] = 'invalid') =>
    told(seen(judge, { status }, { intent }))
  expect(refused(400)).toEqual([`profile.${update}.invalid-request satisfied`])
  expect(refused(499)).toEqual([[`profile.${update}.invalid-request`, 'status 400', 'status 499']])
  expect(refused(422)).toEqual([[`profile.${update}.invalid-request`, 'status 400', 'status 422']])
  for (const status of [401, 403, 404, 409, 410, 429, 200, 302, 399, 500]) expect(refused(status)).toEqual([])
  expect(refused(422, 'valid')).toEqual([])
  expect(refused(422, 'unauthorised')).toEqual([])
})

test.each([405, 413, 414, 431])('a %i has another reason than the content of the request', (status) => {
  const judge = declaring({ operations: { [update]: { invalidRequest: [400] } } })
  expect(seen(judge, { status }, { intent: 'invalid' })).toEqual([])
  expect(told(seen(judge, { status: 422 }, { intent: 'invalid' }))).toHaveLength(1)
})

test('the body of every error has the declared shape', () => {
  const judge = declaring({ errorBody: { type: 'object', required: ['message'] } })
  const clause = 'profile.any.error-body'
  for (const status of [400, 401, 499, 500, 503])
    expect(told(seen(judge, { status, body: { message: 'no' } }))).toEqual([`${clause} satisfied`])
  expect(told(seen(judge, { status: 400, body: { error: 'no' } }))).toEqual([
    [clause, 'the declared shape of an error', `{"error":"no"}: it must have required property 'message'`],
  ])
  expect(told(seen(judge, { status: 500, text: '<html>' }))).toEqual([
    [clause, 'the declared shape of an error', '<html>: the body is not JSON'],
  ])
  expect(told(seen(judge, { status: 500, text: 'x'.repeat(300) }))[0]?.[2]).toBe(
    `${'x'.repeat(200)}… (100 more): the body is not JSON`,
  )
  for (const status of [0, 200, 302, 399]) expect(seen(judge, { status, body: {} })).toEqual([])
})

test('a stream created without a state has the declared state', () => {
  const judge = declaring({ eventStream: { forwardingStateField: 'status', initialState: 'enabled' } })
  const clause = 'profile.event-streams.create.initial-state'
  const made = (body: Answered['body'], request: Partial<Pick<Request, 'intent' | 'body'>> = {}) =>
    told(
      seen(judge, { operation: create, status: 201, body: body ?? {} }, { body: { name: 'a' }, ...request }),
    )
  expect(made(stream)).toEqual([`${clause} satisfied`])
  expect(made({ ...stream, status: 'disabled' })).toEqual([[clause, 'enabled', '"disabled"']])
  const { status: _, ...without } = stream
  expect(made(without)).toEqual([[clause, 'enabled', 'null']])
  expect(made({ ...stream, status: 'disabled' }, { body: { status: 'disabled' } })).toEqual([])
  expect(made({ ...stream, status: 'disabled' }, { intent: 'invalid' })).toEqual([])
  expect(made({ ...stream, status: 'disabled' }, { intent: 'probe' })).toHaveLength(1)
  expect(made({ status: 'disabled' })).toEqual([])
  expect(made({ ...stream, status: 'disabled' }, { body: 'text' })).toEqual([])
  expect(seen(judge, { body: { ...stream, status: 'disabled' } }, { body: { name: 'a' } })).toEqual([])
})

test('an initial state is judged only if its field and the state are declared', () => {
  const made = { operation: create, status: 201, body: { ...stream, status: 'disabled' } }
  for (const eventStream of [{ forwardingStateField: 'status' }, { initialState: 'enabled' as const }])
    expect(seen(declaring({ eventStream }), made, { body: { name: 'a' } })).toEqual([])
})

test('a delivered event is judged by its problem', () => {
  const judge = new ProfileJudge(blankProfile, contract)
  expect(told([judge.seePayload(null)])).toEqual(['profile.any.event-payload satisfied'])
  const finding = judge.seePayload('it must have id')
  expect(told([finding])).toEqual([
    ['profile.any.event-payload', 'the declared shape of an event', 'it must have id'],
  ])
  expect(finding).toMatchObject({ failure: { detail: { exchange: null } } })
})

test('an event that takes too long to validate is open, and never a failure', () => {
  const judge = declaring({
    errorBody: { properties: { a: { pattern: '^(?:(a*)(a*)\\1)+(?:(a*)(a*)\\3)+b$' } } },
    operations: {},
  })
  const body = { a: `${'a'.repeat(20_000)}!` }
  const findings = [...seen(judge, { status: 400, body }), judge.seePayload(new Inconclusive('in time'))]
  expect(told(findings)).toEqual(['profile.any.error-body open', 'profile.any.event-payload open'])
  expect(findings).toMatchObject([
    { verdict: 'inconclusive' },
    { verdict: 'inconclusive', reason: 'in time' },
  ])
})
