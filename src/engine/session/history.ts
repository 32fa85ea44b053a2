// Keeps accepted changes, so that a failure shows what led to it.

import { bodyOf, changesNothing, type Exchange, kept } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Attempt, exchangesOf, type FailureDetail } from '../../oracle/index.ts'
import type { Intent } from '../requests/request.ts'

const changing: readonly string[] = ['PATCH', 'PUT', 'DELETE']
const changesKeptMax = 20
/** Failures are reported soon after their cause, and a run may make changes without end. */
const changesKeptInAllMax = 600

export class History {
  /** The latest change last. */
  readonly #changes = new Map<string, readonly Attempt[]>()
  #kept = 0

  /** Changes that had to be refused are no steps of a failure. */
  see(exchange: Attempt, intent: Intent): void {
    const { method, url } = exchange.request
    if (!exchange.accepted || !changing.includes(method) || changesNothing(exchange.request)) return
    if (intent === 'invalid' || intent === 'unauthorised') return
    const known = this.#changes.get(url) ?? []
    const latest = [...known.slice(1 - changesKeptMax), kept(exchange)]
    this.#changes.delete(url)
    this.#changes.set(url, latest)
    this.#kept += latest.length - known.length
    for (const [oldest, changes] of this.#changes) {
      if (this.#kept <= changesKeptInAllMax) break
      this.#changes.delete(oldest)
      this.#kept -= changes.length
    }
  }

  latest(url: string): Attempt | undefined {
    return this.#changes.get(url)?.at(-1)
  }

  /** The last change of each resource before its first exchange in the failure. */
  before(detail: FailureDetail): readonly Exchange[] {
    if (detail.standsAlone) return []
    const shown = [...exchangesOf(detail)].sort((a, b) => b.id - a.id)
    const firsts = new Map(shown.map((one) => [one.request.url, one] as const))
    return [
      ...[...firsts].flatMap(
        ([url, { id }]) => this.#changes.get(url)?.findLast((change) => change.id < id) ?? [],
      ),
      ...(detail.steps ?? []).flatMap((step) => this.#removalOf(step, detail.exchange)),
    ]
  }

  /** The removal of a resource that a step created, before the failing exchange. */
  #removalOf(step: Exchange, last: Exchange | null): readonly Exchange[] {
    const body = step.request.method === 'POST' ? bodyOf(step) : null
    const id = body?.ok && isObject(body.value) ? body.value.id : undefined
    if (typeof id !== 'string' || last === null) return []
    return [...this.#changes].flatMap(([url, changes]) =>
      url.endsWith(`/${uriEncoded(id)}`)
        ? changes.filter((one) => one.request.method === 'DELETE' && one.id > step.id && one.id < last.id)
        : [],
    )
  }
}
