// A route: what an operation is and does, apart from what all operations have in common.
import type { Json, JsonObject } from '../base/json.ts'
import type { Faulty } from './faults/fault.ts'
import type { State } from './state.ts'
import type { Variation } from './variations/variation.ts'

/** One request, as far as it was understood. */
export interface Call {
  /** The path's id; empty where the path has none. */
  readonly id: string
  /** The parsed body; undefined where the request has none. */
  readonly body: Json | undefined
  /** Media type of the body, without parameters. */
  readonly mediaType: string
  readonly state: State
  readonly variation: Variation
  /** Whether a fault of this operation is on, named without the operation's prefix. */
  readonly faulty: Faulty
  /** How many requests the operation has seen, this one included. */
  readonly count: number
  /** The other parameters of the path, by name. */
  readonly parameters: Readonly<Record<string, string>>
  /** What stands after the "?" of the address, without it; null where there is none. */
  readonly query: string | null
}

export interface Answer {
  readonly status: number
  readonly body?: Json
  readonly headers?: Readonly<Record<string, string>>
}

/** Carries out what was prepared. Throws Refusal where the tenant's state does not allow it. */
export type Perform = () => Answer

export interface Route {
  /** `<resource>.<verb>` */
  readonly operation: string
  /** First word of the names of its faults. */
  readonly prefix: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Relative to the base URL, with `{id}` where it has an id. */
  readonly path: string
  /**
   * Judges path and body alone, so that it may happen before or after authentication, and returns what to do.
   * Throws Refusal or Invalid.
   */
  readonly prepare: (call: Call) => Perform
  /** The scope that it asks for, unless a variation asks for another; default: none but what variations say. */
  readonly scope?: string
  /** Whether something has the id of the path; absent where the path has none. */
  readonly exists?: (id: string, state: State) => boolean
  /** The first of the members that its body may have; default: name. */
  readonly firstMember?: string
  /** A valid body: what a faulty tenant takes for one that it can't read. */
  readonly example?: JsonObject
}
