// Stores accepted changes, so that a report can contain the changes before a failure.

import { bodyOf, changesNothing, type Exchange, kept } from '../../base/exchange.ts'
import { isObject } from '../../base/json.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Attempt, exchangesOf, type FailureDetail } from '../../oracle/index.ts'
import type { Intent } from '../requests/request.ts'

const changing: readonly string[] = ['PATCH', 'PUT', 'DELETE']
const changesKeptMax = 20
/** Drops the oldest changes, because a failure usually follows its cause soon. */
const changesKeptInAllMax = 600

export class History {
  readonly #changes = new Map<string, readonly Attempt[]>()
  #kept = 0

  /** Ignores changes that the tenant had to refuse. */
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
