// Tests the loading of profiles. An error names the wrong location and a similar known word.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import { at, type Json, type JsonObject } from '../base/json.ts'
import { packageRoot } from '../base/package-root.ts'
import { loadContract } from '../contract/index.ts'
import { declaredIn } from './declared.ts'
import { Knowledge } from './knowledge.ts'
import { loadProfile, shippedProfiles, validateProfile } from './load.ts'
import { blankProfile } from './profile.ts'
import { profileSchemaOf } from './profile-schema.ts'

const contract = loadContract()
const folder = mkdtempSync(join(tmpdir(), 'tc-profile-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const problemOf = (profile: Json): string => {
  try {
    validateProfile(profile, 'acme.json', contract)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    return (error as Error).message
  }
  return 'none'
}

test('profiles are shipped for the reference tenant and for the public vendor', () => {
  expect([...shippedProfiles()].sort()).toEqual(['auth0', 'reference'])
})

test.each([...shippedProfiles()])('the shipped profile %s is valid and contains its own name', (name) => {
  const profile = loadProfile(name, contract)
  expect(profile.name).toBe(name)
  const scopes = Object.values(profile.operations ?? {}).flatMap((operation) => operation.scopes ?? [])
  expect(scopes).toHaveLength(5)
  for (const scope of scopes) expect(contract.scopes, scope).toContain(scope)
  for (const { reason } of profile.waivers ?? []) expect(reason.length).toBeGreaterThan(20)
})

test('the schema that an editor finds for a shipped profile accepts the profile, and rejects a wrong value', () => {
  const schemas = join(packageRoot, 'schemas')
  const read = (path: string): JsonObject => JSON.parse(readFileSync(path, 'utf8')) as JsonObject
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  ajv.addSchema({ ...read(join(schemas, 'meta/profile.json')), $id: 'file:///schemas/meta/profile.json' })
  for (const name of shippedProfiles()) {
    const profile = read(join(packageRoot, 'profiles', `${name}.json`))
    expect(profile.$schema).toBe('../schemas/profile.json')
    const $id = `file:///schemas/profile.json?${name}`
    const accepts = ajv.compile({ ...read(join(schemas, 'profile.json')), $id })
    expect(accepts(profile), name).toBe(true)
    expect(accepts({ ...profile, name: 7 })).toBe(false)
    expect(accepts({ ...profile, eventStream: { initialState: 'on' } })).toBe(false)
  }
})

test('the events of the public vendor are CloudEvents', () => {
  const ajv = new Ajv2020({ strict: false })
  addFormats.default(ajv)
  const accepts = ajv.compile(declaredIn(loadProfile('auth0', contract), '/delivery/payload') as JsonObject)
  const event = {
    specversion: '1.0',
    type: 'user.created',
    source: 'urn:auth0:tenant.example',
    id: 'evt_1234567890abcdef',
    time: '2026-06-01T12:00:00.000Z',
    data: { object: { user_id: 'auth0|1' } },
    a0tenant: 'tenant',
    a0stream: 'est_1234567890abcdefghijkl',
    a0purpose: 'test',
  }
  expect(accepts(event)).toBe(true)
  const { source: _, ...sourceless } = event
  for (const wrong of [
    { ...event, specversion: '0.3' },
    { ...event, time: 'now' },
    { ...event, data: {} },
    { ...event, 'Not-An-Attribute': '' },
    sourceless,
  ])
    expect(accepts(wrong), JSON.stringify(wrong)).toBe(false)
})

test.each<[string, Json, RegExp]>([
  [
    'a success that is none',
    { name: 'acme', operations: { 'event-streams.create': { success: [500] } } },
    /operations\/event-streams.create\/success/,
  ],
  [
    'a refusal that is a success',
    { name: 'acme', operations: { 'event-streams.create': { invalidRequest: [201] } } },
    /operations\/event-streams.create\/invalidRequest/,
  ],
  [
    'a refusal that is no answer',
    { name: 'acme', operations: { 'event-streams.create': { invalidRequest: [500] } } },
    /operations\/event-streams.create\/invalidRequest/,
  ],
  ['a list in place of a profile', [], /at its top: it must be a JSON object, not an array\.$/],
  [
    'a date of another order',
    { name: 'acme', waivers: [{ clause: 'any.bearer-token', reason: 'x', expires: '31.12.2026' }] },
    /at \/waivers\/0\/expires: it must be a date such as 2026-12-31, not "31\.12\.2026"\.$/,
  ],
  [
    'a reason of blanks',
    { name: 'acme', waivers: [{ clause: 'any.bearer-token', reason: '  ' }] },
    /at \/waivers\/0\/reason: it must contain text, not " {2}"\.$/,
  ],
  [
    'a name that is empty',
    { name: 'acme', eventStream: { forwardingStateField: '' } },
    /at \/eventStream\/forwardingStateField: it is empty\.$/,
  ],
  [
    'a path that is relative',
    { name: 'acme', fixtures: { deleteEventStream: { method: 'DELETE', path: 'streams/{id}' } } },
    /at \/fixtures\/deleteEventStream\/path: it must begin with "\/", not "streams\/\{id\}"\.$/,
  ],
  ...['id', 'name', 'subscriptions', 'destination', 'created_at', 'updated_at'].map(
    (field): [string, Json, RegExp] => [
      `the forwarding state in the member ${field}`,
      { name: 'acme', eventStream: { forwardingStateField: field } },
      new RegExp(`at /eventStream/forwardingStateField: "${field}" is the name of another member\\. Give`),
    ],
  ),
  ...(
    [
      ['deleteEventStream', 'GET', 'removes'],
      ['createRateLimitPolicy', 'GET', 'creates'],
      ['readEventStream', 'DELETE', 'reads'],
      ['listRateLimitPolicies', 'DELETE', 'lists'],
    ] as const
  ).map(([fixture, method, does]): [string, Json, RegExp] => [
    `${fixture} by ${method}`,
    { name: 'acme', fixtures: { [fixture]: { method, path: '/streams/{id}' } } },
    new RegExp(`at /fixtures/${fixture}/method: a ${method} ${does} nothing`),
  ]),
  [
    'an unknown key',
    { name: 'acme', fixture: {} },
    /at its top: "fixture" is unknown here; did you mean "fixtures"\?$/,
  ],
  [
    'an unknown key deep inside',
    { name: 'acme', eventStream: { forwardingStatefield: 'status' } },
    /at \/eventStream: "forwardingStatefield".*mean "forwardingStateField"/,
  ],
  [
    'an unknown fixture',
    { name: 'acme', fixtures: { triggerEvents: { method: 'POST', path: '/' } } },
    /at \/fixtures: .*mean "triggerEvent"/,
  ],
  [
    'an unknown operation',
    { name: 'acme', operations: { 'event-stream.create': {} } },
    /mean "event-streams\.create"/,
  ],
  ['a key like no other', { name: 'acme', delivery: { zzzzzzzzzzzz: 1 } }, /known are payload, trigger/],
  [
    'an unknown waived clause',
    { name: 'acme', waivers: [{ clause: 'any.event-deliverd', reason: 'a typing error' }] },
    /unknown clause "any\.event-deliverd" \(did you mean any\.event-delivered\?\): /,
  ],
  ['no name', {}, /at its top: "name" is missing\.$/],
  [
    'a value of an enumeration',
    { name: 'acme', eventStream: { initialState: 'on' } },
    /must be one of enabled, disabled, not "on"/,
  ],
  [
    'a payload that is no schema',
    { name: 'acme', delivery: { payload: { type: 'objekt' } } },
    /at \/delivery\/payload: the value is not a JSON Schema/,
  ],
  [
    'a payload that is itself',
    { name: 'acme', delivery: { payload: { $ref: '#' } } },
    /at \/delivery\/payload: the schema refers to itself for the same location. Simplify the schema\.$/,
  ],
  [
    'an error body that is itself',
    { name: 'acme', errorBody: { $dynamicAnchor: 'n', anyOf: [{ $dynamicRef: '#n' }] } },
    /at \/errorBody: the schema refers to itself/,
  ],
  [
    'an unknown open point',
    { name: 'acme', openPoints: { 'templates-length': 100 } },
    /at \/openPoints: there is no open point "templates-length"; did you mean "template-lengths"/,
  ],
  [
    'an open point with a key of its own',
    { name: 'acme', openPoints: { 'event-types': [] } },
    /"event-types" has its own key, \/eventStream\/eventTypes/,
  ],
  [
    'an open point like no other',
    { name: 'acme', openPoints: { zzzzzzzzzzzz: 1 } },
    /known are .*lifecycle-stages/,
  ],
  [
    'a trigger for one stream that names none',
    {
      name: 'acme',
      fixtures: { triggerEvent: { method: 'POST', path: '/events' } },
      delivery: { trigger: { scope: 'stream' } },
    },
    /at \/delivery\/trigger\/scope, .* names no stream: put \{id\}/,
  ],
  ['an error body that is no schema', { name: 'acme', errorBody: { required: 'x' } }, /at \/errorBody: /],
])('%s is told', (_, profile, message) => {
  expect(problemOf(profile)).toMatch(message)
})

test('a profile is found by its name or its path; without a profile, the blank profile is used', () => {
  expect(loadProfile(null, contract)).toBe(blankProfile)
  const file = join(folder, 'acme.json')
  writeFileSync(file, '{"name":"acme"}')
  expect(loadProfile(file, contract)).toEqual({ name: 'acme' })
  expect(() => loadProfile('referense', contract)).toThrow(/auth0, reference.*did you mean reference\?/)
  writeFileSync(file, '\n')
  expect(() => loadProfile(file, contract)).toThrow(
    /acme\.json is not JSON \(it is empty\): correct the file/,
  )
  writeFileSync(file, '{"name":')
  expect(() => loadProfile(file, contract)).toThrow(/is not JSON.*: correct the file/)
  expect(() => loadProfile(folder, contract)).toThrow(/can't be read/)
})

test('every open point can be declared under its own key in the profile, or in openPoints', () => {
  const schema = profileSchemaOf(contract)
  for (const { id, declaredAt } of contract.openPoints) {
    if (declaredAt === null) {
      const openPoints = { [id]: ['whatever', { it: 'is' }] }
      const profile = validateProfile({ name: 'acme', openPoints }, 'acme.json', contract)
      const answer = new Knowledge(profile, contract).answers().find((one) => one.id === id)
      expect(answer).toMatchObject({ answer: openPoints[id], source: 'declared' })
      continue
    }
    // The wrong part is the answer `false`. The error must not report the key as unknown.
    const [top = '', ...rest] = declaredAt.split('/').slice(1)
    const own = rest.reduceRight<Json>((inner, key) => ({ [key]: inner }), false)
    expect(problemOf({ name: 'acme', [top]: own }), id).not.toMatch(/is not known/)
    expect(at(schema, `/properties/${top}`), id).toBeDefined()
  }
})

test('a contract without profile keys has names for the fixtures of its resources', () => {
  const bare = { ...contract, profileKeys: null }
  const fixtures = { fixtures: { readPhoneTemplate: { method: 'GET', path: '/' } } }
  expect(() => validateProfile({ name: 'acme', ...fixtures }, 'acme.json', bare)).toThrow(
    /at \/fixtures: "readPhoneTemplate" is unknown here; did you mean "readPhoneTemplates"/,
  )
  expect(() => validateProfile({ name: 'acme', delivery: {} }, 'acme.json', bare)).toThrow(
    /"delivery" is unknown/,
  )
  expect(Object.keys(at(profileSchemaOf(bare), '/properties/fixtures/properties') as JsonObject)).toEqual(
    expect.arrayContaining(['createRateLimitPolicy', 'listEventStreams', 'deleteEventStream']),
  )
})

test('only an observation of the same type contradicts a declared answer in free form', () => {
  const contradictions = (declared: Json, observed: Json): readonly string[] => {
    const knowledge = new Knowledge(
      { name: 'acme', openPoints: { 'deprecation-policy': declared } },
      contract,
    )
    knowledge.observe('deprecation-policy', observed)
    return knowledge.contradictions()
  }
  expect(contradictions('none', 'sunset: tomorrow')).toHaveLength(1)
  expect(contradictions(['a', 'b'], 'b')).toEqual([])
  expect(contradictions(['a', 'b'], 'c')).toHaveLength(1)
  expect(contradictions({ months: 6 }, 'sunset: tomorrow')).toEqual([])
  expect(contradictions([], 'sunset: tomorrow')).toEqual([])
})
