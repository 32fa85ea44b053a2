// Writes the entries of a ledger to disk, and locks the folder of the ledger.
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError, reasonOf } from '../../base/error.ts'
import { makeFolder } from '../../base/files/folder.ts'
import { NotRun } from '../../oracle/index.ts'
import { AppendFile } from './append-file.ts'
import { clearLedger } from './earlier-ledger.ts'
import { lockFolder, type Release } from './folder-lock.ts'
import { type LedgerEntry, type LedgerRun, lineOf, type ResourceKind } from './ledger-entry.ts'
import type { LedgerContents } from './ledger-file.ts'

export class LedgerWriter {
  readonly #file: string | null
  readonly #onEntry: (entry: LedgerEntry) => void
  #disk: AppendFile | null = null
  #release: Release = () => undefined
  #broken: string | null = null

  /** @param file null if the ledger exists only in memory */
  constructor(file: string | null, onEntry: (entry: LedgerEntry) => void) {
    this.#file = file
    this.#onEntry = onEntry
  }

  get broken(): string | null {
    return this.#broken
  }

  /**
   * Locks the folder until `close` is called.
   * @throws ConfigurationError if an earlier ledger needs a sweep, another process uses the folder, or
   * writing fails
   */
  async open(first: LedgerRun, mayStay: ReadonlyMap<ResourceKind, string>): Promise<void> {
    const file = this.#file
    if (file === null) return
    const folder = dirname(file)
    try {
      makeFolder(folder)
      this.#release = await lockFolder(folder)
      clearLedger(file, mayStay)
      // An embedded tenant ends with this process, so its ledger need not survive a power cut.
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
   * The folder must already be locked.
   * @throws ConfigurationError if the file cannot be written
   */
  resume({ wholeBytes, unended }: Pick<LedgerContents, 'wholeBytes' | 'unended'>): void {
    const file = this.#file
    if (file === null) return
    try {
      this.#disk = AppendFile.resume(file, wholeBytes)
      // A killed process may have written the last line without its line break.
      if (unended) this.#disk.append('\n', true)
    } catch (error) {
      this.close(true)
      throw new ConfigurationError(
        `${file} can't be written (${reasonOf(error)}): make sure that this user may write it, and sweep again.`,
      )
    }
  }

  /** Keeps the file if the run left resources, or if another process replaced the file. */
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
  demand(entry: LedgerEntry, options: { readonly durable?: boolean } = {}): void {
    if (this.#disk !== null && this.#broken === null && !this.#disk.isWhole())
      this.#broken = `the ledger ${this.#file} was removed or changed while the run wrote it: change nothing in the folder during a run, and run again`
    if (this.#broken === null) this.append(entry, options)
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  /** @throws NotRun if the disk cannot store all entries */
  async commit(): Promise<void> {
    if (this.#disk?.isDurable !== false)
      await this.#disk?.commit().catch((error: unknown) => this.#break(error))
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  // Entries about results need no fsync, because the next intent's fsync includes them.
  append(entry: LedgerEntry, { durable = false } = {}): void {
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
