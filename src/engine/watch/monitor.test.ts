// Tests the findings of the monitor for single exchanges.
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../base/json.ts'
import { comparedOf } from '../../oracle/index.ts'
import { blankProfile, Knowledge, type Profile } from '../../profile/index.ts'
import { type Answered, contract, exchangeOf, requestOf, stream } from '../exchange.testing.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'
import { Monitor } from './monitor.ts'
import type { Watch } from './response-judge.ts'

const create = 'event-streams.create'
const update = 'event-streams.update'
const keys = 'custom-signing-keys.get'
const deletion = 'rate-limit-policies.delete'

const withState = { ...blankProfile, eventStream: { forwardingStateField: 'status' } } satisfies Profile

const monitorOf = (profile: Profile = withState): Monitor =>
  new Monitor(contract, new Knowledge(profile, contract))

// The tests share one monitor, because the compilation of its schemas takes most of the time.
let known: Monitor | null = null
const common = (): Monitor => {
  known ??= monitorOf()
  return known
}

const seen = (
  answered: Answered = {},
  intent: Request['intent'] = 'valid',
  monitor = common(),
): readonly Finding[] =>
  monitor.see(exchangeOf(answered), requestOf(answered.operation ?? update, { intent }))

/** For each finding of the clause, returns `satisfied`, or the expected and received values. */
const saidOf = (findings: readonly Finding[], clause: string): readonly (string | readonly string[])[] =>
  findings
    .filter((finding) => finding.clause === clause)
    .map((finding) =>
      finding.says === 'violated'
        ? [
            finding.failure.detail.expected,
            finding.failure.detail.received.replace(/^(\d{3}) ([{[].*|without a body)$/, 'status $1'),
          ]
        : finding.says,
    )

const clausesOf = (findings: readonly Finding[]): readonly string[] => findings.map(({ clause }) => clause)

test('a complete stream satisfies every clause of its response, with the compared members', () => {
  const findings = seen()
  expect(findings.filter(({ says }) => says !== 'satisfied')).toEqual([])
  for (const name of ['returned-id', 'returned-name', 'returned-state', 'returned-timestamps', 'accepts'])
    expect(clausesOf(findings)).toContain(`${update}.${name}`)
  const named = findings.find(({ clause }) => clause === `${update}.returned-name`)
  expect(named).toMatchObject({ evidence: { kind: 'shape', compared: comparedOf(update, ['/name']) } })
  expect(findings.find(({ clause }) => clause === `${update}.accepts`)).toMatchObject({
    evidence: { kind: 'accepted', compared: [] },
  })
})

test.each<[string, JsonObject, string]>([
  ['id', { id: 'short' }, 'returned-id'],
  ['name', { name: '' }, 'returned-name'],
  ['subscriptions', { subscriptions: [] }, 'returned-subscriptions'],
  ['destination', { destination: { type: 'webhook' } }, 'returned-destination'],
  ['status', { status: 'paused' }, 'returned-state'],
  ['created_at', { created_at: 'yesterday' }, 'returned-timestamps'],
])('a wrong %s is reported as a violation of its own clause and of no other', (place, wrong, name) => {
  const exchange = exchangeOf({ body: { ...stream, ...wrong } })
  const violated = monitorOf()
    .see(exchange, requestOf())
    .filter(({ says }) => says === 'violated')
  expect(clausesOf(violated)).toEqual([`${update}.${name}`])
  expect(violated[0]).toMatchObject({
    failure: {
      message: expect.stringMatching(new RegExp(`\\b${place}\\b.*\\.$`)),
      detail: { exchange, control: null },
    },
  })
})

test('there are no findings without an operation, without a response, or after a 429', () => {
  for (const answered of [{ operation: 'fixture:deleteEventStream' }, { status: 0 }, { status: 429 }])
    for (const intent of ['valid', 'invalid'] as const) expect(seen(answered, intent)).toEqual([])
})

test('every finding is about a clause of the contract', () => {
  for (const monitor of [common(), monitorOf(blankProfile), monitorOf(withCredentials)])
    for (const operation of [create, update, keys, deletion])
      for (const intent of ['valid', 'invalid', 'unauthorised', 'probe'] as const)
        for (const answered of [{ body: [] }, { body: { hello: 'world' } }, { status: 302 }, { status: 400 }])
          for (const clause of clausesOf(seen({ operation, ...answered }, intent, monitor)))
            expect([...contract.clauses.keys()]).toContain(clause)
})

test('without a response there is no finding about a declared credential', () => {
  expect(seen({ status: 0 }, 'valid', monitorOf(withCredentials))).toEqual([])
})

test('each of several specified statuses is accepted, with a body only if specified', () => {
  const shown = contract.operations.get(update)
  if (shown === undefined) throw new Error('no update')
  const operations = new Map([[update, { ...shown, success: [200, 202] }]])
  const monitor = new Monitor({ ...contract, operations }, new Knowledge(withState, contract))
  expect(saidOf(seen({ status: 202 }, 'valid', monitor), `${update}.accepts`)).toEqual(['satisfied'])
  const findings = seen({ status: 201 }, 'valid', monitor)
  expect(saidOf(findings, `${update}.accepts`)).toEqual(['satisfied', ['status 200 or 202', 'status 201']])
  expect(clausesOf(findings)).not.toContain(`${update}.no-body`)
})

test('a response is compared with its schema only from 200 to 299', () => {
  for (const status of [200, 201, 299])
    expect(clausesOf(seen({ status }))).toContain(`${update}.response-json`)
  for (const status of [199, 300, 400, 500])
    expect(clausesOf(seen({ status }))).not.toContain(`${update}.response-json`)
  expect(clausesOf(seen({ status: 200, operation: deletion }))).not.toContain(`${deletion}.response-json`)
})

test('another clause judges the effects of an invalid request, but not the body’s form', () => {
  const body = { ...stream, name: '' }
  expect(clausesOf(seen({ body }, 'invalid'))).not.toContain(`${update}.returned-name`)
  expect(saidOf(seen({ body }, 'invalid'), `${update}.response-json`)).toEqual(['satisfied'])
  for (const intent of ['unauthorised', 'probe'] as const)
    expect(saidOf(seen({ body }, intent), `${update}.returned-name`)).toHaveLength(1)
})

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON ;charset=utf-8',
  'application/problem+json',
  'text/json',
])('%s is a JSON media type', (type) => {
  expect(saidOf(seen({ headers: { 'content-type': type } }), `${update}.response-json`)).toEqual([
    'satisfied',
  ])
})

test.each([
  'text/html',
  'application/jsonp',
  'application/xjson',
  'application/+json',
  'json',
  'x application/json',
  '',
])('"%s" is no JSON media type', (type) => {
  expect(saidOf(seen({ headers: { 'content-type': type } }), `${update}.response-json`)).toEqual([
    ['a JSON media type', `content-type: ${type}`],
  ])
})

test('a response without a media type may be JSON, and is reported if it is not', () => {
  const exchange = exchangeOf()
  const { response } = exchange
  const unlabelled = { ...exchange, response: response && { ...response, headers: {} } }
  expect(saidOf(monitorOf().see(unlabelled, requestOf()), `${update}.response-json`)).toEqual(['satisfied'])
  const [said] = saidOf(seen({ text: '<html>' }), `${update}.response-json`)
  expect(said?.[0]).toBe('a JSON body')
  expect(said?.[1]).toMatch(/^a body that is not JSON: .*</)
  expect(clausesOf(seen({ text: '<html>' }))).not.toContain(`${update}.returned-name`)
})

test('a valid request is accepted: a body that is not recognised as its resource proves nothing', () => {
  const accepts = `${update}.accepts`
  expect(saidOf(seen(), accepts)).toEqual(['satisfied'])
  expect(saidOf(seen({ status: 500 }), accepts)).toEqual([
    ['a valid request is served, with an expected status', 'status 500'],
  ])
  expect(saidOf(seen({ body: { hello: 'world' } }), accepts)).toEqual([])
  expect(saidOf(seen({ status: 499 }), accepts)).toEqual([])
})

test.each([206, 226, 302, 304])('a valid request without conditions is not served by %d', (status) => {
  const problem = ['a valid request is served, with an expected status', `status ${status}`]
  expect(saidOf(seen({ status }), `${update}.accepts`)).toEqual([problem])
  expect(saidOf(seen({ status }, 'probe'), `${update}.accepts`)).toEqual([])
  expect(saidOf(seen({ status }, 'unauthorised'), `${update}.accepts`)).toEqual([])
})

test('a request that the tenant must refuse returns no server error', () => {
  const clause = `${update}.no-server-error`
  for (const intent of ['invalid', 'unauthorised'] as const) {
    expect(saidOf(seen({ status: 400 }, intent), clause)).toEqual(['satisfied'])
    expect(saidOf(seen({ status: 500 }, intent), clause)).toEqual([['a 4xx status', 'status 500']])
    expect(saidOf(seen({ status: 200 }, intent), clause)).toEqual([])
    expect(saidOf(seen({ status: 399 }, intent), clause)).toEqual([])
    expect(clausesOf(seen({ status: 500 }, intent))).not.toContain(`${update}.accepts`)
  }
  expect(seen({ status: 400 }, 'invalid').find((finding) => finding.clause === clause)).toMatchObject({
    evidence: { kind: 'status' },
  })
  expect(saidOf(seen({ status: 500 }, 'probe'), clause)).toEqual([['a 4xx status', 'status 500']])
  expect(saidOf(seen({ status: 400 }, 'probe'), clause)).toEqual([])
  expect(saidOf(seen({ status: 500 }, 'valid'), clause)).toEqual([])
})

test('a specified success must match exactly: 204 without a body', () => {
  const deleted = (status: number, text = '', intent: Request['intent'] = 'valid') =>
    seen({ operation: deletion, status, text }, intent)
  expect(clausesOf(deleted(204))).toEqual([`${deletion}.accepts`])
  expect(saidOf(deleted(200), `${deletion}.accepts`)).toEqual(['satisfied', ['status 204', 'status 200']])
  expect(saidOf(deleted(204, '{}'), `${deletion}.no-body`)).toEqual([['no body', 'status 204']])
  expect(clausesOf(deleted(204))).not.toContain(`${deletion}.no-body`)
  expect(saidOf(deleted(404, '{}'), `${deletion}.no-body`)).toEqual([])
  for (const intent of ['invalid', 'unauthorised', 'probe'] as const)
    expect(deleted(200, '{}', intent)).toEqual([])
  // The contract declares no status for this response.
  expect(saidOf(seen({ status: 202 }), `${update}.accepts`)).toEqual(['satisfied'])
})

test('while the name of the state field is unknown, some member must contain a state', () => {
  const unknown = () => monitorOf(blankProfile)
  const clause = `${update}.returned-state`
  const { status: _, ...stateless } = stream
  expect(saidOf(seen({}, 'valid', unknown()), clause)).toEqual(['satisfied'])
  expect(
    saidOf(seen({ body: { ...stateless, forwarding: 'disabled' } }, 'valid', unknown()), clause),
  ).toEqual(['satisfied'])
  expect(saidOf(seen({ body: stateless }, 'valid', unknown()), clause)).toEqual([
    ['a member whose value is enabled or disabled', 'no member with such a value'],
  ])
  expect(saidOf(seen({ body: [] }, 'valid', unknown()), clause)).toEqual([])
  const body = { keys: [] }
  expect(clausesOf(seen({ operation: keys, body }, 'valid', unknown()))).not.toContain(
    `${keys}.returned-state`,
  )
  // The schema of the member judges the member once.
  expect(saidOf(seen({ body: { ...stateless, forwarding: 'disabled' } }), clause)).toHaveLength(1)
  expect(saidOf(seen({ body: { ...stateless, forwarding: 'disabled' } }), clause)[0]).not.toBe('satisfied')
})

test('a discovered field narrows the schemas from then on', () => {
  const knowledge = new Knowledge(blankProfile, contract)
  const monitor = new Monitor(contract, knowledge)
  const body = { ...stream, status: 'paused', forwarding: 'enabled' }
  expect(monitor.responses.problems(exchangeOf({ body }))).toEqual([])
  knowledge.observe('forwarding-state-field', 'status')
  monitor.responses.refresh()
  expect(monitor.responses.problems(exchangeOf({ body }))).toEqual([`${update}.returned-state`])
})

const secret = 'sü/per secret+~"credential"'
const withCredentials: Profile = {
  ...withState,
  eventStream: { ...withState.eventStream, webhookCredentials: { password: secret } },
}

test.each<[string, Answered, string?]>([
  ['plain, as another member', { body: { ...stream, note: secret } }],
  ['percent-encoded', { body: { ...stream, note: encodeURIComponent(secret) } }],
  ['form-encoded', { body: { ...stream, note: new URLSearchParams({ v: secret }).toString() } }],
  [
    'in base64 of a pair',
    { body: { ...stream, note: Buffer.from(`somebody:${secret}`).toString('base64') } },
  ],
  ['in base64url', { body: { ...stream, note: Buffer.from(secret).toString('base64url') } }],
  [
    'in JSON with more escapes than it needs',
    { text: JSON.stringify({ ...stream, note: secret }).replaceAll('/', '\\/') },
  ],
  ['in a header', { headers: { 'x-echo': encodeURIComponent(secret) } }, 'in the header x-echo'],
  ['in a refusal', { status: 400, body: { errors: [{ message: `bad ${secret}` }] } }, 'in errors.0.message'],
  ['in an error that is not JSON', { status: 500, text: `<p>${secret}</p>` }, 'in the body'],
])('a credential is never returned: %s', (_, answered, place = 'in note') => {
  const clause = `${update}.credentials-never-returned`
  const said = saidOf(seen(answered, 'valid', monitorOf(withCredentials)), clause)
  expect(said).toContainEqual(['no credential in any response', `the credential that was sent, ${place}`])
  expect(saidOf(seen(answered), clause).filter((one) => one !== 'satisfied')).toEqual([])
})

test('only an accepted stream without the credential proves that the tenant does not return it', () => {
  const clause = `${update}.credentials-never-returned`
  const told = (answered: Answered) => saidOf(seen(answered, 'probe', monitorOf(withCredentials)), clause)
  const authorized = (webhook_authorization?: Json): JsonObject => ({
    ...stream,
    destination: {
      type: 'webhook',
      configuration: {
        webhook_endpoint: 'https://a.example/',
        ...(webhook_authorization === undefined ? {} : { webhook_authorization }),
      },
    },
  })
  // One finding comes from the monitor, and one from the schema of the authorization.
  expect(told({})).toEqual(['satisfied', 'satisfied'])
  expect(told({ body: authorized() })).toEqual(['satisfied'])
  expect(told({ body: authorized('basic') })).toEqual([])
  expect(told({ body: { hello: 'world' } })).toEqual([])
  expect(told({ status: 400, body: { message: 'no' } })).toEqual([])
  expect(
    seen({ operation: keys, body: { keys: [], note: secret } }, 'valid', monitorOf(withCredentials)).map(
      ({ clause: id }) => id,
    ),
  ).not.toContain(`${keys}.credentials-never-returned`)
})

test('two headers with half of the credential each do not contain the credential', () => {
  const headers = { 'x-one': secret.slice(0, 5), 'x-two': secret.slice(5) }
  const findings = seen({ headers }, 'valid', monitorOf(withCredentials))
  expect(findings.filter(({ says }) => says === 'violated')).toEqual([])
})

test('without a declared credential only the schema judges the authorization', () => {
  const clause = `${update}.credentials-never-returned`
  expect(saidOf(seen(), clause)).toEqual(['satisfied'])
})

test('the problems of a response are the clauses that it violates', () => {
  const monitor = monitorOf()
  expect(monitor.responses.problems(exchangeOf())).toEqual([])
  expect(monitor.responses.problems(exchangeOf({ body: { ...stream, name: '', id: 'x' } }))).toEqual(
    expect.arrayContaining([`${update}.returned-id`, `${update}.returned-name`]),
  )
  expect(monitor.responses.problems(exchangeOf({ text: '<html>' }))).toEqual([`${update}.response-json`])
  expect(monitor.responses.problems(exchangeOf({ operation: deletion, body: {} }))).toEqual([])
  expect(monitor.responses.problems(exchangeOf({ operation: 'fixture:listEventStreams', body: [] }))).toEqual(
    [],
  )
})

test('the 429s of a run are judged by their headers', () => {
  const headers = { 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '7' }
  const findings = monitorOf().seeRateLimited([
    exchangeOf({ status: 429, headers }),
    exchangeOf({ status: 429 }),
  ])
  expect(saidOf(findings, 'any.rate-limit-headers')).toEqual([
    'satisfied',
    [
      'the headers X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset',
      expect.stringContaining('429 without'),
    ],
  ])
  expect(saidOf(findings, 'any.rate-limit-numbers')).toEqual(['satisfied'])
})

test('declarations of the profile are judged too, and open points are learnt', () => {
  const knowledge = new Knowledge({ ...withState, operations: { [update]: { success: [201] } } }, contract)
  const monitor = new Monitor(contract, knowledge)
  const findings = monitor.see(exchangeOf(), requestOf())
  expect(findings[0]).toMatchObject({ clause: `profile.${update}.success`, says: 'violated' })
  expect(knowledge.observed(`success-${update}`)).toEqual([{ value: 200, count: 1 }])
  expect(seen({ operation: create, status: 201 }).map(({ clause }) => clause)).toContain(`${create}.accepts`)
})

test('an outage is judged only at the end, and only if its kind of request is never accepted', () => {
  const monitor = monitorOf()
  for (const serves of [true, false]) {
    expect(seen({ operation: keys, status: 503 }, 'valid', monitor)).toEqual([])
    if (serves) seen({ operation: keys }, 'valid', monitor)
  }
  expect(monitor.outages.conclude()).toEqual([])
  expect(monitor.outages.notes()).toEqual([
    'The status 503 of custom-signing-keys.get was temporary: this status occurred 2 times in the run.',
  ])
})

test('accepted requests count as accepted, and others do not', () => {
  const monitor = monitorOf()
  const at = (startedAtMs: number, status: number, operation: string): void => {
    monitor.see(
      { ...exchangeOf({ operation, status }), startedAtMs },
      requestOf(operation, { intent: 'valid' }),
    )
  }
  at(10, 503, deletion)
  at(20, 200, keys)
  at(30, 503, deletion)
  at(40, 200, keys)
  at(50, 503, deletion)
  expect(monitor.outages.conclude().map(({ clause }) => clause)).toEqual(
    Array.from({ length: 3 }, () => `${deletion}.accepts`),
  )
})

test('a suite’s watch receives every well-formed response to a valid request of its operation, and no other', () => {
  const problem = { says: 'Too many.', expected: 'one key', received: 'two keys' }
  const watch: Watch = ({ response }) => [
    { clause: 'key-use', problem: response?.body.includes('second') ? problem : null },
  ]
  const monitor = new Monitor(contract, new Knowledge(withState, contract), new Map([[keys, watch]]))
  const said = (answered: Answered, intent: Request['intent'] = 'valid') =>
    saidOf(seen({ operation: keys, ...answered }, intent, monitor), `${keys}.key-use`)
  const [one, two] = [{ keys: [] }, { keys: [{ kid: 'second' }] }]
  expect(said({ body: one })).toEqual(['satisfied'])
  // The monitor also judges a response that equals the response before.
  for (const _ of [1, 2]) expect(said({ body: two })).toEqual([['one key', 'two keys']])
  expect(said({ body: one })).toEqual(['satisfied'])
  expect(said({ body: two }, 'invalid')).toEqual([])
  expect(said({ body: { keys: 'second' } })).toEqual([])
  expect(said({ body: two, status: 400 })).toEqual([])
  expect(said({ operation: update })).toEqual([])
})
