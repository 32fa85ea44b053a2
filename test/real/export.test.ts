// Exports: the observed profile repeats a run with everything declared; the OpenAPI document is one.
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { loadContract } from '../../src/contract/index.ts'
import { conformance, startTenant } from '../../src/index.ts'
import { openApiOf } from '../../src/openapi.ts'
import { observedProfile, validateProfile } from '../../src/profile/index.ts'
import { diffReports, regressed } from '../../src/report/index.ts'

const contract = loadContract()
const fixtures = { deleteEventStream: { method: 'DELETE', path: '/event-streams/{id}' } }

test('an observed profile is valid, declares what was seen, and repeats the run', async () => {
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
    const first = await conformance({ ...options, profile: { name: 'plain', fixtures } })
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
    const second = await conformance({ ...options, profile })
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

test('a wrong declaration is told, and does not touch the outcome', async () => {
  const report = await conformance({
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
    /declares \[200\] for success-event-streams\.create; the tenant showed 201/,
  )
})

test('the OpenAPI document is valid and has the five operations', async () => {
  const document = openApiOf(contract, '1.0.0')
  const result = await new Validator().validate(JSON.parse(JSON.stringify(document)))
  expect(result).toMatchObject({ valid: true })
  const text = JSON.stringify(document)
  for (const name of contract.operations.keys()) expect(text).toContain(`"operationId":"${name}"`)
  expect(text).not.toContain('"x-')
})
