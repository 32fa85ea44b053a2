// What was sent, counted: what each check sends, and what several share: from it the bounds of a plan are made.
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Exchange, statusOf } from '../../base/exchange.ts'

/** Requests sent; of them those that create, delete or change something where they are accepted. */
export interface Count {
  requests: number
  creations: number
  deletions: number
  changes: number
  /** The same, as far as they were accepted. */
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

/** The members of a count, in the order of the table. */
export const countMembers = Object.keys(noCount) as readonly (keyof Count)[]

/** Counts by scope: `preflight`, `clean-up`, a check (`<clause> <phase>`), or what checks share (`fixture <key>`). */
export class RequestCount {
  readonly counts = new Map<string, Count>()
  /** Scope -> the shared scopes that it needs. */
  readonly needs = new Map<string, Set<string>>()
  readonly #scope = new AsyncLocalStorage<string>()

  /** Under what requests are counted at present. */
  get scope(): string | undefined {
    return this.#scope.getStore()
  }

  /** Runs what is counted under `scope`, and notes that the scope around it needs it. */
  run<T>(scope: string, task: () => Promise<T>): Promise<T> {
    return this.#scope.run(scope, task)
  }

  /** Notes that the present scope needs what is shared under `scope`, whoever made it. */
  need(scope: string): void {
    const around = this.#scope.getStore()
    if (around === undefined) return
    const needs = this.needs.get(around) ?? new Set()
    this.needs.set(around, needs.add(scope))
  }

  /** Counts one exchange. @param creates whether its request makes a resource */
  see(exchange: Exchange, creates: boolean): void {
    const scope = this.#scope.getStore() ?? 'other'
    const count = this.counts.get(scope) ?? { ...noCount }
    this.counts.set(scope, count)
    const accepted = statusOf(exchange) >= 200 && statusOf(exchange) < 300 ? 1 : 0
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
