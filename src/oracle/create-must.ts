// Creates the `must` family for one attempt.
import { describeResponse, type Exchange, isServerFailure, isSuccessful, statusOf } from '../base/exchange.ts'
import { equal, type JsonObject } from '../base/json.ts'
import { tokenInWords } from '../base/token-in-words.ts'
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
import { comparedOf } from './evidence.ts'
import { ConformanceFailure, Inconclusive, notAccepted, Unserved } from './judgement.ts'
import type { Beside, Must, MustParts } from './must.ts'

const wantedRefusal: Readonly<Record<RefusalOf, string>> = {
  content: 'a refusal (a 4xx status)',
  conflict: 'a refusal (a 4xx status)',
  path: 'a refusal (a 4xx status)',
  token: 'a refusal (a 4xx status, or a redirect)',
}

function acceptedInWords(
  { principal }: Exchange,
  control: Exchange,
  of: RefusalOf,
  because?: string,
): string {
  if (because !== undefined) return `An invalid request was accepted: ${because}`
  const token = of === 'token' ? tokenInWords(principal) : null
  if (token === null) return 'A request that the tenant must refuse was accepted.'
  const hasKey = control.request.credentials !== undefined
  return token === 'none'
    ? `A request without ${hasKey ? 'credentials' : 'a token'} was accepted.`
    : `A request with ${token} was accepted.`
}

function notRefused(exchange: Exchange, instead = 'which is not a refusal'): string {
  const status = statusOf(exchange)
  return status === 0 ? `The request got no response, ${instead}.` : `The request got ${status}, ${instead}.`
}

interface NeverAnswered {
  readonly control: Exchange
  readonly says: string
  readonly expected: string
  readonly isAnswered: (again: Exchange) => boolean
}

function unanswered(exchange: Exchange, each: NeverAnswered | null = null, so = ''): Unserved {
  const status = statusOf(exchange)
  const reason =
    status === 0 ? (exchange.failure?.message ?? 'no response') : `the tenant returned ${status}${so}`
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
  return `${member} has an unexpected value${of}.`
}

export function createMust({ observe, doubt, declaredRefusals, isOfMeaning }: MustParts): Must {
  const assume: Must['assume'] = (condition, reason, origin) => {
    if (!condition) throw new Inconclusive(reason, origin)
  }
  const assumeControl = (control: Exchange): void => {
    if (!isAccepted(control)) throw notAccepted('the control request was not accepted', control)
  }
  const assumeAnswered = (exchange: Exchange): void => {
    if (exchange.response === null) throw unanswered(exchange)
    const status = statusOf(exchange)
    assume(status !== 429, 'the tenant kept returning 429: run with a lower --rate')
    assume(
      !speaksOfTime(exchange),
      `the tenant returned ${status}, which only asks to send the request at another time`,
    )
  }
  const serve = (exchange: Exchange, beside?: Beside): JsonObject => {
    assumeAnswered(exchange)
    if (isAccepted(exchange)) return acceptedBody(exchange)
    const status = statusOf(exchange)
    if (beside !== undefined) assumeControl(beside.control)
    const isOther =
      otherReasons.content.includes(status) || isOfMeaning?.(exchange.operation, status) === true
    if (beside === undefined || status >= 500 || isOther)
      throw notAccepted('a valid request was not accepted', exchange)
    throw new ConformanceFailure('A valid request was not accepted.', {
      expected: 'the request is accepted, like its control',
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
      // The specification states the status only for refused tokens.
      if (isServerFailure(exchange) && of === 'token') {
        assumeControl(control)
        const reason = `, which does not show that the tenant refused the ${of}`
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
      if (isSuccessful(exchange)) {
        throw new ConformanceFailure(acceptedInWords(exchange, control, of, because?.()), {
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
        const reason = `the tenant returned ${status}, which does not show that the tenant refused the ${of}`
        throw isServerFailure(exchange) ? new Unserved(reason) : new Inconclusive(reason)
      }
      observe({ kind: 'refused', compared: [], exchange, control })
    },
    haveStatus(exchange, statuses, beside) {
      const status = statusOf(exchange)
      if (isServerFailure(exchange)) {
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
        // Without an accepted control, both requests may have the same problem.
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
      // A gateway may have sent this response.
      if (!condition && exchange !== null && isUnavailable(exchange)) throw unanswered(exchange)
      if (!condition) throw new ConformanceFailure(message, detail)
      observe({
        ...{ kind: 'condition', compared, exchange, control: detail.control ?? null },
        ...{ steps: detail.steps, shows: detail.shows },
      })
    },
  }
}
