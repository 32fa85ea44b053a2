// The form of a mutation of requests, before the operation and the time are known.
import type { Change } from '../mutation.ts'

export interface RequestMutation {
  /** The changed part of the request. */
  readonly place: string
  readonly change: string
  /** @param due returns whether the mutation changes this message */
  start(due: () => boolean): Change
}
