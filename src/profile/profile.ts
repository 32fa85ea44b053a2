// Profiles: what an implementation declares (ICS) and the extra information for testing it (IXIT). Never a secret.

import type { Excuse, Leftover } from '../base/excuse.ts'
import type { Json, JsonObject } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'

/** A request to be filled in: `{id}` and `{unique}` in its strings, and what else a contract knows. */
export interface Fixture {
  readonly method: string
  readonly path: string
  readonly body?: JsonObject | null
  /** JSON pointer of the resource's id in the answer, or in each item of a list; default: `/id`. */
  readonly id?: string
  /** JSON pointer of the array in the answer of a list; default: the whole answer. */
  readonly items?: string
}

interface OperationProfile {
  readonly supported?: boolean
  /** Why the operation is not supported. */
  readonly reason?: string
  readonly success?: readonly number[]
  readonly scopes?: readonly string[]
  readonly invalidRequest?: readonly number[]
}

/** What every contract's profiles may say. */
export interface Profile {
  readonly name: string
  readonly description?: string
  readonly operations?: Readonly<Record<string, OperationProfile>>
  /** JSON Schema of every error body. */
  readonly errorBody?: Json
  /** Requests that the contract has no operation for, by their names. */
  readonly fixtures?: Readonly<Record<string, Fixture>>
  /** Answers to open points that have no key of their own, by their ids: any JSON. */
  readonly openPoints?: Readonly<Record<string, Json>>
  /** Failures that do not count. */
  readonly waivers?: readonly Excuse[]
  /** Clauses that can't be observed on this tenant: they excuse `not-run` and `inconclusive`, never a failure. */
  readonly gaps?: readonly Excuse[]
  /** What runs may leave behind, where nothing can remove it. */
  readonly leftovers?: readonly Leftover[]
  /** What only one contract's profiles may say, as its `profile.json` has it: `declaredIn` reads it. */
  readonly [key: string]: unknown
}

/** Whether a request of the fixture says by its id which one it is for. */
export function namesId({ path, body }: Fixture): boolean {
  return jsonText([path, body ?? null]).includes('{id}')
}

/** The profile of a tenant of which nothing is declared. */
export const blankProfile: Profile = { name: 'none' }
