// Operations that respond with 202 and do their work later. The run then polls for the result.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'

export interface Accepted {
  /** Where the 202 response contains the id to poll for, or the address to poll. */
  readonly poll: 'location' | Pointer
  /** The operation that polls: its path takes the id at `poll`. Null if `poll` contains an address. */
  readonly operation: string | null
  /**
   * Values or schemas that a response to a poll has when the work is done. Empty if any success but 202
   * means done.
   */
  readonly done: ReadonlyMap<Pointer, Json>
  /**
   * Values or schemas that a response to a poll has when the work failed. Empty if polls never report a
   * failure.
   */
  readonly failed: ReadonlyMap<Pointer, Json>
  /**
   * Where the last poll contains the id of the new resource. Null if the 202 response or the list
   * contains the id.
   */
  readonly id: 'location' | Pointer | null
  readonly withinMs: number
}

export interface AcceptedSource {
  readonly poll: 'location' | Pointer
  readonly operation?: string
  readonly done?: Readonly<Record<Pointer, Json>>
  readonly failed?: Readonly<Record<Pointer, Json>>
  readonly id?: 'location' | Pointer
  readonly within?: number
}

const usualMs = 10_000

export function acceptedOf(source: AcceptedSource | undefined): Accepted | null {
  if (source === undefined) return null
  const { poll, operation = null, done = {}, failed = {}, id = null, within = usualMs } = source
  return {
    ...{ poll, operation, id, withinMs: within },
    done: new Map(Object.entries(done)),
    failed: new Map(Object.entries(failed)),
  }
}
