// Acceptance and refusal: what counts as the one, what as the other, and what as neither.
import { bodyOf, type Exchange, statusOf } from '../base/exchange.ts'
import { at, isObject, type Json, type JsonObject, tokenOf, typeOf } from '../base/json.ts'
import {
  type Contract,
  type Operation,
  type Pointer,
  type Resource,
  type Schema,
  schemaAt,
} from '../contract/index.ts'

/** An exchange of a run with what its contract says of it: whether the tenant did what was asked. */
export interface Attempt extends Exchange {
  readonly accepted: boolean
}

/** What a contract takes for acceptance. */
export type Acceptance = (exchange: Exchange) => boolean

/**
 * What the contract takes for acceptance: a 2xx response that is recognisably what the operation returns. A 2xx response
 * that is anything (a login page, a constant) accepts nothing. Recognisable is less than well-shaped, so that one wrong
 * member fails the clause of that member and no other.
 */
export function acceptanceOf({
  operations,
  resources,
}: Pick<Contract, 'operations' | 'resources'>): Acceptance {
  return (exchange) => {
    const status = statusOf(exchange)
    if (status < 200 || status > 299) return false
    const operation = operations.get(exchange.operation)
    if (operation === undefined || operation.response === null) return true
    const body = bodyOf(exchange)
    return body.ok && isRecognised(body.value, operation, resources.get(operation.resource))
  }
}

function isRecognised(body: Json, { act, response }: Operation, resource: Resource | undefined): boolean {
  if (act === 'list') return Array.isArray(at(body, resource?.items ?? ''))
  const { all, any } = resource?.recognise ?? impliedBy(response, act === 'other' ? undefined : resource)
  const has = (pointer: Pointer): boolean => {
    const value = at(body, pointer)
    return pointer === resource?.id ? isId(value, schemaAt(response, pointer)) : value !== undefined
  }
  return isOfType(body, response) && all.every(has) && (any.length === 0 || any.some(has))
}

// Where a contract does not say how one is recognised: by its id, and by one more of the members of the schema, unless one
// of no other member would be a whole one.
function impliedBy(
  response: Schema | null,
  resource: Resource | undefined,
): NonNullable<Resource['recognise']> {
  const properties = isObject(response?.properties) ? Object.keys(response.properties) : []
  const members = properties.map((name) => `/${tokenOf(name)}`)
  const id = resource === undefined || resource.singleton ? undefined : resource.id
  const required = Array.isArray(response?.required) ? response.required : []
  const whole = !required.some((name) => `/${tokenOf(String(name))}` !== id)
  return { all: members.filter((one) => one === id), any: whole ? [] : members.filter((one) => one !== id) }
}

function isOfType(body: Json, response: Schema | null): boolean {
  const types = [response?.type ?? []].flat()
  const type = typeOf(body)
  return types.length === 0 || types.includes(type) || (type === 'number' && types.includes('integer'))
}

// A number where the schema has no other say.
function isId(value: Json | undefined, schema: Schema | undefined): boolean {
  if (typeOf(value) === 'number') return schema === undefined || isOfType(value ?? null, schema)
  return typeof value === 'string' && value !== ''
}

/** Whether the tenant was passingly out of reach behind a gateway, which says nothing of what it does (RFC 9110, 15.6). */
export function isUnavailable(exchange: Exchange): boolean {
  return [502, 503, 504].includes(statusOf(exchange))
}

/** The accepted answer's body; an empty object where the operation has none. */
export function acceptedBody(exchange: Exchange): JsonObject {
  const body = bodyOf(exchange)
  return body.ok && isObject(body.value) ? body.value : {}
}

/** What a refusal is for: what the request says, that another one has it already, the id in its path, or its token. */
export type RefusalOf = 'content' | 'conflict' | 'path' | 'token'

// Where a specification shows no status for a refusal, any 3xx or 4xx is one: a
// redirect to a login page refuses a token as well as 401 does. Left out are only statuses that by RFC 9110 and RFC
// 6585 name a reason of their own, which is not the one under test.
const timing: readonly number[] = [408, 425, 429]
/** Statuses that name a reason of their own, by what the refusal is for. */
export const otherReasons: Readonly<Record<RefusalOf, readonly number[]>> = {
  content: [401, 403, 407, 409, ...timing],
  conflict: [401, 403, 407, ...timing],
  path: [401, 403, 407, 409, ...timing],
  token: timing,
}

/** Whether the answer only says when to send the request. */
export function speaksOfTime(exchange: Exchange): boolean {
  return timing.includes(statusOf(exchange))
}

/**
 * Whether the tenant refused the request for that reason, as far as a status can tell.
 * @param declared statuses that the profile declares as refusals of the operation's invalid requests
 */
export function isRefused(exchange: Exchange, of: RefusalOf, declared: readonly number[] = []): boolean {
  const status = statusOf(exchange)
  if (status < 300 || status > 499) return false
  return !otherReasons[of].includes(status) || declared.includes(status)
}

/** The exchange, judged. */
export function attemptOf(exchange: Exchange, accepts: Acceptance): Attempt {
  return { ...exchange, accepted: accepts(exchange) }
}

/** What was on the wire alone, as logs and reports show it. */
export function exchangeOf(exchange: Exchange | Attempt): Exchange {
  if (!('accepted' in exchange)) return exchange
  const { accepted: _, ...sent } = exchange
  return sent
}

/** Whether the contract took it for accepted: what was never held against a contract was not. */
export function isAccepted(exchange: Exchange | Attempt): boolean {
  return 'accepted' in exchange && exchange.accepted
}
