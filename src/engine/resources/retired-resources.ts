// Keeps resources whose check has ended. Lends them to other checks, and removes them in batches.
import { LatestMap } from '../../base/collections/latest-map.ts'
import { isListed } from './kind.ts'
import type { Removal } from './removal.ts'
import type { TrackedResources } from './tracked-resources.ts'

const retiredMax = 16
const ownersKeptMax = 5_000

export class RetiredResources {
  readonly #holding: TrackedResources
  readonly #removal: Removal
  readonly #retired = new Map<string, string | undefined>()
  /** Resources that other checks may borrow after the lending check ended without an error. */
  readonly #plain = new Set<string>()
  readonly #owners = new LatestMap<string, string[]>(ownersKeptMax)

  constructor(holding: TrackedResources, removal: Removal) {
    this.#holding = holding
    this.#removal = removal
  }

  /** A check that owned an earlier resource with this id must not remove the new resource. */
  handOver(id: string, owned: string[]): void {
    const before = this.#owners.get(id)
    if (before?.includes(id)) before.splice(before.indexOf(id), 1)
    this.#owners.set(id, owned)
    this.#retired.delete(id)
    this.#plain.delete(id)
    owned.push(id)
  }

  keep(id: string): void {
    this.#retired.delete(id)
  }

  lend(id: string): void {
    this.#plain.add(id)
  }

  borrow(owned: string[]): string | null {
    for (const id of this.#retired.keys()) {
      if (!this.#plain.has(id) || !this.#holding.open.has(id)) continue
      this.#retired.delete(id)
      this.#owners.set(id, owned)
      owned.push(id)
      return id
    }
    return null
  }

  /** Removes the resources in batches, which need fewer requests. */
  async retire(ids: readonly string[]): Promise<void> {
    const scope = this.#holding.session.requestCount?.scope
    for (const id of ids) if (this.#holding.open.has(id)) this.#retired.set(id, scope)
    // A parent must not be removed before its nested resources.
    if (this.#retired.size >= retiredMax || this.#holding.kind.depth > 0) await this.removeRetired()
  }

  removeRetired(): Promise<void> {
    const retired = new Map(this.#retired)
    this.#retired.clear()
    return this.#removal.remove(
      [...retired.keys()],
      isListed(this.#holding.session, this.#holding.kind),
      retired,
    )
  }
}
