// A route: the definition and behaviour of one operation.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

/** One parsed request. */
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
  /** Requests to the operation, including this one. */
  readonly count: number
  /** All path parameters. */
  readonly parameters: Readonly<Record<string, string>>
  /** Without "?"; null for none. */
  readonly query: string | null
}

export interface Answer {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Performs a prepared request. Throws Refusal if the state forbids it. */
export type Perform = () => Answer

export interface Route {
  /** `<resource>.<verb>` */
  readonly operation: string
  /** Of its faults. */
  readonly prefix: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL. */
  readonly path: string
  /** Validates only path and body, before or after authentication. Throws Refusal or Invalid. */
  readonly prepare: (call: Call) => Perform
  /** Variations may override the scope; default: only theirs. */
  readonly scope?: string
  /** Absent if the path has no id. */
  readonly exists?: (id: string, state: State) => boolean
  /** First member of the body; default: name. */
  readonly firstMember?: string
  /** A valid body, which faults assume for an unreadable one. */
  readonly example?: JsonObject
}
