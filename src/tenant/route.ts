// Defines one operation and its behaviour.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

export interface Call {
  readonly id: string
  /** Undefined: no body. */
  readonly body: Json | undefined
  readonly mediaType: string
  readonly state: State
  readonly variation: Variation
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

/** @throws Refusal if the state forbids the request */
export type Perform = () => Answer

export interface Route {
  readonly operation: string
  readonly prefix: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL. */
  readonly path: string
  /** Validates path and body, before or after authentication. @throws Refusal or Invalid */
  readonly prepare: (call: Call) => Perform
  readonly scope?: string
  readonly exists?: (id: string, state: State) => boolean
  /** Default: name. */
  readonly firstMember?: string
  readonly example?: JsonObject
}
