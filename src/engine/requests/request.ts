// Requests as checks describe them, before they are sent.

import type { Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded } from '../../base/uri.ts'

/**
 * What a request may change at worst, at a tenant that is as faulty as can be: nothing; something that the run can
 * put back; something that it cannot.
 */
export type Effect = 'none' | 'reversible' | 'destructive'

/**
 * What the request is for: `valid` ones must be served, `invalid` and `unauthorised` ones refused without a 5xx; of
 * a `probe` the specification says neither.
 */
export type Intent = 'valid' | 'invalid' | 'unauthorised' | 'probe'

export type MediaType = string

export interface Request {
  /** An operation of the contract, or `fixture:<name>`. */
  readonly operation: string
  readonly method: string
  /** Relative to the base URL, percent-encoded. */
  readonly path: string
  readonly effect: Effect
  readonly intent: Intent
  /** Whether most tenants refuse it, although the contract does not say so. */
  readonly refusal?: 'likely'
  readonly body?: Json
  /** Body text to send as it is, instead of `body`. */
  readonly rawBody?: string
  /** Further headers, by names in lower case; null leaves one out. A token is never among them, which the session adds. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** How the names of headers are written; default: in lower case. */
  readonly headerCase?: 'upper'
  /** Default: application/json. */
  readonly mediaType?: MediaType
}

/** The id at the end of the request's path, without its query, decoded where it can be. */
export function targetOf({ path }: Request): string {
  const [before = ''] = path.split(/[?#]/, 1)
  return uriDecoded(before.slice(before.lastIndexOf('/') + 1))
}

/** The body's text on the wire; null for none. A form can carry flat members only. */
export function serialise(request: Request): string | null {
  if (request.rawBody !== undefined) return request.rawBody
  if (request.body === undefined) return null
  if (request.mediaType !== 'application/x-www-form-urlencoded') return jsonText(request.body)
  const members = Object.entries(request.body as Readonly<Record<string, Json>>)
  return new URLSearchParams(members.map(([key, value]): [string, string] => [key, String(value)])).toString()
}

/** The same request with another intent: what is sent is invalid in one point. */
export function invalid(request: Request): Request {
  return { ...request, intent: 'invalid' }
}
