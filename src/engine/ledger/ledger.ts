// The ledger: on disk before each create, so that whatever a killed run leaves behind can be found and removed.
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
  /** Of the file, all of which this process or an earlier one of the run has written. */
  #bytes = 0
  /** Which file it is. */
  #inode = 0
  #broken: string | null = null
  /** Whether anything would be left that a power cut must not hide: a tenant of this process ends with it. */
  #outlived = true
  #number = 0
  /** Creations without an outcome. */
  readonly #intents = new Map<number, Intent>()
  readonly #doubtful = new Set<number>()

  /**
   * @param file null for a ledger that is kept in memory only
   * @param told hears of each entry
   */
  constructor(file: string | null, mask: SecretMask, told: (entry: LedgerEntry) => void = () => undefined) {
    this.#file = file
    this.#mask = mask
    this.#told = told
  }

  /** Why nothing more can be written down, so that nothing more is made; null while all can. */
  get broken(): string | null {
    return this.#broken
  }

  /**
   * Opens a new ledger, and holds its folder until it is closed.
   * @param mayStay kinds of which an earlier run may have left some behind, with the fixtures that would have removed them
   * @throws ConfigurationError where an earlier run's ledger has not been swept, another process holds the folder, or the
   *   file can't be written
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
   * Goes on with a claimed ledger of another process.
   * @throws ConfigurationError where it can't be written: what is removed would not be noted
   */
  resume({ leftovers, wholeBytes, unended }: LedgerContents): void {
    const file = this.#file
    if (file === null) return
    for (const intent of leftovers.intents) this.#intents.set(intent.number, intent)
    try {
      const descriptor = openSync(file, 'a')
      this.#begin(descriptor, wholeBytes)
      // What a kill cut off must not swallow the next line.
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
   * Notes that a resource is about to be created, and waits for the disk, together with others that do. Returns the number
   * that the outcome refers to.
   * @throws NotRun where it can't be written down, so that it must not be created
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
    // Without a name that tells whose it is, or an intent, the id alone finds it again.
    const durable = this.#intents.get(number)?.unnamed ?? number === 0
    this.#intents.delete(number)
    this.#append({ entry: 'created', number, kind, id: this.#mask.mask(id) }, { durable })
  }

  /** Nothing was created. */
  refused(number: number): void {
    if (this.#intents.delete(number)) this.#append({ entry: 'refused', number })
  }

  /** The answer to a creation shows no id. */
  unclear(number: number, certainty: CreationOutcome): void {
    if (certainty === 'nothing') this.refused(number)
    else if (certainty === 'doubtful') this.#doubtful.add(number)
  }

  /** Nothing can tell whether doubtful creations happened: most likely they did not. */
  settleDoubts(kind: ResourceKind): void {
    for (const { number } of this.unresolved(kind)) if (this.#doubtful.has(number)) this.refused(number)
  }

  /** Creations of which it is not known whether they happened. */
  unresolved(kind: ResourceKind): readonly Intent[] {
    return [...this.#intents.values()].filter((intent) => intent.kind === kind)
  }

  deleted(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'deleted', kind, id: this.#mask.mask(id) })
  }

  /** Nobody has to remove it any more. */
  absent(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'absent', kind, id: this.#mask.mask(id) })
  }

  /** A resource that a creation was answered with is not the run's: it is not to be removed. */
  disowned(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'disowned', kind, id: this.#mask.mask(id) }, { durable: true })
  }

  /**
   * Notes a name in which nothing tells whose it is, before one is given it.
   * @throws NotRun where it can't be written down, so that it must not be sent
   */
  renamed(kind: ResourceKind, id: string, name: string): void {
    const entry = { entry: 'renamed', kind, id: this.#mask.mask(id), digest: digestOf(name) } as const
    this.#demand(entry)
  }

  /**
   * Notes what a resource of which there is one holds, before it is changed.
   * @throws NotRun where it can't be written down, so that it must not be changed
   */
  saved(kind: ResourceKind, { source, original }: Saved): void {
    this.#demand({ entry: 'saved', kind, source, original }, { durable: true })
  }

  /**
   * Notes values in which nothing tells whose they are, before they are sent to what there is one of. A kill of the process
   * leaves them; they are not worth a wait for the disk.
   * @throws NotRun where they can't be written down, so that they must not be sent
   */
  sent(kind: ResourceKind, digests: readonly string[]): void {
    this.#demand({ entry: 'sent', kind, digests })
  }

  restored(kind: ResourceKind): void {
    this.#append({ entry: 'restored', kind })
  }

  /** Closes the ledger, and removes it where nothing is left behind; lets go of its folder. */
  close(leftBehind: boolean): void {
    if (this.#descriptor === null || this.#file === null) return
    const ours = this.#stands()
    closeSync(this.#descriptor)
    this.#descriptor = null
    this.#group = null
    try {
      if (!leftBehind && ours) rmSync(this.#file, { force: true })
    } catch {
      // A sweep will find nothing to do.
    }
    this.#release()
  }

  /** @throws NotRun where the entry is not written afterwards */
  #demand(entry: LedgerEntry, options: { readonly durable?: boolean } = {}): void {
    if (this.#descriptor !== null && this.#broken === null && !this.#isWhole())
      this.#broken = `the ledger ${this.#file} was removed or changed while the run wrote it: leave its folder alone, and run again`
    if (this.#broken === null) this.#append(entry, options)
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  /** @throws NotRun where what was written is not on disk */
  async #committed(): Promise<void> {
    if (this.#outlived) await this.#group?.commit().catch((error: unknown) => this.#break(error))
    if (this.#broken !== null) throw new NotRun(this.#broken)
  }

  // What became of a creation is known from its intent, too, which is on disk: a later process asks the tenant. So it waits
  // for the disk with the next intent; a kill of the process loses nothing of it.
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

  /** Writes all of it or nothing. */
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

  /** Whether the file that stands in the ledger's place is the one that is written. */
  #stands(): boolean {
    return this.#standing()?.ino === this.#inode
  }

  #isWhole(): boolean {
    const standing = this.#standing()
    return standing?.ino === this.#inode && standing.size === this.#bytes
  }

  #standing(): Stats | undefined {
    // A folder may have become a file, or be out of reach.
    try {
      return this.#file === null ? undefined : statSync(this.#file)
    } catch {
      return undefined
    }
  }
}

/** A ledger that an earlier process left, in a folder that this one holds until it releases it. */
interface Claimed {
  readonly contents: LedgerContents
  readonly release: Release
}

/**
 * Takes over what an earlier process left. Null where there is no ledger.
 * @throws ConfigurationError where a living process holds the folder, or it is no ledger that can be swept
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

// What speaks of nothing that could be left is no obstacle: a run that was killed before its first line was written,
// and a tenant that ended with its run.
function clear(file: string, mayStay: ReadonlyMap<ResourceKind, string>): void {
  const contents = readLedger(file)
  if (contents === null) return
  if (contents.first !== null && !contents.first.embedded && !isAllExcused(contents, mayStay))
    throw new ConfigurationError(
      `${file} shows that an earlier run did not clean up: remove what it left with \`tenant-conformance sweep --report-dir ${dirname(file)}\` first; what nothing can remove may stay where the profile says so (leftovers), which run --write-gaps writes.`,
    )
  rmSync(file)
}

/** Whether all that is left may stay, and nothing could have removed it. */
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

// The name of a new file is on disk only when its folder is.
function persistEntryOf(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } catch {
    // Not every file system can do this for a folder.
  } finally {
    closeSync(descriptor)
  }
}
