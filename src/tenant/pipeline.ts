// Processes a request in this order: token, client, rate, scope, operation.
import { authenticate, type Caller } from './access/authentication.ts'
import { requireGlobal, requireScope } from './access/authorization.ts'
import { type RateLimiter, tooMany } from './access/rate-limit.ts'
import {
  carriedOutAnyway,
  storedPartOf,
  withChallengeFaults,
  withLockOut,
  withVariationStatus,
} from './access/refused-request.ts'
import { cachedResponse, cacheResponse } from './access/response-cache.ts'
import type { Tokens } from './access/tokens.ts'
import type { FaultGroup, Faulty } from './faults/fault.ts'
import { mediaTypeOf, parseBody, type RequestBody } from './http/body.ts'
import { formType } from './http/form.ts'
import { Invalid, internalError, Refusal } from './http/refusal.ts'
import { type ReceivedBody, readRequestBody } from './http/request-body.ts'
import { applyHeadFaults, requireUsualHead, withHeadFaults } from './http/request-head.ts'
import type { Answer, Call, Perform, Route } from './route.ts'
import { applySideEffects } from './side-effects.ts'
import type { State } from './state.ts'
import { touch } from './streams/refused-update.ts'
import type { Variation } from './variations/variation.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ({ path }) => path.includes('{id}'),
    seeds: {
      'looked-up-before-authentication': [
        'auth-before-lookup',
        'A request for an unknown id gets 404, even with an invalid token.',
      ],
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      'form-served-without-token': ['form-refused', 'The tenant executes a form request without a token.'],
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'form-scope-unchecked': ['form-refused', 'The tenant executes a form request without the scope.'],
    },
  },
  {
    of: ({ method }) => method !== 'DELETE' && method !== 'GET',
    seeds: {
      'every-seventh-500': [['accepts', 'no-server-error'], 'Every seventh valid request gets 500.'],
      'every-eighth-503': [['no-server-error', 'accepts'], 'Every eighth valid request gets 503.'],
    },
  },
  {
    // Only reads and deletions have this fault, because too many checks depend on the other operations.
    of: ({ method }) => method === 'DELETE' || method === 'GET',
    seeds: { 'every-second-500': [['accepts', 'no-server-error'], 'Every second valid request gets 500.'] },
  },
]

export interface Incoming extends ReceivedBody {
  readonly id: string
  readonly parameters: Readonly<Record<string, string>>
  readonly authorization: string | undefined
}

export interface PipelineContext {
  readonly state: State
  readonly variation: Variation
  readonly tokens: Tokens
  readonly limiter: RateLimiter
  /** The caller that a fault assumes for a request without a valid token. */
  readonly anybody: Caller
  /** The faults of the whole tenant. */
  readonly any: Faulty
  /** The number of valid requests to each operation. */
  readonly served: Map<string, number>
}

/** `count` is the number of requests to the operation, including this request. */
export interface Faults {
  /** The common faults of operations. Undocumented operations have none of them. */
  readonly faulty: Faulty
  /** The faults of the operation itself. */
  readonly own: Faulty
  readonly count: number
}

/**
 * Throws Refusal or Invalid if the tenant rejects the request.
 * @param note receives the id of the client and the rate headers
 */
export async function carryOut(
  route: Route,
  incoming: Incoming,
  context: PipelineContext,
  { faulty, own, count }: Faults,
  note: (clientId: string, headers: Readonly<Record<string, string>>) => void,
): Promise<Answer> {
  const { state, variation } = context
  const id = effectiveId(incoming.id, variation)
  const call = ({ value, mediaType }: RequestBody): Call => ({
    ...{ id, body: value, mediaType, state, variation, faulty: own, count },
    ...{ query: incoming.head.query, parameters: incoming.parameters },
  })
  const read = (): Call => {
    try {
      return call(readRequestBody(route, incoming, variation, faulty))
    } catch (error) {
      const text = Buffer.from(incoming.body ?? '').toString()
      if (own('malformed-moves-updated-at')) touch(id, state, variation)
      if (text.endsWith('}\0') && faulty('final-nul-refused-but-done'))
        ignoringRefusal(() =>
          route.prepare(call(parseBody(text.slice(0, -1), incoming.contentType, variation)))(),
        )
      throw error
    }
  }
  const prepare = (): Perform => route.prepare(read())
  const cacheKey = `${route.operation} ${id} ${Buffer.from(incoming.body ?? '').toString()}`
  const early = variation.order === 'validation-first' ? prepare() : null
  try {
    await admit(route, { ...incoming, id }, context, faulty, note)
    applyHeadFaults(incoming.head, faulty)
    requireUsualHead(incoming.head, route.method, variation)
  } catch (error) {
    if (error instanceof Refusal && carriedOutAnyway(error, faulty))
      ignoringRefusal(() => (early ?? prepare())())
    ignoringRefusal(() => carryOutPart(route, read()))
    if (own('refused-token-moves-updated-at')) touch(id, state, variation)
    const unproven = error instanceof Refusal && error.status === 401 && incoming.authorization === undefined
    const unscoped = error instanceof Refusal && error.status === 403
    const known =
      error instanceof Refusal && error.status === 401 ? cachedResponse(cacheKey, state, faulty) : undefined
    if (known !== undefined) return known
    const served =
      (unproven && faulty('form-served-without-token')) || (unscoped && faulty('form-scope-unchecked'))
    if (served && mediaTypeOf(incoming.contentType) === formType) return (early ?? prepare())()
    throw withLockOut(withVariationStatus(withChallengeFaults(error, faulty), route, variation), context)
  }
  const perform = early ?? prepare()
  if (route.exists?.(id, state) !== false) failNowAndThen(route, context, faulty)
  const answer = withHeadFaults(incoming.head, perform(), faulty)
  cacheResponse(cacheKey, answer, state, faulty)
  applySideEffects(state, own)
  return answer
}

// The specification does not mention unusual ids, for example ids with spaces. The variation decides.
function effectiveId(id: string, { idCase, oddPaths }: Variation): string {
  const read =
    oddPaths === 'trimmed' ? id.trim() : oddPaths === 'resolved' ? id.replace(/^.*\/\.\.\/|\/$/gs, '') : id
  return idCase === 'ignored' ? read.toUpperCase() : read
}

function failNowAndThen({ operation }: Route, { served }: PipelineContext, faulty: Faulty): void {
  const count = (served.get(operation) ?? 0) + 1
  served.set(operation, count)
  const fails =
    (count % 7 === 0 && faulty('every-seventh-500')) || (count % 2 === 0 && faulty('every-second-500'))
  if (fails) throw internalError()
  if (count % 8 === 0 && faulty('every-eighth-503')) throw new Refusal(503, 'unavailable', 'Try again later')
}

// Checks the caller first, because a response to a caller without rights must not reveal anything.
async function admit(
  route: Route,
  { id, authorization }: Incoming,
  { state, variation, tokens, limiter, anybody, any }: PipelineContext,
  faulty: Faulty,
  note: (clientId: string, headers: Readonly<Record<string, string>>) => void,
): Promise<void> {
  if (route.exists?.(id, state) === false && faulty('looked-up-before-authentication'))
    throw new Refusal(404, 'not_found', 'Not found')
  const caller = await authenticate(authorization, tokens, variation, anybody, faulty)
  requireGlobal(caller, variation, faulty)
  const allowance = limiter.take(caller.clientId, route.operation, faulty)
  note(caller.clientId, allowance.headers)
  if (!allowance.allowed) throw tooMany(allowance.headers, route.method, any, faulty)
  requireScope(caller, variation.scopes[route.operation] ?? '', faulty)
}

function carryOutPart({ prepare }: Route, call: Call): void {
  const body = storedPartOf(call)
  if (body !== null) prepare({ ...call, body })()
}

function ignoringRefusal(perform: () => void): void {
  try {
    perform()
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Invalid)) throw error
  }
}
