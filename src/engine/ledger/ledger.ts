// The ledger records each creation on disk before the request is sent. If the run is killed, a sweep
// can then remove its resources.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError, reasonOf } from '../../base/error.ts'
import { makeFolder } from '../../base/files/folder.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { NotRun } from '../../oracle/index.ts'
import { AppendFile } from './append-file.ts'
import type { CreationOutcome } from './creation-outcome.ts'
import { clearLedger } from './earlier-ledger.ts'
import { lockFolder, type Release } from './folder-lock.ts'
import {
  digestOf,
  existingEntries,
  type Intent,
  type LedgerEntry,
  type LedgerRun,
  lineOf,
  type ResourceKind,
  type Saved,
} from './ledger-entry.ts'
import type { LedgerContents } from './ledger-file.ts'

export class Ledger {
  readonly #file: string | null
  readonly #mask: SecretMask
  readonly #onEntry: (entry: LedgerEntry) => void
  #disk: AppendFile | null = null
  #release: Release = () => undefined
  #broken: string | null = null
  #number = 0
  readonly #intents = new Map<number, Intent>()
  readonly #doubtful = new Set<number>()
  readonly #existing = new Map<ResourceKind, ReadonlySet<string>>()

  /**
   * @param file the path. Null if the ledger exists only in memory
   * @param onEntry called with each entry
   */
  constructor(
    file: string | null,
    mask: SecretMask,
    onEntry: (entry: LedgerEntry) => void = () => undefined,
  ) {
    this.#file = file
    this.#mask = mask
    this.#onEntry = onEntry
  }

  get broken(): string | null {
    return this.#broken
  }

  /**
   * Creates the ledger, and locks its folder until `close` is called.
   * @param mayStay kinds of resources that an earlier run may have left, each with the name of the
   * fixture that removes them
   * @throws ConfigurationError if an earlier ledger needs a sweep, if another process uses the folder,
   * or if the file cannot be written
   */
  async open(first: LedgerRun, mayStay: ReadonlyMap<ResourceKind, string> = new Map()): Promise<void> {
    const file = this.#file
    if (file === null) return
    const folder = dirname(file)
    try {
      makeFolder(folder)
      this.#release = await lockFolder(folder)
      clearLedger(file, mayStay)
      // An embedded tenant ends together with this process, so its ledger need not survive a power cut.
      this.#disk = AppendFile.create(file, !first.embedded)
      this.#disk.append(lineOf(first), true)
      this.#disk.persistName()
    } catch (error) {
      if (this.#disk === null) this.#release()
      else this.close(false)
      if (error instanceof ConfigurationError) throw error
      throw new ConfigurationError(
        `The report folder ${folder} can't be written (${reasonOf(error)}): give another folder with --report-dir.`,
      )
    }
  }

  /**
   * Continues the ledger of an earlier run.
   * @throws ConfigurationError if the ledger cannot be written
   */
  resume({ leftovers, wholeBytes, unended }: LedgerContents): void {
    const file = this.#file
    if (file === null) return
    for (const intent of leftovers.intents) this.#intents.set(intent.number, intent)
    for (const [kind, ids] of leftovers.existing) this.#existing.set(kind, ids)
    try {
      this.#disk = AppendFile.resume(file, wholeBytes)
      // A killed process may have written the last line without its end.
      if (unended) this.#disk.append('\n', true)
    } catch (error) {
      this.close(true)
      throw new ConfigurationError(
        `${file} can't be written (${reasonOf(error)}): make sure that this user may write it, and sweep again.`,
      )
    }
  }

  /**
   * Call this function before a creation. Waits until the disk has stored the entry.
   * @throws NotRun if the write fails. The caller must then not create the resource
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
    this.#demand(intent)
    this.#intents.set(intent.number, intent)
    await this.#committed().catch((error: unknown) => {
      this.#intents.delete(intent.number)
      throw error
    })
    return intent.number
  }

  /**
   * Call this function before the first creation without a name, with the ids of a complete list.
   * @throws NotRun if the write fails. The caller must then not create the resource
   */
  existing(kind: ResourceKind, ids: ReadonlySet<string>): void {
    // A later list may contain resources from earlier creations without a name.
    if (this.#existing.has(kind)) return
    this.#existing.set(kind, ids)
    const noted = [...ids].map((id) => this.#mask.mask(id))
    for (const entry of existingEntries(kind, noted)) this.#demand(entry)
  }

  /** Returns the ids of the list before the first creation without a name. Null if there was no list. */
  existingOf(kind: ResourceKind): ReadonlySet<string> | null {
    return this.#existing.get(kind) ?? null
  }

  created(number: number, kind: ResourceKind, id: string): void {
    // If the creation has no name or no intent, only the id can find the resource again. The entry must
    // then survive a power cut.
    const durable = this.#intents.get(number)?.unnamed ?? number === 0
    this.#intents.delete(number)
    this.#append({ entry: 'created', number, kind, id: this.#mask.mask(id) }, { durable })
  }

  refused(number: number): void {
    if (this.#intents.delete(number)) this.#append({ entry: 'refused', number })
  }

  /** @param told the id in the response */
  unclear(number: number, certainty: CreationOutcome, told?: string): void {
    const intent = this.#intents.get(number)
    if (told !== undefined && intent !== undefined) this.#intents.set(number, { ...intent, told })
    if (certainty === 'nothing') this.refused(number)
    else if (certainty === 'doubtful') this.#doubtful.add(number)
  }

  /**
   * Records that doubtful creations left no resource. They probably failed, and no list shows their
   * resources.
   */
  settleDoubts(kind: ResourceKind): void {
    for (const { number } of this.unresolved(kind)) if (this.#doubtful.has(number)) this.refused(number)
  }

  unresolved(kind: ResourceKind): readonly Intent[] {
    return [...this.#intents.values()].filter((intent) => intent.kind === kind)
  }

  deleted(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'deleted', kind, id: this.#mask.mask(id) })
  }

  absent(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'absent', kind, id: this.#mask.mask(id) })
  }

  disowned(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'disowned', kind, id: this.#mask.mask(id) }, { durable: true })
  }

  /**
   * Call this function before a request sends a name without the marker.
   * @throws NotRun if the write fails. The caller must then not send the request
   */
  renamed(kind: ResourceKind, id: string, name: string): void {
    const entry = { entry: 'renamed', kind, id: this.#mask.mask(id), digest: digestOf(name) } as const
    this.#demand(entry)
  }

  /**
   * Call this function before a request changes a singleton.
   * @throws NotRun if the write fails. The caller must then not change the singleton
   */
  saved(kind: ResourceKind, saved: Saved): void {
    this.#demand({ entry: 'saved', kind, ...saved }, { durable: true })
  }

  /**
   * Call this function before a request sends values without the marker to a singleton. The entries
   * survive a kill of the process, but not a power cut.
   * @throws NotRun if the write fails. The caller must then not send the request
   */
  sent(kind: ResourceKind, digests: readonly string[]): void {
    this.#demand({ entry: 'sent', kind, digests })
  }

  restored(kind: ResourceKind): void {
    this.#append({ entry: 'restored', kind })
  }

  close(leftBehind: boolean): void {
    if (this.#disk === null || this.#file === null) return
    const ours = this.#disk.stands()
    this.#disk.close()
    this.#disk = null
    try {
      if (!leftBehind && ours) rmSync(this.#file, { force: true })
    } catch {
      // If the file stays, a later sweep finds no resources in it.
    }
    this.#release()
  }

  /** @throws NotRun if the entry cannot be written */
  #demand(entry: LedgerEntry, options: { readonly durable?: boolean } = {}): void {
    if (this.#disk !== null && this.#broken === null && !this.#disk.isWhole())
      this.#broken = `the ledger ${this.#file} was removed or changed while the run wrote it: change nothing in the folder during a run, and run again`
    if (this.#broken === null) this.#append(entry, options)
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  /** @throws NotRun if the disk cannot store all entries */
  async #committed(): Promise<void> {
    if (this.#disk?.isDurable !== false)
      await this.#disk?.commit().catch((error: unknown) => this.#break(error))
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  // Entries about results need no fsync of their own, because the next intent's fsync includes them. If
  // only the process is killed, the operating system still writes all entries.
  #append(entry: LedgerEntry, { durable = false } = {}): void {
    this.#onEntry(entry)
    if (this.#broken !== null) return
    try {
      this.#disk?.append(lineOf(entry), durable)
    } catch (error) {
      this.#break(error)
    }
  }

  #break(error: unknown): void {
    this.#broken ??= `the ledger ${this.#file} can't be written (${reasonOf(error)}): free disk space, or give another folder with --report-dir`
  }
}
