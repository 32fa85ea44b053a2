// Describes requests before they are sent.

import { formType, jsonPatchType } from '../../base/http/media-type.ts'
import type { ResponseView } from '../../base/http/response-view.ts'
import { equal, isObject, type Json, type JsonObject, nameOf, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded } from '../../base/uri.ts'
import type { LoginCall } from '../../client/index.ts'

/**
 * The worst possible effect: none, or changes that the run can (`reversible`) or cannot (`destructive`)
 * restore.
 */
export type Effect = 'none' | 'reversible' | 'destructive'

/**
 * The tenant must accept `valid` requests. The tenant must refuse `invalid` and `unauthorised` requests
 * without a 5xx. For a `probe` both are allowed.
 */
export type Intent = 'valid' | 'invalid' | 'unauthorised' | 'probe'

export interface Request {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly effect: Effect
  readonly intent: Intent
  /** Set if most tenants refuse the request although the contract does not say so. */
  readonly refusal?: 'likely'
  readonly body?: Json
  readonly rawBody?: string
  /** Names are in lower case; null omits a header. The session adds the token. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Reads, whatever its method. */
  readonly safe?: true
  readonly headerCase?: 'upper'
  /** Default: application/json. */
  readonly mediaType?: string
  /** If set, `body` contains the members for a JSON Patch (RFC 6902). The named members always exist. */
  readonly jsonPatch?: readonly string[]
  /** Pointer to `body` in the whole request. */
  readonly envelope?: string
  /** Other members that the whole request needs. */
  readonly around?: JsonObject
  /** If set, exchanges omit the login's secrets. */
  readonly login?: LoginCall
  readonly view?: ResponseView
}

export function targetOf({ path }: Request): string {
  const [before = ''] = path.split(/[?#]/, 1)
  return uriDecoded(before.slice(before.lastIndexOf('/') + 1))
}

export function serialise(request: Request): string | null {
  if (request.rawBody !== undefined) return request.rawBody
  if (request.login !== undefined) return request.login.body
  if (request.body === undefined) return null
  if (request.jsonPatch !== undefined && request.mediaType === jsonPatchType && isObject(request.body))
    return jsonText(patchOf(request.body, request.jsonPatch))
  const body = enveloped(request.body, (request.envelope ?? '').split('/').slice(1), request.around)
  if (request.mediaType !== formType || !isObject(body)) return jsonText(body)
  return new URLSearchParams(formPairs(body)).toString()
}

/** Builds a patch (RFC 6902). "add" also replaces (4.1). */
function patchOf(body: JsonObject, always: readonly string[]): Json {
  return Object.entries(body).map(([name, value]) => ({
    op: always.includes(name) ? 'replace' : 'add',
    path: `/${tokenOf(name)}`,
    value,
  }))
}

function enveloped(body: Json, [token, ...inner]: readonly string[], around: JsonObject = {}): Json {
  if (token === undefined) return body
  const next = around[nameOf(token)]
  return { ...around, [nameOf(token)]: enveloped(body, inner, isObject(next) ? next : {}) }
}

/**
 * Encodes as most frameworks read forms: list elements repeat the name, and members of objects are in
 * brackets.
 */
export function formPairs(body: JsonObject): [name: string, text: string][] {
  const pairs = (name: string, value: Json): [string, string][] => {
    if (Array.isArray(value)) return value.flatMap((item: Json) => pairs(name, item))
    if (!isObject(value)) return [[name, String(value)]]
    return Object.entries(value).flatMap(([key, one]) => pairs(`${name}[${key}]`, one))
  }
  return Object.entries(body).flatMap(([name, value]) => pairs(name, value))
}

export function invalid(request: Request): Request {
  return { ...request, intent: 'invalid' }
}

/** A later read shows whether the tenant stored these values. */
export function withFreshValues(body: JsonObject, base: JsonObject, fresh: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => [
      member,
      equal(value, base[member]) ? (fresh[member] ?? value) : value,
    ]),
  )
}
