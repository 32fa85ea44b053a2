// The definition and the behaviour of one operation.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

export interface Call {
  /** The id in the path. Empty if the path contains no id. */
  readonly id: string
  /** The parsed body. Undefined if the request has no body. */
  readonly body: Json | undefined
  /** The media type without its parameters. */
  readonly mediaType: string
  readonly state: State
  readonly variation: Variation
  /** Returns whether a fault of this operation is active. The name has no prefix. */
  readonly faulty: Faulty
  /** The number of requests to this operation, including this request. */
  readonly count: number
  readonly parameters: Readonly<Record<string, string>>
  /** The query without its "?". Null if the URL has no query. */
  readonly query: string | null
}

export interface Answer {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Carries out the request. Throws Refusal if the state of the tenant forbids the request. */
export type Perform = () => Answer

export interface Route {
  /** The name of the operation: `<resource>.<verb>`. */
  readonly operation: string
  readonly prefix: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path, relative to the base URL. */
  readonly path: string
  /** Validates only the path and the body, before or after the authentication. Throws Refusal or Invalid. */
  readonly prepare: (call: Call) => Perform
  /** The scope that the operation requires. A variation can replace it. */
  readonly scope?: string
  /** Returns whether the resource exists. Missing if the path contains no id. */
  readonly exists?: (id: string, state: State) => boolean
  /** The member that common faults change. The default is `name`. */
  readonly firstMember?: string
  /** The body that a fault assumes if it cannot read the sent body. */
  readonly example?: JsonObject
}
