// Decides which attempt of a check counts.
import type { Exchange } from '../../base/exchange.ts'
import { counted } from '../../base/text/counted.ts'
import {
  ConformanceFailure,
  type Evidence,
  Inconclusive,
  NotApplicable,
  NotRun,
  Unserved,
} from '../../oracle/index.ts'
import { PropertyFailure } from '../for-all.ts'
import type { DroppedRequests } from '../session/dropped-requests.ts'

export interface Attempt {
  /** The exception that ended the attempt, or else the first doubt. */
  readonly end: unknown
  readonly evidence: readonly Evidence[]
  readonly isAlone: boolean
  readonly before: readonly Exchange[]
}

export function worthRepeating(end: unknown): boolean {
  return end !== null && !(end instanceof NotRun) && !(end instanceof NotApplicable)
}

/** A single failure does not count if two attempts passed. */
export function resultOf(attempts: readonly [Attempt, ...Attempt[]]): Attempt {
  const failed = attempts.filter(hasFailed)
  const passed = attempts.filter(hasPassed)
  const [failure] = failed
  if (failure === undefined) return attempts.findLast(({ end }) => !(end instanceof NotRun)) ?? attempts[0]
  const [pass] = passed
  if (pass !== undefined && failed.length === 1 && passed.length >= passesToOutweigh) return pass
  // Inconclusive attempts count as tries, except the last one.
  const inVain = attempts.slice(0, -1).filter(({ end }) => end instanceof Inconclusive)
  const tries = failed.length + passed.length + inVain.length
  return tries > failed.length ? noted(failure, failed.length, tries) : failure
}

// A single pass may be chance, like a single failure.
const passesToOutweigh = 2

export function isUnsettled(attempts: readonly Attempt[], inVainMax: number): boolean {
  const passes = attempts.filter(hasPassed).length
  const inVain = attempts.filter(({ end }) => end instanceof Inconclusive).length
  const fails = attempts.filter(hasFailed).length
  const counted = fails + passes + inVain
  return fails === 1 && passes < passesToOutweigh && inVain < inVainMax && counted === attempts.length
}

export const isUnclear = ({ end }: Attempt): boolean => end instanceof Inconclusive

const hasFailed = ({ end }: Attempt): boolean => failureOf(end) !== null

const hasPassed = ({ end, evidence }: Attempt): boolean => end === null && evidence.length > 0

// Other lost requests may make an attempt inconclusive.
const sparedAttempts = 2

export function mayRecur(attempts: readonly Attempt[], dropped: DroppedRequests): boolean {
  if (dropped.doubt !== null || attempts.length >= dropped.tries + sparedAttempts) return false
  const isUnclear = attempts.every(({ end }) => end instanceof Inconclusive)
  return isUnclear && attempts.some(({ end }) => isForbidden(end)) && recurring(attempts, dropped) === null
}

/** Returns the failure if enough attempts lost the same kind of request. */
export function recurring(attempts: readonly Attempt[], dropped: DroppedRequests): Attempt | null {
  if (dropped.doubt !== null || attempts.some((one) => hasFailed(one) || hasPassed(one))) return null
  for (const first of attempts) {
    if (!isForbidden(first.end)) continue
    const alike = attempts.filter(
      ({ end }) => isForbidden(end) && kindOf(end) === kindOf(first.end as Forbidden),
    )
    if (alike.length < dropped.tries) continue
    return {
      ...first,
      end: first.end.failure.noted(`The check failed each time: ${counted(alike.length, 'time')}.`),
    }
  }
  return null
}

export type Forbidden = Unserved & { readonly failure: ConformanceFailure }

export function isForbidden(end: unknown): end is Forbidden {
  return end instanceof Unserved && end.failure !== null
}

function kindOf({ failure: { detail } }: Forbidden): string {
  const { exchange, expected } = detail
  return [exchange?.operation, exchange?.principal, exchange?.request.method, expected].join(' ')
}

function noted(attempt: Attempt, times: number, tries: number): Attempt {
  const sentence = `The result is unstable: the check failed ${times} of ${counted(tries, 'time')}. The other tries may have sent other values.`
  const { end } = attempt
  if (end instanceof PropertyFailure)
    return { ...attempt, end: new PropertyFailure(end.failure.noted(sentence), end.path) }
  return end instanceof ConformanceFailure ? { ...attempt, end: end.noted(sentence) } : attempt
}

export function failureOf(end: unknown): ConformanceFailure | null {
  if (end instanceof PropertyFailure) return end.failure
  return end instanceof ConformanceFailure ? end : null
}
