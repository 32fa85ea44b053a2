// Twins: conforming tenants that differ wherever the specification is silent get no failure.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { conformance } from '../../src/conformance.ts'
import { loadContract } from '../../src/contract/index.ts'
import { loadProfile, type Profile } from '../../src/profile/index.ts'
import { defaultVariation, startTenant, type Variation } from '../../src/tenant/index.ts'

type Twin = Partial<Variation>

const { delivery } = defaultVariation
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const success = (status: number) =>
  Object.fromEntries(Object.keys(defaultVariation.success).map((operation) => [operation, status]))

/** Each way to differ, by name. */
const twins: Readonly<Record<string, Twin>> = {
  'all successes 200': { success: success(200) },
  'all successes 201': { success: success(201) },
  'all successes 202': { success: success(202) },
  'problem+json errors': { errorBody: 'problem' },
  'empty errors': { errorBody: 'empty' },
  'plain text errors': { errorBody: 'text' },
  'HTML errors': { errorBody: 'html' },
  'refusals with 422': { invalidBodyStatus: 422 },
  'validation before authentication': { order: 'validation-first' },
  'another state field': { stateField: 'forwarding_state' },
  'initially disabled': { initialState: 'disabled' },
  'further members': { furtherMembers: true },
  'members sorted': { memberOrder: 'sorted' },
  'members reversed': { memberOrder: 'reversed' },
  'whole seconds': { timestampDecimals: 0 },
  'one decimal': { timestampDecimals: 1 },
  'nine decimals': { timestampDecimals: 9 },
  'an empty update moves updated_at': { emptyUpdateMovesUpdatedAt: true },
  'base58 ids': {
    streamIds: { prefix: 'est_', alphabet: base58 },
    policyIds: { prefix: 'rlp_', alphabet: base58, length: 25 },
  },
  'numeric ids': {
    streamIds: { prefix: '', alphabet: '0123456789' },
    policyIds: { prefix: '', alphabet: '0123456789', length: 12 },
  },
  'RSA keys only': { keySet: 'rsa' },
  'EC keys only': { keySet: 'ec' },
  'keys without certificates': { keySet: 'without-certificates' },
  'bare keys': { keySet: 'bare' },
  'an empty key set': { keySet: 'empty' },
  'unknown members refused': { unknownMembers: 'refused' },
  'an empty list of subscriptions ignored': { emptySubscriptions: 'kept' },
  'unknown streams 400': {
    unknownStreamStatus: 400,
    malformedStreamIdStatus: 404,
    overLongPolicyIdStatus: 404,
  },
  'long policy ids 400': { overLongPolicyIdStatus: 400 },
  'https addresses only': { webhookAddresses: 'https' },
  'a secret as credential, required': { credentialField: 'secret', credentialRequired: true },
  'few event types': { eventTypes: ['user.created', 'user.updated', 'organization.member.added'] },
  'reset in seconds': { rateLimitReset: 'delta', rateLimits: {}, rateLimit: { burst: 200, perSecond: 400 } },
  'no rate headers on successes': { rateLimitHeadersOnSuccess: false },
  'no rate limit': { rateLimits: {}, rateLimit: { burst: 1_000_000, perSecond: 1_000_000 } },
  'no token endpoint': { tokenEndpoint: false },
  'short tokens': { tokenLifetimeS: 3 },
  'slow answers': { latencyMs: 15 },
  'connections closed': { connection: 'close' },
  'chunked bodies': { chunked: true },
  gzip: { gzip: true },
  'lower-case headers': { headerCase: 'lower' },
  'upper-case headers': { headerCase: 'upper' },
  'no charset': { contentType: 'application/json' },
  'late deliveries': { delivery: { ...delivery, delayMs: 600 } },
  'deliveries twice': { delivery: { ...delivery, copies: 2 } },
  'newest first': { delivery: { ...delivery, order: 'newest-first' } },
  'out of reach of the receiver': { delivery: { ...delivery, reach: 'none' } },
  'several events in one array': { delivery: { ...delivery, delayMs: 200, batch: 'array' } },
  'several events in one object': { delivery: { ...delivery, delayMs: 200, batch: 'object' } },
  'credentials only when asked for': { delivery: { ...delivery, authorization: 'when-asked' } },
  'triggers for the whole tenant': { trigger: { scope: 'tenant', raises: 'event' } },
  'triggers of tests': { trigger: { scope: 'stream', raises: 'test' } },
}

const reference = loadProfile('reference', loadContract())

/** What such a tenant would declare: no more than what can't be found out. */
const declared = ({ credentialField = 'password' }: Twin): Profile => ({
  name: 'twin',
  eventStream: {
    eventTypes: reference.eventStream?.eventTypes ?? [],
    webhookCredentials: { [credentialField]: 'throw-away-credential-of-no-value' },
  },
  fixtures: reference.fixtures ?? {},
})

const failures = async (variation: Twin): Promise<readonly string[]> => {
  const tenant = await startTenant({ variation })
  try {
    const { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET, TENANT_PROFILE: _, ...rest } = tenant.environment
    const report = await conformance({
      environment: {
        ...rest,
        ...(variation.tokenEndpoint === false ? {} : { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET }),
      },
      profile: declared(variation),
      examples: 6,
      seed: 7,
    })
    return report.clauses
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
      .map(
        ({ id, reason, failures: [first] }) =>
          `${id}: ${reason} ${first?.expected ?? ''} / ${first?.received ?? ''}`,
      )
  } finally {
    await tenant.close()
  }
}

describe.concurrent('twins', () => {
  test.each(Object.entries(twins))('%s', { timeout: 90_000 }, async (_, variation) => {
    expect(await failures(variation)).toEqual([])
  })

  // Combinations, the same in every run so that a red one stays red; another seed is a line away.
  const drawn = fc.sample(fc.subarray(Object.keys(twins), { minLength: 4, maxLength: 12 }), {
    seed: 20,
    numRuns: 6,
  })
  test.each(drawn.map((names) => ({ names })))('combined: $names', { timeout: 90_000 }, async ({ names }) => {
    const variation: Twin = Object.assign({}, ...names.map((name) => twins[name]))
    expect(await failures(variation)).toEqual([])
  })
})
