// Judgements: what an observation says of a clause, and how a check ends that does not simply pass.
import { describeResponse, type Exchange, isUnserved, kept } from '../base/exchange.ts'
import type { Origin } from '../base/verdict.ts'
import type { EvidenceKind } from './evidence.ts'

/** What is wrong with an observation, in words. */
export interface Problem extends Difference {
  /** What is wrong, in one sentence. */
  readonly says: string
}

/** What was expected, and what came instead. */
export interface Difference {
  readonly expected: string
  readonly received: string
  /** JSON pointers of the members of the response that are wrong, `*` for any element; absent where it is none. */
  readonly pointers?: readonly string[]
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
export interface FailureDetail extends Difference {
  readonly exchange: Exchange | null
  /** What kind of evidence was not met; default: condition. */
  readonly kind?: EvidenceKind
  readonly control?: Exchange | null
  /** Earlier exchanges without which the failing one means nothing, in their order. */
  readonly steps?: readonly Exchange[]
  /** What was seen, in words, where it holds and no exchange shows it. */
  readonly shows?: string
  /** Whether it shows in any state of what it asks of, so that nothing before it matters. */
  readonly standsAlone?: boolean
}

/** What a failure shows, in the order in which it was sent. */
export function exchangesOf({ steps = [], exchange }: FailureDetail): readonly Exchange[] {
  return exchange === null ? steps : [...steps, exchange]
}

// A suite of somebody else's may bring a copy of this package: its ends are told by a brand that every copy knows.
const brands = {
  failure: Symbol.for('tenant-conformance.ConformanceFailure'),
  inconclusive: Symbol.for('tenant-conformance.Inconclusive'),
  unserved: Symbol.for('tenant-conformance.Unserved'),
  notRun: Symbol.for('tenant-conformance.NotRun'),
  notAllowed: Symbol.for('tenant-conformance.NotAllowed'),
  notOurs: Symbol.for('tenant-conformance.NotOurs'),
  notApplicable: Symbol.for('tenant-conformance.NotApplicable'),
}

function bears(brand: symbol, value: unknown): boolean {
  return typeof value === 'object' && value !== null && brand in value
}

function branded(error: Error, brand: symbol): void {
  Object.defineProperty(error, brand, { value: true })
}

/** An expectation that the tenant did not meet: the clause fails. */
export class ConformanceFailure extends Error {
  override readonly name = 'ConformanceFailure'
  readonly detail: FailureDetail
  constructor(message: string, detail: FailureDetail) {
    super(message)
    branded(this, brands.failure)
    const { exchange, control, steps } = detail
    this.detail = {
      ...detail,
      exchange: exchange && kept(exchange),
      ...(control ? { control: kept(control) } : {}),
      ...(steps === undefined ? {} : { steps: steps.map(kept) }),
    }
  }

  static override [Symbol.hasInstance](value: unknown): value is ConformanceFailure {
    return bears(brands.failure, value)
  }

  /** The same failure with a sentence more: how often it was seen. */
  noted(sentence: string): ConformanceFailure {
    return new ConformanceFailure(`${this.message} ${sentence}`, this.detail)
  }
}

/** Tried, but what was observed does not tell: the clause is inconclusive. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive'
  readonly origin: Origin
  /** @param origin whose matter that is; default: the tenant's, which no run writes a gap for */
  constructor(message: string, origin: Origin = 'tenant') {
    super(message)
    this.origin = origin
    branded(this, brands.inconclusive)
  }

  static override [Symbol.hasInstance](value: unknown): value is Inconclusive {
    return bears(brands.inconclusive, value)
  }
}

/**
 * The tenant did not answer: a 5xx, a closed connection, a time-out. Once it may have been lost on the way; what a clause forbids fails
 * it where it is so each time.
 */
export class Unserved extends Inconclusive {
  override readonly name = 'Unserved'
  /** What it amounts to where it is so each time; null where no clause forbids it. */
  readonly failure: ConformanceFailure | null
  /** Whether another answer to the same request does what is asked for. */
  readonly isAnswered: (again: Exchange) => boolean
  constructor(
    message: string,
    failure: ConformanceFailure | null = null,
    isAnswered: (again: Exchange) => boolean = () => false,
  ) {
    super(message, 'failing')
    this.failure = failure
    this.isAnswered = isAnswered
    branded(this, brands.unserved)
  }

  static override [Symbol.hasInstance](value: unknown): value is Unserved {
    return bears(brands.unserved, value)
  }
}

/** Whose matter it is that a request was not accepted: whether the tenant answered at all. */
export function originOf(exchange: Exchange): 'failing' | 'tenant' {
  return isUnserved(exchange) ? 'failing' : 'tenant'
}

/** The end of a check that needs the request to be accepted: what came, after a sentence that says what that means. */
export function notAccepted(sentence: string, exchange: Exchange): Inconclusive {
  const message = `${sentence}: ${describeResponse(exchange)}`
  return isUnserved(exchange) ? new Unserved(message) : new Inconclusive(message)
}

/** Not tried, because something is missing or not allowed; the message says what to supply. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
  readonly origin: Origin
  /** @param origin whose matter that is; default: the user's, who is to supply something */
  constructor(message: string, origin: Origin = 'user') {
    super(message)
    this.origin = origin
    branded(this, brands.notRun)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotRun {
    return bears(brands.notRun, value)
  }
}

/** Not tried, because the write mode does not allow it: out of the scope of a run that was asked for that mode. */
export class NotAllowed extends NotRun {
  constructor(message: string) {
    super(message, 'run')
    branded(this, brands.notAllowed)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotAllowed {
    return bears(brands.notAllowed, value)
  }
}

/** Not tried, because what the request names could be somebody else's; of several requests the others may be sent all the same. */
export class NotOurs extends NotRun {
  constructor(message: string) {
    super(message, 'specification')
    branded(this, brands.notOurs)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotOurs {
    return bears(brands.notOurs, value)
  }
}

/** The condition under which the clause asks for something does not occur at this tenant. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable'
  constructor(message: string) {
    super(message)
    branded(this, brands.notApplicable)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotApplicable {
    return bears(brands.notApplicable, value)
  }
}

// Any other exception is the checker's own fault.

/** Whether a check can't tell for a reason that is not its own fault: something is missing, or could not be observed. */
export function isUndecided(error: unknown): error is NotRun | Inconclusive {
  return error instanceof NotRun || error instanceof Inconclusive
}

/** For `catch`: the value in place of what could not be had. @throws any other error again */
export function orElse<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isUndecided(error)) return value
    throw error
  }
}
