// Records each creation on disk before its request, so that a sweep can clean up after a killed run.
import type { SecretMask } from '../../base/secret-mask.ts'
import type { CreationOutcome } from './creation-outcome.ts'
import {
  digestOf,
  existingEntries,
  type Intent,
  type LedgerEntry,
  type LedgerRun,
  type ResourceKind,
  type Saved,
} from './ledger-entry.ts'
import type { LedgerContents } from './ledger-file.ts'
import { LedgerWriter } from './ledger-writer.ts'

export class Ledger {
  readonly #writer: LedgerWriter
  readonly #mask: SecretMask
  #number = 0
  readonly #intents = new Map<number, Intent>()
  readonly #doubtful = new Set<number>()
  readonly #existing = new Map<ResourceKind, ReadonlySet<string>>()

  /** @param file null if the ledger exists only in memory */
  constructor(
    file: string | null,
    mask: SecretMask,
    onEntry: (entry: LedgerEntry) => void = () => undefined,
  ) {
    this.#writer = new LedgerWriter(file, onEntry)
    this.#mask = mask
  }

  get broken(): string | null {
    return this.#writer.broken
  }

  open(first: LedgerRun, mayStay: ReadonlyMap<ResourceKind, string> = new Map()): Promise<void> {
    return this.#writer.open(first, mayStay)
  }

  /** @throws ConfigurationError if the ledger cannot be written */
  resume(contents: LedgerContents): void {
    const { intents, existing } = contents.leftovers
    for (const intent of intents) this.#intents.set(intent.number, intent)
    for (const [kind, ids] of existing) this.#existing.set(kind, ids)
    this.#writer.resume(contents)
  }

  /**
   * Call this before a creation.
   * @throws NotRun if the write fails
   */
  async intend(
    kind: ResourceKind,
    name: string,
    { unnamed = false, id }: Pick<Intent, 'unnamed' | 'id'> = {},
  ): Promise<number> {
    this.#number += 1
    const intent: Intent = {
      entry: 'intent',
      number: this.#number,
      kind,
      name: this.#mask.mask(name),
      ...(unnamed ? { unnamed } : {}),
      ...(id === undefined ? {} : { id: this.#mask.mask(id) }),
    }
    this.#writer.demand(intent)
    this.#intents.set(intent.number, intent)
    await this.#writer.commit().catch((error: unknown) => {
      this.#intents.delete(intent.number)
      throw error
    })
    return intent.number
  }

  /**
   * Call this before the first creation without a name, with the ids of a complete list.
   * @throws NotRun if the write fails
   */
  existing(kind: ResourceKind, ids: ReadonlySet<string>): void {
    // A later list may contain resources from earlier creations without a name.
    if (this.#existing.has(kind)) return
    this.#existing.set(kind, ids)
    const noted = [...ids].map((id) => this.#mask.mask(id))
    for (const entry of existingEntries(kind, noted)) this.#writer.demand(entry)
  }

  existingOf(kind: ResourceKind): ReadonlySet<string> | null {
    return this.#existing.get(kind) ?? null
  }

  created(number: number, kind: ResourceKind, id: string): void {
    // Without a name or an intent, only the id finds the resource again, so the entry must survive a power
    // cut.
    const durable = this.#intents.get(number)?.unnamed ?? number === 0
    this.#intents.delete(number)
    this.#writer.append({ entry: 'created', number, kind, id: this.#mask.mask(id) }, { durable })
  }

  refused(number: number): void {
    if (this.#intents.delete(number)) this.#writer.append({ entry: 'refused', number })
  }

  unclear(number: number, certainty: CreationOutcome, told?: string): void {
    const intent = this.#intents.get(number)
    if (told !== undefined && intent !== undefined) this.#intents.set(number, { ...intent, told })
    if (certainty === 'nothing') this.refused(number)
    else if (certainty === 'doubtful') this.#doubtful.add(number)
  }

  /** Call this only if no list shows resources of doubtful creations. */
  settleDoubts(kind: ResourceKind): void {
    for (const { number } of this.unresolved(kind)) if (this.#doubtful.has(number)) this.refused(number)
  }

  unresolved(kind: ResourceKind): readonly Intent[] {
    return [...this.#intents.values()].filter((intent) => intent.kind === kind)
  }

  deleted(kind: ResourceKind, id: string): void {
    this.#writer.append({ entry: 'deleted', kind, id: this.#mask.mask(id) })
  }

  absent(kind: ResourceKind, id: string): void {
    this.#writer.append({ entry: 'absent', kind, id: this.#mask.mask(id) })
  }

  disowned(kind: ResourceKind, id: string): void {
    this.#writer.append({ entry: 'disowned', kind, id: this.#mask.mask(id) }, { durable: true })
  }

  /**
   * Call this before a request sends a name without the marker.
   * @throws NotRun if the write fails
   */
  renamed(kind: ResourceKind, id: string, name: string): void {
    const entry = { entry: 'renamed', kind, id: this.#mask.mask(id), digest: digestOf(name) } as const
    this.#writer.demand(entry)
  }

  /**
   * Call this before a request changes a singleton.
   * @throws NotRun if the write fails
   */
  saved(kind: ResourceKind, saved: Saved): void {
    this.#writer.demand({ entry: 'saved', kind, ...saved }, { durable: true })
  }

  /**
   * Call this before a request sends values without the marker to a singleton. The entries do not survive a
   * power cut.
   * @throws NotRun if the write fails
   */
  sent(kind: ResourceKind, digests: readonly string[]): void {
    this.#writer.demand({ entry: 'sent', kind, digests })
  }

  restored(kind: ResourceKind): void {
    this.#writer.append({ entry: 'restored', kind })
  }

  close(leftBehind: boolean): void {
    this.#writer.close(leftBehind)
  }
}
