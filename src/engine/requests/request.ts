// Describes requests before they are sent.

import { formType, jsonPatchType } from '../../base/http/media-type.ts'
import type { ResponseView } from '../../base/http/response-view.ts'
import { equal, isObject, type Json, type JsonObject, nameOf, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded } from '../../base/uri.ts'
import type { LoginCall } from '../../client/index.ts'

/** The worst possible effect. The run can undo `reversible` changes, but not `destructive` changes. */
export type Effect = 'none' | 'reversible' | 'destructive'

/**
 * The tenant must accept `valid` requests, and must refuse `invalid` and `unauthorised` requests without a
 * 5xx. The tenant may accept or refuse a `probe`.
 */
export type Intent = 'valid' | 'invalid' | 'unauthorised' | 'probe'

export interface Request {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly effect: Effect
  readonly intent: Intent
  /** Most tenants refuse the request, although the contract does not require this. */
  readonly refusal?: 'likely'
  readonly body?: Json
  readonly rawBody?: string
  /** Header names are in lower case. The value null omits the header. The session adds the token. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The request only reads, even if its method is not GET. */
  readonly safe?: true
  readonly headerCase?: 'upper'
  /** Default: application/json. */
  readonly mediaType?: string
  /** If set, `body` is sent as a JSON Patch (RFC 6902). The array lists the members that always exist. */
  readonly jsonPatch?: readonly string[]
  /** The JSON pointer to `body` in the complete request. */
  readonly envelope?: string
  /** The other members of the complete request. */
  readonly around?: JsonObject
  /** If set, the recorded exchange does not contain the secrets of the login. */
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

/** The operation "add" also replaces an existing member (RFC 6902, 4.1). */
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
 * Most frameworks read this notation: list elements repeat the name, and members of objects are in brackets.
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

/**
 * Replaces values that are equal in `base`, so that a later read shows whether the tenant stored the body.
 */
export function withFreshValues(body: JsonObject, base: JsonObject, fresh: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => [
      member,
      equal(value, base[member]) ? (fresh[member] ?? value) : value,
    ]),
  )
}
