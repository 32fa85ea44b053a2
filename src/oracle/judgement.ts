// Judgements about clauses, and errors that end a check.
import { describeResponse, type Exchange, isServerFailure, kept } from '../base/exchange.ts'
import type { Origin } from '../base/verdict.ts'
import type { EvidenceKind } from './evidence.ts'

export interface Problem extends Contrast {
  readonly says: string
}

export interface Contrast {
  readonly expected: string
  readonly received: string
  /** Pointers of the compared members in the response. `*` stands for any array element. */
  readonly pointers?: readonly string[]
}

/** Evidence that one exchange gives for a clause. With a problem, it is evidence against the clause. */
export interface Observation {
  readonly clause: string
  readonly problem: Problem | null
  readonly pointers?: readonly string[]
  /** The default is `shape`. */
  readonly kind?: EvidenceKind
}

export interface FailureDetail extends Contrast {
  readonly exchange: Exchange | null
  /** The default is `condition`. */
  readonly kind?: EvidenceKind
  readonly control?: Exchange | null
  /** Earlier exchanges on which this failure depends. */
  readonly steps?: readonly Exchange[]
  /** A description of the observation, if there is no exchange. */
  readonly shows?: string
  /** The failure does not depend on earlier requests. */
  readonly standsAlone?: boolean
}

export function exchangesOf({ steps = [], exchange }: FailureDetail): readonly Exchange[] {
  return exchange === null ? steps : [...steps, exchange]
}

// An external suite may load another copy of this package. `instanceof` does not recognise errors of another
// copy, so symbols identify them.
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

/** The check ends because the tenant violated the clause. */
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

  noted(sentence: string): ConformanceFailure {
    return new ConformanceFailure(`${this.message} ${sentence}`, this.detail)
  }
}

/** The check ran, but could not decide the clause. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive'
  readonly origin: Origin
  /** @param origin who prevented a verdict. If it was the tenant, `--write-gaps` writes no gap */
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
 * The tenant sent a 5xx, closed the connection or exceeded the time limit. One such result is inconclusive.
 * If a repetition has the same result, a clause that forbids it fails.
 */
export class Unserved extends Inconclusive {
  override readonly name = 'Unserved'
  /** The failure to throw if a repetition has the same result. Null if no clause forbids this result. */
  readonly failure: ConformanceFailure | null
  /** Returns whether a repetition of the request got a satisfactory response. */
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

export function originOf(exchange: Exchange): 'failing' | 'tenant' {
  return isServerFailure(exchange) ? 'failing' : 'tenant'
}

/** @param sentence start of the message, before a description of the response */
export function notAccepted(sentence: string, exchange: Exchange): Inconclusive {
  const message = `${sentence}: ${describeResponse(exchange)}`
  return isServerFailure(exchange) ? new Unserved(message) : new Inconclusive(message)
}

/** The check did not run. If the user can change this, the message names what the user must supply. */
export class NotRun extends Error {
  override readonly name = 'NotRun'
  readonly origin: Origin
  /** @param origin who prevented the check; by default the user, who must supply an input */
  constructor(message: string, origin: Origin = 'user') {
    super(message)
    this.origin = origin
    branded(this, brands.notRun)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotRun {
    return bears(brands.notRun, value)
  }
}

export class NotAllowed extends NotRun {
  constructor(message: string) {
    super(message, 'run')
    branded(this, brands.notAllowed)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotAllowed {
    return bears(brands.notAllowed, value)
  }
}

/**
 * The check did not send a request that could change another client's resource. The check may send other
 * requests.
 */
export class NotOurs extends NotRun {
  constructor(message: string) {
    super(message, 'specification')
    branded(this, brands.notOurs)
  }

  static override [Symbol.hasInstance](value: unknown): value is NotOurs {
    return bears(brands.notOurs, value)
  }
}

/** The clause has a condition that never occurs in this tenant. */
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

// An exception of any other class is a bug of this program.

export function isUndecided(error: unknown): error is NotRun | Inconclusive {
  return error instanceof NotRun || error instanceof Inconclusive
}

/**
 * Returns an error handler. For an undecided check, the handler returns `value`.
 * @throws all other errors
 */
export function orElse<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isUndecided(error)) return value
    throw error
  }
}
