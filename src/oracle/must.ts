// The must family: premises, which only tell whether a check can go on, and evidence, which could have failed its clause.
import { describeResponse, type Exchange, isUnserved, statusOf } from '../base/exchange.ts'
import { equal, type Json, type JsonObject } from '../base/json.ts'
import { tokenInWords } from '../base/token-in-words.ts'
import type { Origin } from '../base/verdict.ts'
import {
  acceptedBody,
  isAccepted,
  isRefused,
  isUnavailable,
  otherReasons,
  type RefusalOf,
  speaksOfTime,
} from './acceptance.ts'
import { contrasted, differing, type Sides } from './contrast.ts'
import { comparedOf, type Evidence } from './evidence.ts'
import { ConformanceFailure, type FailureDetail, Inconclusive, notAccepted, Unserved } from './judgement.ts'

/** The nearest accepted request, which makes a refusal or a difference meaningful. */
interface Beside {
  readonly control: Exchange
}

/** What a comparison shows when it fails, and which members of the exchange's response it compares. */
interface Compared extends Pick<FailureDetail, 'control' | 'steps'> {
  readonly exchange: Exchange
  /** JSON pointers into the response; none where what is compared is not a member of it. */
  readonly pointers?: readonly string[]
}

export interface Must {
  // Premises. They count nothing, and end the check as inconclusive where they do not hold.

  /** A premise holds. @param origin whose matter it is where it does not; default: the tenant's */
  assume(condition: boolean, reason: string, origin?: Origin): void
  /** The request was accepted. @returns the body */
  assumeAccepted(exchange: Exchange): JsonObject
  /** A premise of one comparison does not hold: the check goes on, but does not pass. @param origin default: the tenant's */
  doubt(reason: string, origin?: Origin): void

  // Neither: a valid request that is refused beside its accepted control fails the clause, one that is accepted shows
  // nothing yet.

  /** A valid request is served. A 5xx is inconclusive: `accepts` answers for it. @returns the body */
  serve(exchange: Exchange, beside: Beside): JsonObject

  // Evidence.

  /**
   * As `serve`, for a clause that asks for acceptance itself. Without a control a refusal is inconclusive, as its reason
   * may be any.
   */
  accept(exchange: Exchange, beside?: Beside): JsonObject
  /**
   * The request is refused for its content, its path or its token, while the control was accepted. A token that is each time answered with
   * a 5xx, or with nothing, is not refused; of what else a 5xx is the matter of `no-server-error`, as no status is shown for it.
   */
  refuse(
    exchange: Exchange,
    beside: Beside & {
      readonly of?: RefusalOf
      /** What is wrong with the request, in a sentence: asked for where it was accepted. */
      readonly because?: (() => string | undefined) | undefined
    },
  ): void
  /**
   * The response has one of these statuses. Beside a control, the control must have been accepted; a 5xx, or no response, then fails the
   * clause where it comes each time.
   */
  haveStatus(exchange: Exchange, statuses: readonly number[], beside?: Beside): void
  /** A value of a response is the one that was sent. */
  equal(actual: Json | undefined, expected: Json | undefined, what: string, compared: Compared): void
  /** A condition holds. @param compared "<operation> <pointer>" of the members that it depends on */
  that(condition: boolean, message: string, detail: FailureDetail, compared?: readonly string[]): void
}

export interface MustParts {
  /** Called once for each expectation that was met. */
  readonly observe: (evidence: Evidence) => void
  /** Called for each doubt. */
  readonly doubt: (reason: string, origin?: Origin) => void
  /** Statuses that the profile declares as refusals of an operation's invalid requests. */
  readonly declaredRefusals: (operation: string) => readonly number[]
}

const wantedRefusal: Readonly<Record<RefusalOf, string>> = {
  content: 'a refusal (a 4xx status)',
  conflict: 'a refusal (a 4xx status)',
  path: 'a refusal (a 4xx status)',
  token: 'a refusal (a 4xx status, or a redirect)',
}

function acceptedInWords({ principal }: Exchange, of: RefusalOf, because?: string): string {
  if (because !== undefined) return `A request was accepted although it is not valid: ${because}`
  const token = of === 'token' ? tokenInWords(principal) : null
  if (token === null) return 'A request that has to be refused was accepted.'
  return token === 'none'
    ? 'A request without a token was accepted.'
    : `A request was accepted whose token is ${token}.`
}

/** What a request met that was to be refused, in a sentence. */
function notRefused(exchange: Exchange, instead = 'which is no refusal'): string {
  const status = statusOf(exchange)
  return status === 0 ? `The request got no response, ${instead}.` : `The request got ${status}, ${instead}.`
}

/** What it amounts to that a request is not answered, each time. */
interface NeverAnswered {
  readonly control: Exchange
  readonly says: string
  readonly expected: string
  /** Whether another answer to the same request does what is asked for. */
  readonly isAnswered: (again: Exchange) => boolean
}

function unanswered(exchange: Exchange, each: NeverAnswered | null = null, so = ''): Unserved {
  const status = statusOf(exchange)
  const reason =
    status === 0
      ? (exchange.failure?.message ?? 'no response')
      : `the request was answered with ${status}${so}`
  if (each === null) return new Unserved(reason)
  const { says, isAnswered, ...detail } = each
  return new Unserved(
    reason,
    new ConformanceFailure(says, { ...detail, received: describeResponse(exchange), exchange }),
    isAnswered,
  )
}

function otherThan(what: string, sides: Sides): string {
  const member = differing(what, sides)
  const of = member === what || member.startsWith(`${what}.`) ? '' : ` (${what})`
  return `${member} is not as it had to be${of}.`
}

/** The must family of one attempt at one check. */
export function createMust({ observe, doubt, declaredRefusals }: MustParts): Must {
  const assume: Must['assume'] = (condition, reason, origin) => {
    if (!condition) throw new Inconclusive(reason, origin)
  }
  // A response is described only where it is told of: its control is asked for beside every sample.
  const assumeControl = (control: Exchange): void => {
    if (!isAccepted(control)) throw notAccepted('the control request was not accepted', control)
  }
  const assumeAnswered = (exchange: Exchange): void => {
    if (exchange.response === null) throw unanswered(exchange)
    const status = statusOf(exchange)
    assume(status !== 429, 'the tenant kept answering 429: run with a lower --rate')
    assume(
      !speaksOfTime(exchange),
      `the request was answered with ${status}, which says only when to send it`,
    )
  }
  const serve = (exchange: Exchange, beside?: Beside): JsonObject => {
    assumeAnswered(exchange)
    if (isAccepted(exchange)) return acceptedBody(exchange)
    const status = statusOf(exchange)
    if (beside !== undefined) assumeControl(beside.control)
    if (beside === undefined || status >= 500 || otherReasons.content.includes(status))
      throw notAccepted('a valid request was not accepted', exchange)
    throw new ConformanceFailure('A valid request was not accepted.', {
      expected: 'the request is accepted, as the control beside it was',
      received: describeResponse(exchange),
      kind: 'accepted',
      exchange,
      control: beside.control,
    })
  }
  return {
    assume,
    doubt,
    assumeAccepted(exchange) {
      assumeAnswered(exchange)
      if (!isAccepted(exchange)) throw notAccepted('a request was not accepted', exchange)
      return acceptedBody(exchange)
    },
    serve,
    accept(exchange, beside) {
      const body = serve(exchange, beside)
      observe({ kind: 'accepted', compared: [], exchange, control: beside?.control ?? null })
      return body
    },
    refuse(exchange, { control, of = 'content', because }) {
      // How a token is refused is shown; for what else is refused no status is.
      if (isUnserved(exchange) && of === 'token') {
        assumeControl(control)
        const reason = `, which does not refuse it for its ${of}`
        throw unanswered(
          exchange,
          {
            ...{ control, says: notRefused(exchange), expected: wantedRefusal[of] },
            isAnswered: (again) => isRefused(again, of),
          },
          reason,
        )
      }
      assumeAnswered(exchange)
      const status = statusOf(exchange)
      if (status >= 200 && status < 300) {
        throw new ConformanceFailure(acceptedInWords(exchange, of, because?.()), {
          expected: wantedRefusal[of],
          received: describeResponse(exchange),
          kind: 'refused',
          exchange,
          control: isAccepted(control) ? control : null,
          standsAlone: of === 'content' || of === 'token',
        })
      }
      assumeControl(control)
      if (!isRefused(exchange, of, declaredRefusals(exchange.operation))) {
        const reason = `the request was answered with ${status}, which does not refuse it for its ${of}`
        throw isUnserved(exchange) ? new Unserved(reason) : new Inconclusive(reason)
      }
      observe({ kind: 'refused', compared: [], exchange, control })
    },
    haveStatus(exchange, statuses, beside) {
      const status = statusOf(exchange)
      if (isUnserved(exchange)) {
        if (beside === undefined) throw unanswered(exchange)
        assumeControl(beside.control)
        const inWords = statuses.join(' or ')
        const says = notRefused(exchange, `not ${inWords}`)
        const { control } = beside
        const isAnswered = (again: Exchange): boolean => statuses.includes(statusOf(again))
        throw unanswered(exchange, { control, says, expected: `status ${inWords}`, isAnswered })
      }
      assumeAnswered(exchange)
      if (!statuses.includes(status)) {
        const control = beside?.control ?? null
        // Without an accepted control any other refusal may have another reason (a wrong path, a login page).
        if (control !== null && !isAccepted(exchange)) assumeControl(control)
        throw new ConformanceFailure(`The request got ${status}, not ${statuses.join(' or ')}.`, {
          expected: `status ${statuses.join(' or ')}`,
          received: describeResponse(exchange),
          kind: 'status',
          exchange,
          control: control !== null && isAccepted(control) ? control : null,
        })
      }
      if (beside !== undefined) assumeControl(beside.control)
      observe({ kind: 'status', compared: [], exchange, control: beside?.control ?? null })
    },
    equal(actual, expected, what, { exchange, control = null, steps = [], pointers = [] }) {
      if (!equal(actual, expected))
        throw new ConformanceFailure(otherThan(what, { wanted: expected, is: actual }), {
          ...contrasted(what, { wanted: expected, is: actual }, undefined, pointers),
          ...(actual === undefined ? { received: `no ${what} in ${describeResponse(exchange)}` } : {}),
          kind: 'as-sent',
          exchange,
          control,
          steps,
        })
      observe({
        kind: 'as-sent',
        compared: comparedOf(exchange.operation, pointers),
        exchange,
        control,
        steps,
      })
    },
    that(condition, message, detail, compared = []) {
      const { exchange } = detail
      // Whoever answers so for the tenant says nothing of what it would have answered.
      if (!condition && exchange !== null && isUnavailable(exchange)) throw unanswered(exchange)
      if (!condition) throw new ConformanceFailure(message, detail)
      observe({
        ...{ kind: 'condition', compared, exchange, control: detail.control ?? null },
        ...{ steps: detail.steps, shows: detail.shows },
      })
    },
  }
}
