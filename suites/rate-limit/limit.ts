// The results of requests beyond the rate of one operation (parts 7 and 8 of the specification).
import type { Exchange } from '../../src/suite.ts'
import type { Burst } from './burst.ts'

export interface Beyond {
  /** A noun that follows "A" in messages. */
  readonly what: string
  readonly control: Exchange
  readonly refused: readonly Exchange[]
  /** The refused request that the tenant carried out. Null if there is none. */
  readonly carriedOut: Exchange | null
  readonly shown: Exchange
}

export interface Limit {
  readonly burst: Burst
  /** Null if no read can show the effect of a refused request. */
  readonly beyond: Beyond | null
}
