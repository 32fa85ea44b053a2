// Operations that answer 202 and do their work later.
import type { Json } from '../base/json.ts'
import type { Pointer } from './schema.ts'

export interface Accepted {
  /** The place of the operation's id or address. */
  readonly poll: 'location' | Pointer
  /** The operation whose path takes the id at `poll`. Null if `poll` contains an address. */
  readonly operation: string | null
  /** Values or schemas of a successful poll. Empty: any success but 202. */
  readonly done: ReadonlyMap<Pointer, Json>
  /** Values or schemas of a failed poll. Empty: polls never fail. */
  readonly failed: ReadonlyMap<Pointer, Json>
  /** Null: the 202 response or the list contains the id. */
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
