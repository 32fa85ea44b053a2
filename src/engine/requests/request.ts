// Requests as checks describe them, before they are sent.

import { equal, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded } from '../../base/uri.ts'

/** At the most faulty tenant: nothing, what the run can restore, or what it can't. */
export type Effect = 'none' | 'reversible' | 'destructive'

/**
 * `valid` requests must be served, `invalid` and `unauthorised` ones refused without a 5xx; the specification leaves a
 * `probe` open.
 */
export type Intent = 'valid' | 'invalid' | 'unauthorised' | 'probe'

export interface Request {
  /** An operation of the contract, or `fixture:<name>`. */
  readonly operation: string
  readonly method: string
  /** Relative to the base URL, percent-encoded. */
  readonly path: string
  readonly effect: Effect
  readonly intent: Intent
  /** Most tenants refuse it, although the contract does not say so. */
  readonly refusal?: 'likely'
  readonly body?: Json
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string
  /** By names in lower case; null leaves one out. The session adds the token. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Default: lower case. */
  readonly headerCase?: 'upper'
  /** Default: application/json. */
  readonly mediaType?: string
}

/** Decoded if possible. */
export function targetOf({ path }: Request): string {
  const [before = ''] = path.split(/[?#]/, 1)
  return uriDecoded(before.slice(before.lastIndexOf('/') + 1))
}

/** Forms carry flat members only. */
export function serialise(request: Request): string | null {
  if (request.rawBody !== undefined) return request.rawBody
  if (request.body === undefined) return null
  if (request.mediaType !== 'application/x-www-form-urlencoded') return jsonText(request.body)
  const members = Object.entries(request.body as Readonly<Record<string, Json>>)
  return new URLSearchParams(members.map(([key, value]): [string, string] => [key, String(value)])).toString()
}

export function invalid(request: Request): Request {
  return { ...request, intent: 'invalid' }
}

/** Replaces the values that equal those of `base`, so that a read shows whether they were adopted. */
export function withFreshValues(body: JsonObject, base: JsonObject, fresh: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(body).map(([member, value]) => [
      member,
      equal(value, base[member]) ? (fresh[member] ?? value) : value,
    ]),
  )
}
