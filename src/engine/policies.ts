// Rate limit policies that the run may delete: given ones, and ones that it makes by the profile's fixture.
import { bodyOf, describeResponse, statusOf } from '../base/exchange.ts'
import { at } from '../base/json.ts'
import { Inconclusive, NotRun } from '../oracle/index.ts'
import { certaintyOf } from './certainty.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Request } from './request.ts'
import type { Session } from './session.ts'

/** A policy that is the run's to delete. */
export interface Policy {
  readonly id: string
  /** Whether the run made it, so that its existence is certain. */
  readonly made: boolean
}

export class Policies {
  readonly #session: Session
  readonly #ledger: Ledger
  readonly #given: string[]
  readonly #open = new Set<string>()

  constructor(session: Session, ledger: Ledger) {
    this.#session = session
    this.#ledger = ledger
    this.#given = [...session.config.policyIds]
  }

  /**
   * A policy that exists.
   * @throws NotRun where there is none to be had, Inconclusive where making one fails
   */
  async take(): Promise<Policy> {
    if (!this.#session.allows('destructive'))
      throw new NotRun('it deletes a rate limit policy: run with --writes destructive')
    const fixture = this.#session.config.profile.fixtures?.createRateLimitPolicy
    if (fixture !== undefined) {
      const unique = `${this.#session.marker}-${this.#session.next()}`
      const number = this.#ledger.intend('rate-limit-policy', unique)
      const exchange = await this.#session
        .send(fixtureRequest('createRateLimitPolicy', fixture, { unique }, 'destructive'))
        .catch((error: unknown) => {
          this.#ledger.refused(number)
          throw error
        })
      const answer = bodyOf(exchange)
      const id = answer.ok ? at(answer.value, fixture.id ?? '/id') : undefined
      if (statusOf(exchange) < 300 && typeof id === 'string' && id !== '') {
        this.#ledger.created(number, 'rate-limit-policy', id)
        this.#session.emit({ type: 'resource', action: 'created', kind: 'rate-limit-policy', id })
        this.adopt(id)
        return { id, made: true }
      }
      this.#ledger.unclear(number, certaintyOf(exchange))
      if (this.#given.length === 0)
        throw new Inconclusive(
          `the fixture createRateLimitPolicy made no policy: ${describeResponse(exchange)}`,
        )
    }
    const id = this.#given.shift()
    if (id === undefined)
      throw new NotRun(
        'no rate limit policy to delete: supply TENANT_RATE_LIMIT_POLICY_IDS or declare fixtures.createRateLimitPolicy in the profile',
      )
    return { id, made: false }
  }

  /** Takes over a policy of the run: it is to be removed. */
  adopt(id: string): void {
    if (this.#open.has(id)) return
    this.#open.add(id)
    this.#session.reserve(1)
  }

  /** Notes that a policy of the run is gone. */
  gone(policy: Policy): void {
    if (!this.#open.delete(policy.id)) return
    this.#session.reserve(-1)
    this.#ledger.deleted('rate-limit-policy', policy.id)
    this.#session.emit({ type: 'resource', action: 'deleted', kind: 'rate-limit-policy', id: policy.id })
  }

  /** Removes the policies that the run made and did not delete. */
  async removeAll(): Promise<void> {
    for (const id of [...this.#open]) {
      const request: Request = {
        operation: 'clean-up',
        method: 'DELETE',
        path: `/rate-limit-policies/${encodeURIComponent(id)}`,
        effect: 'destructive',
        intent: 'probe',
      }
      let exchange = await this.#session.send(request, { cleaning: true })
      // The second answer shows whether the first one was lost only: 404 for what is gone.
      if (statusOf(exchange) >= 500 || exchange.response === null)
        exchange = await this.#session.send(request, { cleaning: true })
      const status = statusOf(exchange)
      if ((status >= 200 && status < 300) || status === 404) this.gone({ id, made: true })
    }
  }

  /** Ids of policies that the run made and that still exist. */
  get left(): readonly string[] {
    return [...this.#open]
  }
}
