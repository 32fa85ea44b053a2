// A profile declares facts about a tenant, and values for its tests (ISO/IEC 9646: ICS, IXIT). No secrets.

import type { Json, JsonObject } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import type { Leftover, Suppression } from '../base/suppression.ts'

/**
 * A request that the profile defines. Its strings can contain `{id}`, `{unique}`, and placeholders of the
 * contract.
 */
export interface Fixture {
  readonly method: string
  readonly path: string
  readonly body?: JsonObject | null
  /** JSON pointer to the id in the response. The default is `/id`. */
  readonly id?: string
  /** JSON pointer to the items of a list in the response. */
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
  /** Fixed values of path parameters. The run does not treat them as ids of its own resources. */
  readonly parameters?: Readonly<Record<string, string | number>>
  readonly errorBody?: Json
  readonly fixtures?: Readonly<Record<string, Fixture>>
  /** Answers to open points without their own key. The keys are the ids of the points. */
  readonly openPoints?: Readonly<Record<string, Json>>
  readonly waivers?: readonly Suppression[]
  /** A gap excuses the verdicts `not-run` and `inconclusive` of a clause. A gap never excuses a failure. */
  readonly gaps?: readonly Suppression[]
  /** Resources that a run creates and no operation can remove. The profile allows them to stay. */
  readonly leftovers?: readonly Leftover[]
  /** Keys that only one contract has. `declaredIn` reads them. */
  readonly [key: string]: unknown
}

export function namesId({ path, body }: Fixture): boolean {
  return jsonText([path, body ?? null]).includes('{id}')
}

export const blankProfile: Profile = { name: 'none' }
