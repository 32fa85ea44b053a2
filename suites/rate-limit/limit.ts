// The results of requests beyond the rate of one operation (parts 7 and 8).
import type { Exchange } from '../../src/suite.ts'
import type { Burst } from './burst.ts'

export interface Beyond {
  /** A noun with its article, for example "an update". */
  readonly what: string
  readonly control: Exchange
  readonly refused: readonly Exchange[]
  readonly carriedOut: Exchange | null
  readonly shown: Exchange
}

export interface Limit {
  readonly burst: Burst
  /** Null if the run cannot see whether the tenant carried out a rejected request. */
  readonly beyond: Beyond | null
}
