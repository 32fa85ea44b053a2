// The ledger: on disk before each creation, so that a killed run's resources can be removed.
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  lstatSync,
  openSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError, codeOf, reasonOf } from '../../base/error.ts'
import { makeFolder } from '../../base/files/folder.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import { NotRun } from '../../oracle/index.ts'
import type { CreationOutcome } from './creation-outcome.ts'
import { lockFolder, type Release } from './folder-lock.ts'
import { GroupCommit } from './group-commit.ts'
import {
  digestOf,
  type Intent,
  type LedgerEntry,
  type LedgerRun,
  type ResourceKind,
  type Saved,
} from './ledger-entry.ts'
import { type LedgerContents, readLedger } from './ledger-file.ts'

export class Ledger {
  readonly #file: string | null
  readonly #mask: SecretMask
  readonly #told: (entry: LedgerEntry) => void
  #descriptor: number | null = null
  #group: GroupCommit | null = null
  #release: Release = () => undefined
  /** Size, if only this run wrote. */
  #bytes = 0
  #inode = 0
  #broken: string | null = null
  /** False if the tenant ends with this process, so that a power cut leaves nothing. */
  #outlived = true
  #number = 0
  readonly #intents = new Map<number, Intent>()
  readonly #doubtful = new Set<number>()

  /**
   * @param file null for a ledger in memory
   * @param told called with each entry
   */
  constructor(file: string | null, mask: SecretMask, told: (entry: LedgerEntry) => void = () => undefined) {
    this.#file = file
    this.#mask = mask
    this.#told = told
  }

  /** The reason why nothing can be written, hence created; null if it can. */
  get broken(): string | null {
    return this.#broken
  }

  /**
   * Starts a ledger; locks its folder until `close`.
   * @param mayStay kinds that an earlier run may have left, with the fixtures that remove them
   * @throws ConfigurationError if an earlier ledger needs a sweep, another process holds the folder, or the file cannot be
   * written
   */
  async open(first: LedgerRun, mayStay: ReadonlyMap<ResourceKind, string> = new Map()): Promise<void> {
    const file = this.#file
    if (file === null) return
    this.#outlived = !first.embedded
    const folder = dirname(file)
    try {
      makeFolder(folder)
      this.#release = await lockFolder(folder)
      clear(file, mayStay)
      this.#begin(openSync(file, 'ax', 0o600), 0)
      this.#write(first, true)
      persistEntryOf(folder)
    } catch (error) {
      if (this.#descriptor === null) this.#release()
      else this.close(false)
      if (error instanceof ConfigurationError) throw error
      throw new ConfigurationError(
        `The report folder ${folder} can't be written (${reasonOf(error)}): give another one with --report-dir.`,
      )
    }
  }

  /**
   * Continues a claimed ledger.
   * @throws ConfigurationError if it cannot be written
   */
  resume({ leftovers, wholeBytes, unended }: LedgerContents): void {
    const file = this.#file
    if (file === null) return
    for (const intent of leftovers.intents) this.#intents.set(intent.number, intent)
    try {
      const descriptor = openSync(file, 'a')
      this.#begin(descriptor, wholeBytes)
      // A kill may have cut off the last line.
      ftruncateSync(descriptor, wholeBytes)
      if (unended) this.#writeText('\n', true)
    } catch (error) {
      this.close(true)
      throw new ConfigurationError(
        `${file} can't be written (${reasonOf(error)}): make sure that this user may write it, and sweep again.`,
      )
    }
  }

  /**
   * Call before a creation; waits for the disk. Returns the number for the outcome.
   * @throws NotRun if that fails: do not create
   */
  async intend(kind: ResourceKind, name: string, { unnamed = false } = {}): Promise<number> {
    this.#number += 1
    const intent: Intent = {
      entry: 'intent',
      number: this.#number,
      kind,
      name: this.#mask.mask(name),
      ...(unnamed ? { unnamed } : {}),
    }
    this.#demand(intent)
    this.#intents.set(intent.number, intent)
    await this.#committed().catch((error: unknown) => {
      this.#intents.delete(intent.number)
      throw error
    })
    return intent.number
  }

  created(number: number, kind: ResourceKind, id: string): void {
    // Without name or intent, only the id finds the resource again.
    const durable = this.#intents.get(number)?.unnamed ?? number === 0
    this.#intents.delete(number)
    this.#append({ entry: 'created', number, kind, id: this.#mask.mask(id) }, { durable })
  }

  refused(number: number): void {
    if (this.#intents.delete(number)) this.#append({ entry: 'refused', number })
  }

  /** The response shows no id. */
  unclear(number: number, certainty: CreationOutcome): void {
    if (certainty === 'nothing') this.refused(number)
    else if (certainty === 'doubtful') this.#doubtful.add(number)
  }

  /** No list can show doubtful creations, which probably failed. */
  settleDoubts(kind: ResourceKind): void {
    for (const { number } of this.unresolved(kind)) if (this.#doubtful.has(number)) this.refused(number)
  }

  /** Creations with unknown outcome. */
  unresolved(kind: ResourceKind): readonly Intent[] {
    return [...this.#intents.values()].filter((intent) => intent.kind === kind)
  }

  deleted(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'deleted', kind, id: this.#mask.mask(id) })
  }

  /** It needs no removal. */
  absent(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'absent', kind, id: this.#mask.mask(id) })
  }

  /** It belongs to others: do not remove. */
  disowned(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'disowned', kind, id: this.#mask.mask(id) }, { durable: true })
  }

  /**
   * Call before sending a name without the marker.
   * @throws NotRun if that fails: do not send
   */
  renamed(kind: ResourceKind, id: string, name: string): void {
    const entry = { entry: 'renamed', kind, id: this.#mask.mask(id), digest: digestOf(name) } as const
    this.#demand(entry)
  }

  /**
   * Call before changing a singleton.
   * @throws NotRun if that fails: do not change
   */
  saved(kind: ResourceKind, { source, original }: Saved): void {
    this.#demand({ entry: 'saved', kind, source, original }, { durable: true })
  }

  /**
   * Call before sending values without the marker to a singleton. Entries survive a kill, not a power cut.
   * @throws NotRun if that fails: do not send
   */
  sent(kind: ResourceKind, digests: readonly string[]): void {
    this.#demand({ entry: 'sent', kind, digests })
  }

  restored(kind: ResourceKind): void {
    this.#append({ entry: 'restored', kind })
  }

  /** Removes the ledger unless something is left. */
  close(leftBehind: boolean): void {
    if (this.#descriptor === null || this.#file === null) return
    const ours = this.#stands()
    closeSync(this.#descriptor)
    this.#descriptor = null
    this.#group = null
    try {
      if (!leftBehind && ours) rmSync(this.#file, { force: true })
    } catch {
      // A sweep then finds nothing to do.
    }
    this.#release()
  }

  /** @throws NotRun unless the entry is written */
  #demand(entry: LedgerEntry, options: { readonly durable?: boolean } = {}): void {
    if (this.#descriptor !== null && this.#broken === null && !this.#isWhole())
      this.#broken = `the ledger ${this.#file} was removed or changed while the run wrote it: leave its folder alone, and run again`
    if (this.#broken === null) this.#append(entry, options)
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  /** @throws NotRun unless all entries are durable */
  async #committed(): Promise<void> {
    if (this.#outlived) await this.#group?.commit().catch((error: unknown) => this.#break(error))
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  // Outcomes become durable with the next intent. Without them, a later process asks the tenant; a kill loses none.
  #append(entry: LedgerEntry, { durable = false } = {}): void {
    this.#told(entry)
    if (this.#broken !== null) return
    try {
      this.#write(entry, durable)
    } catch (error) {
      this.#break(error)
    }
  }

  #break(error: unknown): void {
    this.#broken ??= `the ledger ${this.#file} can't be written (${reasonOf(error)}): make room, or give another folder with --report-dir`
  }

  #begin(descriptor: number, bytes: number): void {
    this.#descriptor = descriptor
    this.#group = GroupCommit.of(descriptor)
    this.#bytes = bytes
    this.#inode = this.#file === null ? 0 : statSync(this.#file).ino
  }

  #write(entry: LedgerEntry, durable: boolean): void {
    if (this.#descriptor !== null) this.#writeText(`${jsonText(entry)}\n`, durable)
  }

  /** Writes all or nothing. */
  #writeText(text: string, durable: boolean): void {
    if (this.#descriptor === null) return
    const bytes = Buffer.from(text)
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#descriptor, bytes, done)
      if (durable && this.#outlived) fsyncSync(this.#descriptor)
      this.#bytes += bytes.length
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#bytes)
      throw error
    }
  }

  /** Whether the path still leads to this file. */
  #stands(): boolean {
    return this.#standing()?.ino === this.#inode
  }

  #isWhole(): boolean {
    const standing = this.#standing()
    return standing?.ino === this.#inode && standing.size === this.#bytes
  }

  #standing(): Stats | undefined {
    // The folder may be unreachable.
    try {
      return this.#file === null ? undefined : statSync(this.#file)
    } catch {
      return undefined
    }
  }
}

/** Locked until `release`. */
interface Claimed {
  readonly contents: LedgerContents
  readonly release: Release
}

/**
 * Null without a ledger.
 * @throws ConfigurationError if a live process holds the folder, or a sweep cannot use the file
 */
export async function claimLedger(file: string): Promise<Claimed | null> {
  let release: Release = () => undefined
  try {
    lstatSync(file)
    release = await lockFolder(dirname(file))
    const contents = readLedger(file)
    if (contents !== null) return { contents, release }
    release()
    return null
  } catch (error) {
    release()
    if (error instanceof ConfigurationError) throw error
    if (codeOf(error) === 'ENOENT') return null
    throw new ConfigurationError(
      `${file} can't be swept (${reasonOf(error)}): give the folder of a run with --report-dir, and make sure that this user may write there.`,
    )
  }
}

// Removes a ledger without leftovers: the run was killed before its first line, or its tenant ended with it.
function clear(file: string, mayStay: ReadonlyMap<ResourceKind, string>): void {
  const contents = readLedger(file)
  if (contents === null) return
  if (contents.first !== null && !contents.first.embedded && !isAllExcused(contents, mayStay))
    throw new ConfigurationError(
      `${file} shows that an earlier run did not clean up: remove what it left with \`tenant-conformance sweep --report-dir ${dirname(file)}\` first; what nothing can remove may stay where the profile says so (leftovers), which run --write-gaps writes.`,
    )
  rmSync(file)
}

/** Whether everything may stay and had no fixture to remove it. */
function isAllExcused(
  { first, leftovers, damagedCount }: LedgerContents,
  mayStay: ReadonlyMap<ResourceKind, string>,
): boolean {
  const { resources, intents, saved } = leftovers
  const kinds = new Set([
    ...[...resources].flatMap(([kind, ids]) => (ids.length === 0 ? [] : [kind])),
    ...intents.map(({ kind }) => kind),
  ])
  const excused = [...kinds].every((kind) => {
    const remover = mayStay.get(kind)
    return remover !== undefined && first?.fixtures?.[remover] === undefined
  })
  return excused && saved.size === 0 && damagedCount === 0
}

// A new file's name is durable only after an fsync of its folder.
function persistEntryOf(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } catch {
    // Some file systems cannot do this.
  } finally {
    closeSync(descriptor)
  }
}
