// The definition and behaviour of one operation.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

export interface Call {
  /** Empty if the path has none. */
  readonly id: string
  /** Undefined: no body. */
  readonly body: Json | undefined
  /** Without parameters. */
  readonly mediaType: string
  readonly state: State
  readonly variation: Variation
  /** Faults of this operation, without its prefix. */
  readonly faulty: Faulty
  /** Includes this one. */
  readonly count: number
  readonly parameters: Readonly<Record<string, string>>
  /** Without "?"; null for none. */
  readonly query: string | null
}

export interface Answer {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Throws Refusal if the state forbids the request. */
export type Perform = () => Answer

export interface Route {
  /** `<resource>.<verb>` */
  readonly operation: string
  readonly prefix: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL. */
  readonly path: string
  /** Validates only path and body, before or after authentication. Throws Refusal or Invalid. */
  readonly prepare: (call: Call) => Perform
  /** Variations may override this. */
  readonly scope?: string
  /** Absent if the path has no id. */
  readonly exists?: (id: string, state: State) => boolean
  /** Default: name. */
  readonly firstMember?: string
  /** Faults assume this for an unreadable body. */
  readonly example?: JsonObject
}
