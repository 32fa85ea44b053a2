// The `must` family. Premises let a check continue; evidence passes or fails its clause.
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
  // Premises give no evidence. A violated premise ends the check as inconclusive.

  /** Requires the condition. @param origin default: the tenant */
  assume(condition: boolean, reason: string, origin?: Origin): void
  /** Requires acceptance. @returns the body */
  assumeAccepted(exchange: Exchange): JsonObject
  /** Lets the check continue, but prevents a pass. @param origin default: the tenant */
  doubt(reason: string, origin?: Origin): void

  // Neither premise nor evidence: a refusal fails the clause, but acceptance is no evidence yet.

  /** Requires acceptance. Here, a 5xx is inconclusive. @returns the body */
  serve(exchange: Exchange, beside: Beside): JsonObject

  // Evidence.

  /** Judges a clause about acceptance. Without a control, a refusal is inconclusive. */
  accept(exchange: Exchange, beside?: Beside): JsonObject
  /**
   * Judges a refusal. The control must be accepted. A repeated 5xx or missing response does not refuse a
   * token. Other refusals have no specified status, so `no-server-error` judges a 5xx there.
   */
  refuse(
    exchange: Exchange,
    beside: Beside & {
      readonly of?: RefusalOf
      /** Called if the request was accepted. Returns a reason for the message. */
      readonly because?: (() => string | undefined) | undefined
    },
  ): void
  /**
   * Judges the status. The control must be accepted. A repeated 5xx or missing response fails the clause.
   */
  haveStatus(exchange: Exchange, statuses: readonly number[], beside?: Beside): void
  /** Judges whether a value was returned as sent. */
  equal(actual: Json | undefined, expected: Json | undefined, what: string, compared: Compared): void
  /** Judges a condition. @param compared the members that decide: "<operation> <pointer>" */
  that(condition: boolean, message: string, detail: FailureDetail, compared?: readonly string[]): void
}

export interface MustParts {
  readonly observe: (evidence: Evidence) => void
  readonly doubt: (reason: string, origin?: Origin) => void
  readonly declaredRefusals: (operation: string) => readonly number[]
  /**
   * Returns whether the operation uses this status to refuse requests that its schema allows. Default:
   * never.
   */
  readonly isOfMeaning?: (operation: string, status: number) => boolean
}
