// Judgements: how a check ends that does not simply pass. Any other exception is the checker's own fault.
import type { Exchange } from '../base/exchange.ts'

/** What an unmet expectation shows beside its message. */
export interface Showing {
  readonly expected: string
  readonly received: string
  readonly exchange: Exchange | null
  readonly control?: Exchange | null
  /** Earlier exchanges without which the failing one means nothing, in their order. */
  readonly steps?: readonly Exchange[]
}

/** An expectation that the tenant did not meet: the clause fails. */
export class Unmet extends Error {
  override readonly name = 'Unmet'
  readonly showing: Showing
  constructor(message: string, showing: Showing) {
    super(message)
    this.showing = showing
  }
}

/** Tried, but what was observed does not tell: the clause is inconclusive. */
export class Undecided extends Error {
  override readonly name = 'Undecided'
}

/** Not tried, because something is missing or not allowed; the message says what to supply. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
}

/** The condition under which the clause asks for something does not occur at this tenant. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}
