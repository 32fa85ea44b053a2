// Tests two exports. A run with the exported profile must give the same verdicts, and the exported OpenAPI
// document must be valid.
// @module-tag whole

import { validate } from '@hyperjump/json-schema/openapi-3-1'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { createAjv } from '../../src/base/schemas/ajv.ts'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, startTenant } from '../../src/index.ts'
import { openApiOf } from '../../src/openapi/export/document.ts'
import { blankProfile, loadProfile, observedProfile, validateProfile } from '../../src/profile/index.ts'
import { diffReports, regressed } from '../../src/report/index.ts'

interface Described {
  readonly headers?: object
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string
            readonly requestBody?: Described
            readonly responses: Readonly<Record<string, Described>>
          }
        >
      >
    >
  >
}

const contract = loadContract()
const fixtures = { deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' } }

test('an observed profile is valid, declares observed facts, and repeats the run', async () => {
  const tenant = await startTenant({ variation: { stateField: 'forwarding', initialState: 'disabled' } })
  try {
    const environment = { ...tenant.environment, TENANT_PROFILE: undefined }
    const options = {
      environment,
      writes: 'reversible',
      examples: 2,
      seed: 1,
      only: ['event-streams.create', 'custom'],
    } as const
    const first = await conformance({ depth: 'default', ...options, profile: { name: 'plain', fixtures } })
    const profile = observedProfile({ name: 'plain', fixtures }, first.openPoints, contract)
    validateProfile(profile as unknown as Json, 'observed', contract)
    expect(profile).toMatchObject({
      eventStream: {
        forwardingStateField: 'forwarding',
        initialState: 'disabled',
        eventTypes: ['user.created'],
      },
      operations: { 'event-streams.create': { success: [201], invalidRequest: [400] } },
      errorBody: { type: 'object', required: expect.arrayContaining(['statusCode', 'message']) },
    })
    const second = await conformance({ depth: 'default', ...options, profile })
    expect(regressed(diffReports(first, second))).toBe(false)
    const ofProfile = second.clauses.filter(({ part }) => part === 'profile')
    expect(ofProfile.map(({ id }) => id)).toContain('profile.event-streams.create.success')
    expect(ofProfile.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    expect(second.openPoints.find(({ id }) => id === 'initial-state')).toMatchObject({
      answer: 'disabled',
      source: 'declared',
      observed: [{ value: 'disabled' }],
    })
  } finally {
    await tenant.close()
  }
})

test('reports a wrong declaration without changing the outcome', async () => {
  const report = await conformance({
    depth: 'default',
    profile: {
      name: 'wrong',
      eventStream: { forwardingStateField: 'status', initialState: 'disabled', eventTypes: ['user.created'] },
      operations: { 'event-streams.create': { success: [200] } },
      errorBody: { type: 'object', required: ['oops'] },
      fixtures,
    },
    only: ['event-streams.create.name'],
    examples: 2,
    seed: 1,
    strict: true,
  })
  const failed = report.clauses.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed).toEqual([
    'profile.any.error-body',
    'profile.event-streams.create.initial-state',
    'profile.event-streams.create.success',
  ])
  expect(report.outcome).not.toBe('non-conformant')
  expect(report.notes.join('\n')).toMatch(
    /declares \[200\] for success-event-streams\.create, but the tenant returned 201/,
  )
})

describe('the OpenAPI document', () => {
  const document = JSON.parse(
    JSON.stringify(openApiOf(contract, loadProfile('reference', contract), '1.0.0')),
  ) as OpenApi
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

  test('is valid by two validators, which refuse invalid ones, and has the five operations', async () => {
    const wrong = structuredClone(document) as unknown as { paths: Record<string, Record<string, object>> }
    for (const path of Object.values(wrong.paths))
      for (const operation of Object.values(path)) Object.assign(operation, { responses: 'none' })
    expect(await new Validator().validate(structuredClone({ ...document }))).toMatchObject({ valid: true })
    expect(await new Validator().validate(wrong)).toMatchObject({ valid: false })
    const judge = await validate('https://spec.openapis.org/oas/3.1/schema-base')
    expect(judge(document as never).valid).toBe(true)
    expect(judge(wrong as never).valid).toBe(false)
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual([...contract.operations.keys()])
  })

  test('has a status for each success and refusal, and describes the request rate', () => {
    for (const { operationId, responses } of operations) {
      const codes = Object.keys(responses)
      expect(
        codes.filter((code) => /^2\d\d$/.test(code)),
        operationId,
      ).toHaveLength(1)
      expect(codes, operationId).toEqual(expect.arrayContaining(['401', '403', '429', '4XX']))
      expect(codes).not.toContain('2XX')
      expect(Object.keys(responses['429']?.headers ?? {})).toEqual([
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
      ])
    }
  })

  test('names the clauses of each operation and keyword, and no unknown clause', () => {
    const named: string[] = []
    const look = (value: unknown, key = ''): void => {
      if (typeof value === 'string' && key === 'x-conformance') named.push(value)
      else if (Array.isArray(value)) for (const one of value) look(one, key)
      else if (typeof value === 'object' && value !== null)
        for (const [name, member] of Object.entries(value)) look(member, key === 'x-conformance' ? key : name)
    }
    look(document)
    expect([...new Set(named)].sort()).toEqual([...contract.clauses.keys()])
    expect(JSON.stringify(document).match(/"x-(?!conformance|x5)[a-z-]+"/g)).toBeNull()
  })

  test('has examples that are valid by its schemas and accepted by the tenant', async () => {
    const ajv = createAjv({ strict: false })
    const contents = operations.flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((one) => Object.values(one?.content ?? {})),
    )
    expect(contents.length).toBeGreaterThan(8)
    for (const { schema, example } of contents) {
      expect(example).toBeDefined()
      expect(ajv.validate(schema, example), JSON.stringify(example)).toBe(true)
    }
    const { environment, close } = await startTenant()
    try {
      const made = await fetch(`${environment.TENANT_BASE_URL}/event-streams`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${environment.TENANT_ACCESS_TOKEN}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(
          document.paths['/event-streams']?.post?.requestBody?.content?.['application/json']?.example,
        ),
      })
      expect(made.status).toBe(201)
    } finally {
      await close()
    }
  })

  test('for another contract without a profile, contains the usual values', () => {
    const todos = loadContract(contractIn('examples/todos'))
    const plain = openApiOf(todos, blankProfile, '1.0.0') as unknown as OpenApi
    for (const path of Object.values(plain.paths))
      for (const { responses } of Object.values(path)) expect(Object.keys(responses)[0]).toMatch(/^[24]\d\d$/)
  })
})
