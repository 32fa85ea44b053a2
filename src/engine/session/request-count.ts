// Counts the requests of each check and each fixture, for the plans of later runs.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Exchange, isSuccessful } from '../../base/exchange.ts'

export interface Count {
  requests: number
  creations: number
  deletions: number
  changes: number
  created: number
  deleted: number
  changed: number
}

export const noCount: Readonly<Count> = {
  requests: 0,
  creations: 0,
  deletions: 0,
  changes: 0,
  created: 0,
  deleted: 0,
  changed: 0,
}

export const countMembers = Object.keys(noCount) as readonly (keyof Count)[]

/**
 * A scope is `preflight`, `clean-up`, a check (`<clause> <phase>`) or a fixture (`fixture <key>`).
 */
export class RequestCount {
  readonly counts = new Map<string, Count>()
  readonly needs = new Map<string, Set<string>>()
  readonly #scope = new AsyncLocalStorage<string>()

  get scope(): string | undefined {
    return this.#scope.getStore()
  }

  run<T>(scope: string, task: () => Promise<T>): Promise<T> {
    return this.#scope.run(scope, task)
  }

  need(scope: string): void {
    const around = this.#scope.getStore()
    if (around === undefined) return
    const needs = this.needs.get(around) ?? new Set()
    this.needs.set(around, needs.add(scope))
  }

  see(exchange: Exchange, creates: boolean): void {
    const scope = this.#scope.getStore() ?? 'other'
    const count = this.counts.get(scope) ?? { ...noCount }
    this.counts.set(scope, count)
    const accepted = isSuccessful(exchange) ? 1 : 0
    count.requests += 1
    const { request } = exchange
    if (creates) {
      count.creations += 1
      count.created += accepted
    } else if (request.method === 'DELETE') {
      count.deletions += 1
      count.deleted += accepted
    } else if (request.method === 'PUT' || request.method === 'PATCH') {
      count.changes += 1
      count.changed += accepted
    }
  }
}
