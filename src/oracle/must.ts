// The `must` family: preconditions let a check continue, and evidence decides the verdict.
import type { Exchange } from '../base/exchange.ts'
import type { Json, JsonObject } from '../base/json.ts'
import type { Origin } from '../base/verdict.ts'
import type { RefusalOf } from './acceptance.ts'
import type { Evidence } from './evidence.ts'
import type { FailureDetail } from './judgement.ts'

export interface Beside {
  readonly control: Exchange
}

interface Compared extends Pick<FailureDetail, 'control' | 'steps'> {
  readonly exchange: Exchange
  readonly pointers?: readonly string[]
}

export interface Must {
  // These methods test preconditions, and give no evidence.

  /**
   * Ends the check as inconclusive unless the condition holds.
   * @param origin who is responsible if the condition does not hold; the default is the tenant
   */
  assume(condition: boolean, reason: string, origin?: Origin): void
  /**
   * Ends the check as inconclusive unless the tenant accepted the request.
   * @returns the body of the response
   */
  assumeAccepted(exchange: Exchange): JsonObject
  /**
   * Allows the check to continue, but prevents a pass.
   * @param origin who causes the doubt; the default is the tenant
   */
  doubt(reason: string, origin?: Origin): void

  /**
   * Requires that the tenant accepted the request. A refusal fails the clause, unless its status can have
   * another cause, for example 401. An acceptance is no evidence, and a 5xx is inconclusive.
   * @returns the body of the response
   */
  serve(exchange: Exchange, beside: Beside): JsonObject

  // These methods give evidence.

  /** Judges a clause that requires an acceptance. Without a control, a refusal is inconclusive. */
  accept(exchange: Exchange, beside?: Beside): JsonObject
  /**
   * Judges a clause that requires a refusal. A pass requires that the tenant accepts the control. If the
   * token is the reason for the refusal, a repeated 5xx or a repeated missing response fails the clause. In
   * other cases, the clause `no-server-error` judges a 5xx.
   */
  refuse(
    exchange: Exchange,
    beside: Beside & {
      readonly of?: RefusalOf
      /** Returns a reason for the message. Called only if the tenant accepted the request. */
      readonly because?: (() => string | undefined) | undefined
    },
  ): void
  /**
   * Judges the status of the response. If there is a control, a pass requires that the tenant accepts it, and
   * a repeated 5xx or a repeated missing response fails the clause.
   */
  haveStatus(exchange: Exchange, statuses: readonly number[], beside?: Beside): void
  /** Judges whether the response contains a value as the client sent it. */
  equal(actual: Json | undefined, expected: Json | undefined, what: string, compared: Compared): void
  /**
   * Judges a condition.
   * @param compared names of the members that decide the condition: "<operation> <pointer>"
   */
  that(condition: boolean, message: string, detail: FailureDetail, compared?: readonly string[]): void
}

export interface MustParts {
  readonly observe: (evidence: Evidence) => void
  readonly doubt: (reason: string, origin?: Origin) => void
  readonly declaredRefusals: (operation: string) => readonly number[]
  /**
   * Returns whether the operation can use this status to refuse requests that its schema allows. By default,
   * the result is false.
   */
  readonly isOfMeaning?: (operation: string, status: number) => boolean
}
