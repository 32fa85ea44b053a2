// Describes requests before they are sent.

import { formType, jsonPatchType } from '../../base/http/media-type.ts'
import type { ResponseView } from '../../base/http/response-view.ts'
import { equal, isObject, type Json, type JsonObject, nameOf, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded } from '../../base/uri.ts'
import type { LoginCall } from '../../client/index.ts'

/** The effect at the most faulty tenant: nothing, or changes that the run can or can't restore. */
export type Effect = 'none' | 'reversible' | 'destructive'

/**
 * `valid` requests must be served, `invalid` and `unauthorised` ones refused without a 5xx; the specification leaves a
 * `probe` open.
 */
export type Intent = 'valid' | 'invalid' | 'unauthorised' | 'probe'

export interface Request {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly effect: Effect
  readonly intent: Intent
  /** Most tenants refuse it, although the contract does not say so. */
  readonly refusal?: 'likely'
  readonly body?: Json
  readonly rawBody?: string
  /** Lower-case names; null omits one. The session adds the token. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** It reads, whatever its method. */
  readonly safe?: true
  readonly headerCase?: 'upper'
  /** Default: application/json. */
  readonly mediaType?: string
  /** `body` has the members that a JSON Patch (RFC 6902) sets; these are always there. */
  readonly jsonPatch?: readonly string[]
  /** Default: `body` is the whole. */
  readonly envelope?: string
  /** The members that the whole body needs in addition. */
  readonly around?: JsonObject
  /** Exchanges do not hold its secrets. */
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

/** RFC 6902. "add" also replaces (4.1). */
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

/** As most frameworks read them: elements repeat the name, members of objects stand in brackets. */
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

/** A read then shows whether the values were adopted. */
export function withFreshValues(body: JsonObject, base: JsonObject, fresh: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => [
      member,
      equal(value, base[member]) ? (fresh[member] ?? value) : value,
    ]),
  )
}
