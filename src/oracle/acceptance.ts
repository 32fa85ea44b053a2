// Classifies responses as acceptance, refusal, or neither.
import { bodyOf, type Exchange, isSuccessful, statusOf } from '../base/exchange.ts'
import { essenceOf, isJsonType, isOfRange } from '../base/http/media-type.ts'
import { at, isObject, type Json, type JsonObject, tokenOf, typeOf } from '../base/json.ts'
import {
  type Contract,
  documentedResponse,
  type Operation,
  type Pointer,
  type Resource,
  type Schema,
  schemaAt,
  shownSchema,
} from '../contract/index.ts'

export interface Attempt extends Exchange {
  readonly accepted: boolean
}

export type Acceptance = (exchange: Exchange) => boolean

/**
 * Recognises 2xx responses that resemble the result. Does not validate the complete schema, because a wrong
 * member should fail only its own clause.
 */
export function acceptanceOf({
  operations,
  resources,
}: Pick<Contract, 'operations' | 'resources'>): Acceptance {
  return (exchange) => {
    if (!isSuccessful(exchange)) return false
    const status = statusOf(exchange)
    const operation = operations.get(exchange.operation)
    const schema = operation === undefined ? null : shownSchema(operation, status)
    const isWithoutResource = operation === undefined || schema === null || schema.type === 'null'
    if (isWithoutResource || isOtherDocumentedType(operation, exchange)) return true
    const body = bodyOf(exchange)
    return body.ok && isRecognised(body.value, operation.act, schema, resources.get(operation.resource))
  }
}

// A run recognises resources only in JSON, so a documented other type counts as acceptance.
function isOtherDocumentedType(operation: Operation, { response }: Exchange): boolean {
  const type = essenceOf(response?.headers['content-type'])
  const { mediaTypes = [] } = documentedResponse(operation, response?.status ?? 0) ?? {}
  return type !== '' && !isJsonType(type) && mediaTypes.some((range) => isOfRange(type, range))
}

function isRecognised(
  body: Json,
  act: Operation['act'],
  response: Schema,
  resource: Resource | undefined,
): boolean {
  if (act === 'list') return Array.isArray(at(body, resource?.items ?? ''))
  const { all, any } = resource?.recognise ?? impliedBy(response, act === 'other' ? undefined : resource)
  const has = (pointer: Pointer): boolean => {
    const value = at(body, pointer)
    return pointer === resource?.id ? isId(value, schemaAt(response, pointer)) : value !== undefined
  }
  return isOfType(body, response) && all.every(has) && (any.length === 0 || any.some(has))
}

// Without `recognise`, the id shows the resource. If the schema requires other members, one of them must also
// be present.
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

function isId(value: Json | undefined, schema: Schema | undefined): boolean {
  if (typeOf(value) === 'number') return schema === undefined || isOfType(value ?? null, schema)
  return typeof value === 'string' && value !== ''
}

/**
 * Returns whether a gateway may have sent the response (RFC 9110, sections 15.6.3 to 15.6.5). Such a response
 * proves nothing about the tenant.
 */
export function isUnavailable(exchange: Exchange): boolean {
  return [502, 503, 504].includes(statusOf(exchange))
}

export function acceptedBody(exchange: Exchange): JsonObject {
  const body = bodyOf(exchange)
  return body.ok && isObject(body.value) ? body.value : {}
}

/**
 * Why the tenant must refuse the request: its content, a conflict with other values or resources, the id in
 * its path, or its token.
 */
export type RefusalOf = 'content' | 'conflict' | 'path' | 'token'

// These statuses ask the client to retry later (RFC 9110, section 15.5.9; RFC 8470; RFC 6585).
const timing: readonly number[] = [408, 425, 429]
/** These statuses can have another cause, and thus prove nothing. */
export const otherReasons: Readonly<Record<RefusalOf, readonly number[]>> = {
  content: [401, 403, 407, 409, ...timing],
  conflict: [401, 403, 407, ...timing],
  path: [401, 403, 407, 409, ...timing],
  token: timing,
}

export function speaksOfTime(exchange: Exchange): boolean {
  return timing.includes(statusOf(exchange))
}

/**
 * Any 3xx or 4xx response is a refusal, except the statuses in `otherReasons` that `declared` does not
 * contain.
 * @param declared statuses that the profile declares for invalid requests
 */
export function isRefused(exchange: Exchange, of: RefusalOf, declared: readonly number[] = []): boolean {
  const status = statusOf(exchange)
  if (status < 300 || status > 499) return false
  return !otherReasons[of].includes(status) || declared.includes(status)
}

export function attemptOf(exchange: Exchange, accepts: Acceptance): Attempt {
  return { ...exchange, accepted: accepts(exchange) }
}

export function exchangeOf(exchange: Exchange | Attempt): Exchange {
  if (!('accepted' in exchange)) return exchange
  const { accepted: _, ...sent } = exchange
  return sent
}

export function isAccepted(exchange: Exchange | Attempt): boolean {
  return 'accepted' in exchange && exchange.accepted
}
