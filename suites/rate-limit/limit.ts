// What the run found out about the request rate of one operation (parts 7 and 8).
import type { Exchange } from '../../src/suite.ts'
import type { Burst } from './burst.ts'

/** Requests beyond the rate that would change something, and whether one was carried out. */
export interface Beyond {
  /** Completes the message "A … that was answered by 429 was carried out." */
  readonly what: string
  readonly control: Exchange
  readonly refused: readonly Exchange[]
  /** Null where none was. */
  readonly carriedOut: Exchange | null
  /** The response that shows it. */
  readonly shown: Exchange
}

export interface Limit {
  readonly burst: Burst
  /** Null where no refused request could have changed what a read returns. */
  readonly beyond: Beyond | null
}
