// The definition and behaviour of one operation.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

export interface Call {
  /** Empty if the path contains no id. */
  readonly id: string
  /** Undefined without a body. */
  readonly body: Json | undefined
  /** Media type without parameters. */
  readonly mediaType: string
  readonly state: State
  readonly variation: Variation
  /** Faults of this operation, without its prefix. */
  readonly faulty: Faulty
  /** Number of requests, including this one. */
  readonly count: number
  readonly parameters: Readonly<Record<string, string>>
  /** Without "?". Null without a query. */
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
  /** Validates only the path and the body, before or after authentication. Throws Refusal or Invalid. */
  readonly prepare: (call: Call) => Perform
  /** The required scope. Variations may override it. */
  readonly scope?: string
  /** Absent if the path contains no id. */
  readonly exists?: (id: string, state: State) => boolean
  /** The member that faults change. Default: name. */
  readonly firstMember?: string
  /** The body that faults assume for an unreadable body. */
  readonly example?: JsonObject
}
