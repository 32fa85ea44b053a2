// What happens to every request to an operation, in order: body, token, client, rate, scope, and then the operation.
import { authenticate, type Caller } from './access/authentication.ts'
import { requireGlobal, requireScope } from './access/authorization.ts'
import { type RateLimiter, tooMany } from './access/rate-limit.ts'
import { carriedOutAnyway, inStyle, partOf, unchallenged } from './access/refused-token.ts'
import type { Tokens } from './access/tokens.ts'
import type { FaultGroup, Faulty } from './faults/fault.ts'
import { mediaTypeOf, parseBody, type RequestBody, unsupported } from './http/body.ts'
import { formType } from './http/form.ts'
import { Invalid, Refusal } from './http/refusal.ts'
import type { Answer, Call, Perform, Route } from './route.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: ({ path }) => path.includes('{id}'),
    seeds: {
      'looked-up-before-authentication': [
        'auth-before-lookup',
        'A request for an id that does not exist gets 404 whatever its token.',
      ],
    },
  },
  {
    of: ({ method }) => method !== 'GET' && method !== 'DELETE',
    seeds: {
      'malformed-json-500': [['no-server-error', 'malformed-json'], 'A body that is no JSON gets 500.'],
      'malformed-json-accepted': [
        'malformed-json',
        'A body that is no JSON is taken for an example of what is valid.',
      ],
      'single-quotes-accepted': ['malformed-json', 'A body whose texts are in single quotes is accepted.'],
      'trailing-comma-accepted': ['malformed-json', 'A body with a comma before its last brace is accepted.'],
      'media-type-case-counts': [
        'media-type-case',
        'A JSON body is refused where its media type is in capitals.',
      ],
      'charset-refused': ['json-charset', 'A JSON body is refused where its type names a charset.'],
    },
  },
  {
    of: ['phone-templates.update', 'event-streams.update'],
    seeds: { 'form-refused': ['form-body', 'A form body is refused.'] },
  },
  {
    of: ({ method }) => method !== 'DELETE' && method !== 'GET',
    seeds: {
      'every-seventh-500': ['accepts', 'Every seventh valid request gets 500.'],
      'every-twentieth-503': ['accepts', 'Every twentieth valid request gets 503.'],
    },
  },
  {
    // Of these a run sends few.
    of: ({ method }) => method === 'DELETE' || method === 'GET',
    seeds: { 'every-second-500': ['accepts', 'Every second valid request gets 500.'] },
  },
]

/** A request as it came. */
export interface Incoming {
  readonly id: string
  readonly authorization: string | undefined
  readonly contentType: string | undefined
  /** Null where it was too large. */
  readonly body: Uint8Array | null
}

/** What is shared by the requests to one tenant. */
export interface Surroundings {
  readonly state: State
  readonly variation: Variation
  readonly tokens: Tokens
  readonly limiter: RateLimiter
  /** Who a fault takes a request for that proves nothing. */
  readonly anybody: Caller
  /** Whether a fault of the tenant as a whole is on. */
  readonly any: Faulty
  /** How many valid requests each operation has had. */
  readonly served: Map<string, number>
}

/** Which faults are on, and how many requests the operation has seen, this one included. */
export interface Faults {
  /** In what all operations have in common; none for an operation that the specification does not show. */
  readonly faulty: Faulty
  /** In what the operation itself does. */
  readonly own: Faulty
  readonly count: number
}

/**
 * Carries a request out. Throws Refusal or Invalid where that ends it.
 * @param note told the client and the headers that every answer to it carries, as soon as they are known
 */
export async function carryOut(
  route: Route,
  incoming: Incoming,
  surroundings: Surroundings,
  { faulty, own, count }: Faults,
  note: (clientId: string, headers: Readonly<Record<string, string>>) => void,
): Promise<Answer> {
  const { state, variation } = surroundings
  const id = variation.idCase === 'ignored' ? incoming.id.toUpperCase() : incoming.id
  const read = (): Call => {
    const { value, mediaType } = readBody(route, incoming, faulty)
    return { id, body: value, mediaType, state, variation, faulty: own, count }
  }
  const prepare = (): Perform => route.prepare(read())
  const early = variation.order === 'validation-first' ? prepare() : null
  try {
    await admit(route, { ...incoming, id }, surroundings, faulty, note)
  } catch (error) {
    if (error instanceof Refusal && carriedOutAnyway(error, faulty)) attempt(() => (early ?? prepare())())
    attempt(() => carryOutPart(route, read()))
    throw inStyle(unchallenged(error, faulty), route, variation)
  }
  const perform = early ?? prepare()
  if (route.exists?.(id, state) !== false) failNowAndThen(route, surroundings, faulty)
  return perform()
}

function failNowAndThen({ operation }: Route, { served }: Surroundings, faulty: Faulty): void {
  const count = (served.get(operation) ?? 0) + 1
  served.set(operation, count)
  const fails =
    (count % 7 === 0 && faulty('every-seventh-500')) || (count % 2 === 0 && faulty('every-second-500'))
  if (fails) throw new Refusal(500, 'internal', 'Internal error')
  if (count % 20 === 0 && faulty('every-twentieth-503'))
    throw new Refusal(503, 'unavailable', 'Try again later')
}

// Token, client, rate, scope, in this order: what a caller may not know is not told before.
async function admit(
  route: Route,
  { id, authorization }: Incoming,
  { state, variation, tokens, limiter, anybody, any }: Surroundings,
  faulty: Faulty,
  note: (clientId: string, headers: Readonly<Record<string, string>>) => void,
): Promise<void> {
  if (route.exists?.(id, state) === false && faulty('looked-up-before-authentication'))
    throw new Refusal(404, 'not_found', 'Not found')
  const caller = await authenticate(authorization, tokens, variation, anybody, faulty)
  requireGlobal(caller, variation, faulty)
  const allowance = limiter.take(caller.clientId, route.operation)
  note(caller.clientId, allowance.headers)
  if (!allowance.allowed) throw tooMany(allowance.headers, route.method, any)
  requireScope(caller, variation.scopes[route.operation] ?? '', faulty)
}

function readBody(route: Route, { body, contentType }: Incoming, faulty: Faulty): RequestBody {
  if (route.method === 'GET' || route.method === 'DELETE') return { value: undefined, mediaType: '' }
  if (body === null) throw new Refusal(413, 'payload_too_large', 'The body is too large')
  const mediaType = mediaTypeOf(contentType)
  const form = mediaType === formType
  if (contentType?.includes('charset') && !form && faulty('charset-refused')) throw unsupported()
  if (form && faulty('form-refused')) throw unsupported()
  if (contentType?.startsWith('Application/') && faulty('media-type-case-counts')) throw unsupported()
  try {
    return parseBody(body, contentType)
  } catch (error) {
    if (error instanceof Invalid && faulty('malformed-json-500'))
      throw new Refusal(500, 'internal', 'Internal error')
    const text = Buffer.from(body).toString()
    const forgiven =
      faulty('malformed-json-accepted') ||
      (text.startsWith("{'") && faulty('single-quotes-accepted')) ||
      (/,\s*\}\s*$/.test(text) && faulty('trailing-comma-accepted'))
    if (error instanceof Invalid && forgiven) return { value: route.example, mediaType }
    throw error
  }
}

function carryOutPart({ prepare }: Route, call: Call): void {
  const body = partOf(call)
  if (body !== null) prepare({ ...call, body })()
}

function attempt(perform: () => void): void {
  try {
    perform()
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof Invalid)) throw error
  }
}
