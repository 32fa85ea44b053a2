// Profiles: a tenant's declarations (ICS) and test information (IXIT), without secrets.

import type { Json, JsonObject } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import type { Leftover, Suppression } from '../base/suppression.ts'

/** Strings may contain `{id}`, `{unique}`, and placeholders of the contract. */
export interface Fixture {
  readonly method: string
  readonly path: string
  readonly body?: JsonObject | null
  /** JSON pointer. Default: `/id`. */
  readonly id?: string
  /** JSON pointer. */
  readonly items?: string
}

interface OperationProfile {
  readonly supported?: boolean
  readonly reason?: string
  readonly success?: readonly number[]
  readonly scopes?: readonly string[]
  readonly invalidRequest?: readonly number[]
}

export interface Profile {
  readonly name: string
  readonly description?: string
  readonly operations?: Readonly<Record<string, OperationProfile>>
  /** Path parameters with fixed values, which are no ids of the run. */
  readonly parameters?: Readonly<Record<string, string | number>>
  /** The JSON Schema of every error body. */
  readonly errorBody?: Json
  readonly fixtures?: Readonly<Record<string, Fixture>>
  /** Answers by id, for open points without their own key. */
  readonly openPoints?: Readonly<Record<string, Json>>
  readonly waivers?: readonly Suppression[]
  /** Suppresses `not-run` and `inconclusive`, never a failure. */
  readonly gaps?: readonly Suppression[]
  /** Resources that nothing can remove. */
  readonly leftovers?: readonly Leftover[]
  /** Keys of one contract, which `declaredIn` reads. */
  readonly [key: string]: unknown
}

export function namesId({ path, body }: Fixture): boolean {
  return jsonText([path, body ?? null]).includes('{id}')
}

export const blankProfile: Profile = { name: 'none' }
