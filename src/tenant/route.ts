// The definition and the behaviour of one operation.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

export interface Call {
  /** Empty if the path contains no id. */
  readonly id: string
  /** Undefined if the request has no body. */
  readonly body: Json | undefined
  /** Without parameters. */
  readonly mediaType: string
  readonly state: State
  readonly variation: Variation
  /** For the faults of this operation. Its argument is a name without the prefix of the operation. */
  readonly faulty: Faulty
  /** The number of requests to this operation, including this request. */
  readonly count: number
  readonly parameters: Readonly<Record<string, string>>
  /** Without the "?". Null if the URL has no query. */
  readonly query: string | null
}

export interface Answer {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Throws Refusal if the state of the tenant forbids the request. */
export type Perform = () => Answer

export interface Route {
  /** For example `event-streams.create`. */
  readonly operation: string
  readonly prefix: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL. */
  readonly path: string
  /** Validates only the path and the body, before or after the authentication. Throws Refusal or Invalid. */
  readonly prepare: (call: Call) => Perform
  /** A variation can replace this scope. */
  readonly scope?: string
  /** Missing if the path contains no id. */
  readonly exists?: (id: string, state: State) => boolean
  /** The member that common faults change. The default is `name`. */
  readonly firstMember?: string
  /** The body that a fault assumes if it cannot read the sent body. */
  readonly example?: JsonObject
}
