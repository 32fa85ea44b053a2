// The ledger: on disk before each create, so that whatever a killed run leaves behind can be found and removed.
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { makeFolder } from '../base/folder.ts'
import { readInput } from '../base/input-file.ts'
import type { JsonObject } from '../base/json.ts'
import type { SecretMask } from '../base/secret-mask.ts'
import type { Certainty } from './certainty.ts'
import {
  type Intent,
  type LedgerEntry,
  type LedgerRun,
  leftoversOf,
  parseLedger,
  type ResourceKind,
} from './ledger-entry.ts'

export class Ledger {
  readonly #file: string | null
  readonly #mask: SecretMask
  #descriptor: number | null = null
  #number = 0
  /** Creations without an outcome. */
  readonly #intents = new Map<number, Intent>()
  readonly #doubtful = new Set<number>()

  /** @param file null for a ledger that is kept in memory only */
  constructor(file: string | null, mask: SecretMask) {
    this.#file = file
    this.#mask = mask
  }

  /**
   * Opens a new ledger.
   * @throws ConfigurationError where an earlier run's ledger has not been swept, or the file can't be written
   */
  open(first: LedgerRun): void {
    const file = this.#file
    if (file === null) return
    try {
      if (existsSync(file)) clear(file)
      makeFolder(dirname(file))
      this.#descriptor = openSync(file, 'ax', 0o600)
      this.#append(first)
      persistEntryOf(dirname(file))
    } catch (error) {
      if (error instanceof ConfigurationError) throw error
      throw new ConfigurationError(
        `The report folder ${dirname(file)} can't be written (${(error as NodeJS.ErrnoException).code}): give another one with --report-dir.`,
      )
    }
  }

  /** Goes on with a ledger that another process began. Returns its entries. */
  resume(): readonly LedgerEntry[] {
    if (this.#file === null) return []
    const text = readLedger(this.#file)
    const entries = parseLedger(text)
    for (const intent of leftoversOf(entries).intents) this.#intents.set(intent.number, intent)
    this.#descriptor = openSync(this.#file, 'a')
    // A line that a kill cut off must not swallow the next one.
    if (!text.endsWith('\n')) writeSync(this.#descriptor, '\n')
    return entries
  }

  /** Notes that a resource is about to be created. Returns the number that the outcome refers to. */
  intend(kind: ResourceKind, name: string): number {
    this.#number += 1
    const intent: Intent = { entry: 'intent', number: this.#number, kind, name: this.#mask.mask(name) }
    this.#intents.set(this.#number, intent)
    this.#append(intent)
    return this.#number
  }

  created(number: number, kind: ResourceKind, id: string): void {
    this.#intents.delete(number)
    this.#append({ entry: 'created', number, kind, id: this.#mask.mask(id) })
  }

  /** Nothing was created. */
  refused(number: number): void {
    if (this.#intents.delete(number)) this.#append({ entry: 'refused', number })
  }

  /** The answer to a creation shows no id. */
  unclear(number: number, certainty: Certainty): void {
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

  /** A resource that a creation was answered with is not the run's: it is not to be removed. */
  disowned(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'disowned', kind, id: this.#mask.mask(id) })
  }

  templates(source: 'read' | 'defaults', original: JsonObject): void {
    this.#append({ entry: 'templates', source, original })
  }

  templatesRestored(): void {
    this.#append({ entry: 'templates-restored' })
  }

  /** Closes the ledger; removes it where nothing is left behind. */
  close(leftBehind: boolean): void {
    if (this.#descriptor === null || this.#file === null) return
    closeSync(this.#descriptor)
    this.#descriptor = null
    if (!leftBehind) rmSync(this.#file, { force: true })
  }

  #append(entry: LedgerEntry): void {
    if (this.#descriptor === null) return
    writeSync(this.#descriptor, `${JSON.stringify(entry)}\n`)
    fsyncSync(this.#descriptor)
  }
}

/**
 * The text of a ledger.
 * @throws ConfigurationError where it can't be read
 */
export function readLedger(file: string): string {
  try {
    return readInput(file)
  } catch (error) {
    throw new ConfigurationError(
      `The ledger ${file} can't be read (${messageOf(error)}): give the folder of a run with --report-dir.`,
    )
  }
}

// What speaks of nothing that could be left is no obstacle: a run that was killed before its first line was written,
// and a tenant that ended with its run.
function clear(file: string): void {
  const text = readLedger(file)
  const [first] = parseLedger(text)
  if (first?.entry === 'run' ? !first.embedded : text.includes('\n'))
    throw new ConfigurationError(
      `${file} shows that an earlier run did not clean up: remove what it left with \`tenant-conformance sweep --report-dir ${dirname(file)}\` first.`,
    )
  rmSync(file)
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
