// Enforces the write mode, the budget and the time limit, and skips operations that do not respond.
import { tickMs } from '../../base/clock.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { Client } from '../../client/index.ts'
import { NotAllowed, NotRun } from '../../oracle/index.ts'
import type { RunConfig } from '../config.ts'
import { isIssued, type Principal } from '../principals/principal.ts'
import type { Effect, Request } from '../requests/request.ts'

const effects: readonly Effect[] = ['none', 'reversible', 'destructive']

const isServed = (principal: Principal): boolean => isIssued(principal) || principal === 'scheme-case'

const isRead = ({ method, safe }: Request): boolean => method === 'GET' || method === 'HEAD' || safe === true

const timeoutsInARowMax = 2

interface Limited {
  readonly config: RunConfig
  readonly client: Client
  readonly signal: AbortSignal
}

export class RunLimits {
  readonly #session: Limited
  readonly #timeouts = new Map<string, number>()
  readonly #startedAtTick = tickMs()

  constructor(session: Limited) {
    this.#session = session
  }

  allows(effect: Effect): boolean {
    return effects.indexOf(effect) <= effects.indexOf(this.#session.config.writes)
  }

  see({ operation, failure }: Exchange): void {
    this.#timeouts.set(operation, failure?.kind === 'timeout' ? (this.#timeouts.get(operation) ?? 0) + 1 : 0)
  }

  /**
   * @throws NotRun if a limit or an interruption forbids the request, or if the operation does not respond
   */
  permit(request: Request, principal: Principal): void {
    if (this.#session.signal.aborted) throw new NotRun('the run was interrupted', 'run')
    if (!this.allows(request.effect))
      throw new NotAllowed(
        `the check needs --writes ${request.effect}, but this run has --writes ${this.#session.config.writes}`,
      )
    if ((this.#timeouts.get(request.operation) ?? 0) >= timeoutsInARowMax)
      throw new NotRun(
        `${request.operation} does not respond within ${this.#session.config.connection.timeoutMs} ms: raise --timeout if the tenant needs more time`,
        'failing',
      )
    if (this.#session.config.writes === 'none' && isServed(principal) && !isRead(request))
      throw new NotAllowed('the check needs requests that are not reads: run with --writes reversible')
    const { minutesMax } = this.#session.config
    if (minutesMax !== null && tickMs() - this.#startedAtTick > minutesMax * 60_000)
      throw new NotRun(`the ${minutesMax} minutes of --max-minutes are over: raise --max-minutes`, 'run')
    if (this.#session.client.spent || this.#session.client.waitedOut)
      throw new NotRun(this.#spentReason, 'run')
  }

  unsentReason(message: string): string {
    return this.#session.client.spent || this.#session.client.waitedOut
      ? this.#spentReason
      : message.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, '')
  }

  get #spentReason(): string {
    if (this.#session.client.waitedOut) return this.#session.client.waitedOutReason
    return `the budget of ${this.#session.config.requestsMax} requests is used up: raise --max-requests`
  }
}
