// Judgements: what an observation says of a clause, and how a check ends that does not simply pass.
import { type Exchange, kept } from '../base/exchange.ts'
import type { EvidenceKind } from './evidence.ts'

/** What is wrong with an observation, in words. */
export interface Problem {
  readonly expected: string
  readonly received: string
}

/** What an observation says of one clause: null where it satisfies the clause. */
export interface Observation {
  readonly clause: string
  readonly problem: Problem | null
  /** JSON pointers of the members that it speaks of, `*` for any element. */
  readonly pointers?: readonly string[]
  /** What kind of evidence it is; default: shape. */
  readonly kind?: EvidenceKind
}

/** What a failure shows beside its message. */
export interface FailureDetail extends Problem {
  readonly exchange: Exchange | null
  readonly control?: Exchange | null
  /** Earlier exchanges without which the failing one means nothing, in their order. */
  readonly steps?: readonly Exchange[]
}

/** An expectation that the tenant did not meet: the clause fails. */
export class ConformanceFailure extends Error {
  override readonly name = 'ConformanceFailure'
  readonly detail: FailureDetail
  constructor(message: string, detail: FailureDetail) {
    super(message)
    const { exchange, control, steps } = detail
    this.detail = {
      ...detail,
      exchange: exchange && kept(exchange),
      ...(control ? { control: kept(control) } : {}),
      ...(steps === undefined ? {} : { steps: steps.map(kept) }),
    }
  }

  /** The same failure with a sentence more: how often it was seen. */
  noted(sentence: string): ConformanceFailure {
    return new ConformanceFailure(`${this.message} ${sentence}`, this.detail)
  }
}

/** Tried, but what was observed does not tell: the clause is inconclusive. */
export class Inconclusive extends Error {
  override readonly name = 'Inconclusive'
}

/** Not tried, because something is missing or not allowed; the message says what to supply. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
}

/** The condition under which the clause asks for something does not occur at this tenant. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
}

// Any other exception is the checker's own fault.
