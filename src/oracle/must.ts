// The `must` family: premises let a check continue, evidence passes or fails its clause.
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
  // Premises: no evidence. A violation ends the check as inconclusive.

  /** Requires a premise. @param origin default: the tenant */
  assume(condition: boolean, reason: string, origin?: Origin): void
  /** Requires acceptance. @returns the body */
  assumeAccepted(exchange: Exchange): JsonObject
  /** The check continues, but cannot pass. @param origin default: the tenant */
  doubt(reason: string, origin?: Origin): void

  // Neither: refusal fails the clause, acceptance shows nothing yet.

  /** A 5xx is inconclusive here. @returns the body */
  serve(exchange: Exchange, beside: Beside): JsonObject

  // Evidence.

  /** For clauses about acceptance. Without a control, refusal is inconclusive. */
  accept(exchange: Exchange, beside?: Beside): JsonObject
  /**
   * The control must be accepted. A token that repeatedly gets a 5xx or no response is not refused. For other causes no status is
   * specified, so a 5xx belongs to `no-server-error`.
   */
  refuse(
    exchange: Exchange,
    beside: Beside & {
      readonly of?: RefusalOf
      /** Called if the request was accepted. */
      readonly because?: (() => string | undefined) | undefined
    },
  ): void
  /** The control must be accepted. A repeated 5xx or missing response fails the clause. */
  haveStatus(exchange: Exchange, statuses: readonly number[], beside?: Beside): void
  /** As sent. */
  equal(actual: Json | undefined, expected: Json | undefined, what: string, compared: Compared): void
  /** @param compared deciding members: "<operation> <pointer>" */
  that(condition: boolean, message: string, detail: FailureDetail, compared?: readonly string[]): void
}

export interface MustParts {
  readonly observe: (evidence: Evidence) => void
  readonly doubt: (reason: string, origin?: Origin) => void
  readonly declaredRefusals: (operation: string) => readonly number[]
  /** Whether the operation refuses with the status requests that its schema allows. Default: with none. */
  readonly isOfMeaning?: (operation: string, status: number) => boolean
}
