// Operations that respond with 202 and finish later. The run polls for the result.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'

export interface Accepted {
  /** Where the 202 response contains the polled id or address: a pointer, or the header Location. */
  readonly poll: 'location' | Pointer
  /** The polled operation. Its path contains the id to which `poll` points. Null if `poll` is an address. */
  readonly operation: string | null
  /** Values or schemas of a poll after success. Empty if any 2xx status except 202 means success. */
  readonly done: ReadonlyMap<Pointer, Json>
  /** Values or schemas of a poll after a failure. Empty if polls report no failures. */
  readonly failed: ReadonlyMap<Pointer, Json>
  /** Where the last poll contains the new id. Null if the 202 response or the list contains the id. */
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
