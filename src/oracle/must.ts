// The must family: exchange -> judgement. Each call that returns is evidence for the clause of the check.
import { describeResponse, type Exchange, statusOf } from '../base/exchange.ts'
import { equal, type Json, type JsonObject } from '../base/json.ts'
import { acceptedBody, isAccepted, isRefused, type RefusalOf } from './acceptance.ts'
import { type Showing, Undecided, Unmet } from './judgement.ts'

/** The nearest accepted request, which makes a refusal or a difference meaningful. */
export interface Beside {
  readonly control: Exchange
}

export interface Must {
  /**
   * The request is accepted. Beside an accepted control a refusal fails the clause; without one it is undecided,
   * as the reason may be any. A 5xx is undecided here: the operation's own `accepts` clause answers for it.
   * @returns the body
   */
  accept(exchange: Exchange, beside?: Beside): JsonObject
  /** The request is refused for its content (or its path), while the control was accepted. */
  refuse(exchange: Exchange, beside: Beside & { readonly of?: RefusalOf }): void
  /** The answer has one of these statuses. Beside a control, the control must have been accepted. */
  answer(exchange: Exchange, statuses: readonly number[], beside?: Beside): void
  /** Two JSON values are equal. */
  equal(
    actual: Json | undefined,
    expected: Json | undefined,
    what: string,
    showing: { exchange: Exchange; control?: Exchange },
  ): void
  /** A condition holds. */
  hold(condition: boolean, message: string, showing: Showing): void
  /** Ends the check as undecided unless the condition holds; no evidence. */
  suppose(condition: boolean, reason: string): void
}

/**
 * @param evidence called once for each expectation that was met
 * @param declaredRefusals statuses that the profile declares as refusals of an operation's invalid requests
 */
export function createMust(
  evidence: () => void,
  declaredRefusals: (operation: string) => readonly number[],
): Must {
  const suppose: Must['suppose'] = (condition, reason) => {
    if (!condition) throw new Undecided(reason)
  }
  const supposeControl = (control: Exchange): void =>
    suppose(isAccepted(control), `the control request was not accepted: ${describeResponse(control)}`)
  const supposeAnswered = (exchange: Exchange): void => {
    suppose(exchange.response !== null, exchange.failure?.message ?? 'no response')
    suppose(statusOf(exchange) !== 429, 'the tenant kept answering 429: run with a lower --rate')
  }
  return {
    accept(exchange, beside) {
      supposeAnswered(exchange)
      if (isAccepted(exchange)) {
        evidence()
        return acceptedBody(exchange)
      }
      const status = statusOf(exchange)
      if (beside !== undefined) supposeControl(beside.control)
      if (beside === undefined || status >= 500 || [401, 403, 409].includes(status))
        throw new Undecided(`a valid request was not accepted: ${describeResponse(exchange)}`)
      throw new Unmet('A valid request was not accepted.', {
        expected: 'the request is accepted, as the control beside it was',
        received: describeResponse(exchange),
        exchange,
        control: beside.control,
      })
    },
    refuse(exchange, { control, of = 'content' }) {
      supposeAnswered(exchange)
      const status = statusOf(exchange)
      if (status >= 200 && status < 300) {
        throw new Unmet('An invalid request was accepted.', {
          expected: `a refusal (${of === 'content' ? '400 or 422' : '400 or 404'})`,
          received: describeResponse(exchange),
          exchange,
          control: isAccepted(control) ? control : null,
        })
      }
      supposeControl(control)
      suppose(
        isRefused(exchange, of, declaredRefusals(exchange.operation)),
        `the request was answered with ${status}, which is no refusal of its ${of}`,
      )
      evidence()
    },
    answer(exchange, statuses, beside) {
      supposeAnswered(exchange)
      const status = statusOf(exchange)
      // A 5xx is no answer at all; the clause no-server-error speaks of it.
      suppose(status < 500, `the request was answered with ${status}`)
      if (!statuses.includes(status)) {
        const control = beside?.control ?? null
        // Without an accepted control any other refusal may have another reason (a wrong path, a login page).
        if (control !== null && !isAccepted(exchange)) supposeControl(control)
        throw new Unmet(`The answer has status ${status}.`, {
          expected: `status ${statuses.join(' or ')}`,
          received: describeResponse(exchange),
          exchange,
          control: control !== null && isAccepted(control) ? control : null,
        })
      }
      if (beside !== undefined) supposeControl(beside.control)
      evidence()
    },
    equal(actual, expected, what, { exchange, control }) {
      if (!equal(actual, expected))
        throw new Unmet(`${what} differs.`, {
          expected: `${what} ${JSON.stringify(expected)}`,
          received:
            actual === undefined ? `no such member in ${describeResponse(exchange)}` : JSON.stringify(actual),
          exchange,
          control: control ?? null,
        })
      evidence()
    },
    hold(condition, message, showing) {
      if (!condition) throw new Unmet(message, showing)
      evidence()
    },
    suppose,
  }
}
