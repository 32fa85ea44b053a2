// Conforming tenants that differ in behaviour about which the specification says nothing.

import { loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/library/conformance.ts'
import { declaredIn, loadProfile, type Profile } from '../../src/profile/index.ts'
import { defaultVariation, startTenant, type Variation } from '../../src/tenant/index.ts'

export interface Variant extends Partial<Variation> {
  /** The clauses that may fail with this variant. `*` stands for any operation. */
  readonly departs?: readonly string[]
}

const { delivery, tokens } = defaultVariation
const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const success = (status: number) =>
  Object.fromEntries(Object.keys(defaultVariation.success).map((operation) => [operation, status]))

export const variants: Readonly<Record<string, Variant>> = {
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
  'unknown members kept': { unknownMembers: 'kept' },
  'forms with dots': { forms: 'dots' },
  'forms with brackets and dots': { forms: 'brackets and dots' },
  // No standard defines lists in a form.
  'forms whose lists keep their last element': { forms: 'last in brackets' },
  'forms with JSON in values': { forms: 'JSON' },
  'flat forms alone': { forms: 'flat' },
  // Part 4 of the specification has one such clause for each operation.
  'no forms': { forms: 'none', departs: ['*.form-body'] },
  'unusual requests refused': { syntax: 'strict' },
  'unusual requests and unknown members refused': { syntax: 'strict', unknownMembers: 'refused' },
  'unusual requests taken': { syntax: 'lenient' },
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
  'clients by HTTP Basic only': { tokenAuth: 'basic' },
  'clients in the body only': { tokenAuth: 'post' },
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
  'the same state refused': { sameState: 'refused' },
  // The field is optional in part 4.4 of the specification.
  'the state required': { stateRequired: true, departs: ['event-streams.create.state-optional'] },
  'lengths in UTF-16 units': { lengthUnit: 'utf-16 units' },
  'lengths in bytes': { lengthUnit: 'bytes' },
  'texts trimmed': { texts: 'trimmed', departs: ['*.text-exact'] },
  'texts in normal form': { texts: 'composed', departs: ['*.text-exact'] },
  'halves of surrogate pairs replaced': { texts: 'well-formed' },
  'texts without control characters': { textsTaken: 'without-controls' },
  'texts of the basic plane': { textsTaken: 'basic-plane' },
  'texts of Latin-1': { textsTaken: 'latin' },
  'texts without markup': { textsTaken: 'without-markup' },
  'unique names': { names: 'unique' },
  'a clock that is ahead': { clockOffsetMs: 5_000 },
  'a clock that is behind': { clockOffsetMs: -5_000 },
  'whole seconds that reads move': { timestampDecimals: 0, emptyUpdateMovesUpdatedAt: true },
  'keys of all types, with members of their own': { keySet: 'all-types' },
  'all variants of destinations': { destinations: 'all' },
  'line ends as line feeds': { texts: 'line-feeds', departs: ['*.text-exact'] },
  'two nodes with two clocks': { clockSkewMs: 500 },
  'bad tokens 400': { refusedTokenStatus: 400, departs: ['*.auth-refusal-status'] },
  'bad tokens 404': { refusedTokenStatus: 404, departs: ['*.auth-refusal-status'] },
  'bad tokens sent to a login page': { refusedTokenStatus: 303, departs: ['*.auth-refusal-status'] },
  'missing tokens 405': { missingTokenStatus: 405, departs: ['*.auth-missing-401'] },
  'missing tokens 410': { missingTokenStatus: 410, departs: ['*.auth-missing-401'] },
  'missing tokens 422': { missingTokenStatus: 422, departs: ['*.auth-missing-401'] },
  'tokens by HMAC': { tokens: { ...tokens, form: 'mac', kid: false } },
  'encrypted tokens': { tokens: { ...tokens, form: 'encrypted' } },
  'tokens without a key id': { tokens: { ...tokens, kid: false } },
  'the same token again': { tokens: { ...tokens, reused: true } },
  'tokens in the query too': { tokens: { ...tokens, inQuery: true } },
  'a lock-out after bad tokens': { tokens: { ...tokens, lockOut: { after: 20, status: 403 } } },
  // Rule 2 in part 5 of the specification requires 401.
  'malformed headers 400': {
    malformedTokenStatus: 400,
    departs: ['*.auth-not-a-jwt', '*.auth-refusal-status'],
  },
  'tokens under any scheme': { schemes: 'any', departs: ['*.auth-wrong-scheme'] },
  'a limit with its window': { rateLimitNotation: 'with-window', departs: ['any.rate-limit-numbers'] },
  'a kid for keys of two types': { keySet: 'shared-kid' },
  'members in random order': { memberOrder: 'random' },
  'thumbprints in base64': { thumbprints: 'base64', departs: ['*.thumbprint-sha256'] },
  'thumbprints in hexadecimal': { thumbprints: 'hex', departs: ['*.thumbprint-sha256'] },
  'counted policy ids': { policyIds: { prefix: '', alphabet: '', length: 26, order: 'counted' } },
  'ULIDs in any letter case': {
    streamIds: { prefix: '', alphabet: '', order: 'ulid' },
    policyIds: { prefix: '', alphabet: '', length: 26, order: 'ulid' },
    idCase: 'ignored',
  },
  'blanks around ids passed over': { oddPaths: 'trimmed', departs: ['*.id-as-written'] },
  'paths resolved once decoded': { oddPaths: 'resolved', departs: ['*.id-as-written'] },
  'odd paths refused before the tenant': { oddPaths: 'refused-before' },
  'ids in any letter case': {
    streamIds: { prefix: 'ES', alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
    policyIds: { prefix: 'RLP', alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', length: 26 },
    idCase: 'ignored',
    departs: ['*.id-as-written'],
  },
  'streams found a moment later': { visibleAfterMs: 300 },
  'streams found a moment later, 400 before': { visibleAfterMs: 300, unknownStreamStatus: 400 },
  'a passing outage': { unavailableAt: [1_000] },
  'JSON by a name of its own': { contentType: 'application/vnd.x+json' },
}

const reference = loadProfile('reference', loadContract())

/** Returns a profile that declares only the facts that a run cannot discover. */
const declared = ({ credentialField = 'password', stateRequired, stateField }: Variant): Profile => ({
  name: 'variant',
  eventStream: {
    // Without this declaration, the run could not create a stream.
    ...(stateRequired ? { forwardingStateField: stateField ?? defaultVariation.stateField } : {}),
    eventTypes: declaredIn(reference, '/eventStream/eventTypes') ?? [],
    webhookCredentials: { [credentialField]: 'throw-away-credential-of-no-value' },
  },
  fixtures: reference.fixtures ?? {},
})

const departsFrom = (departs: readonly string[], id: string): boolean =>
  departs.some((one) => (one.startsWith('*') ? id.endsWith(one.slice(1)) : id === one))

/** Returns the failed clauses. With a conforming variant, there are none. */
export const failures = async ({ departs = [], ...variation }: Variant): Promise<readonly string[]> => {
  const tenant = await startTenant({ variation })
  try {
    const { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET, TENANT_PROFILE: _, ...rest } = tenant.environment
    const report = await conformance({
      depth: process.env.PROOF_DEPTH ?? 'default',
      environment: {
        ...rest,
        ...(variation.tokenEndpoint === false ? {} : { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET }),
      },
      profile: declared(variation),
      examples: 4,
      seed: 7,
    })
    return report.clauses
      .filter(({ id, verdict }) => verdict === 'error' || (verdict === 'fail' && !departsFrom(departs, id)))
      .map(
        ({ id, reason, failures: [first] }) =>
          `${id}: ${reason} ${first?.expected ?? ''} / ${first?.received ?? ''}`,
      )
  } finally {
    await tenant.close()
  }
}

/** Joins variants. A later variant replaces the options of earlier ones. */
export const combined = (names: readonly string[]): Variant =>
  Object.assign({}, ...names.map((name) => variants[name]), {
    departs: names.flatMap((name) => variants[name]?.departs ?? []),
  })

/** Joins all variants in a few groups. The variants of a group do not conflict. */
export function together(): readonly (readonly string[])[] {
  const groups: string[][] = []
  for (const [name, variant] of Object.entries(variants)) {
    const fits = groups.find(
      (group) => !Object.keys(combined(group)).some((key) => key !== 'departs' && key in variant),
    )
    if (fits === undefined) groups.push([name])
    else fits.push(name)
  }
  return groups
}
