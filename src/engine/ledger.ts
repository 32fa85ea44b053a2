// The ledger: on disk before each create, so that whatever a killed run leaves behind can be found and removed.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { ConfigurationError } from '../base/error.ts'
import type { JsonObject } from '../base/json.ts'
import { parse } from '../base/json.ts'

export type ResourceKind = 'event-stream' | 'rate-limit-policy' | 'phone-templates'

/** One line of the ledger. */
export type LedgerEntry =
  | {
      readonly entry: 'run'
      readonly marker: string
      readonly baseUrl: string
      readonly profile: string | null
    }
  | { readonly entry: 'intent'; readonly number: number; readonly kind: ResourceKind; readonly name: string }
  | { readonly entry: 'created'; readonly number: number; readonly kind: ResourceKind; readonly id: string }
  | { readonly entry: 'refused'; readonly number: number }
  | { readonly entry: 'deleted'; readonly kind: ResourceKind; readonly id: string }
  | { readonly entry: 'templates'; readonly source: 'read' | 'defaults'; readonly original: JsonObject }
  | { readonly entry: 'templates-restored' }

export class Ledger {
  readonly #file: string | null
  #descriptor: number | null = null
  #number = 0

  constructor(file: string | null) {
    this.#file = file
  }

  /**
   * Opens a new ledger.
   * @throws ConfigurationError where an earlier run's ledger has not been swept, or the file can't be written
   */
  open(first: LedgerEntry & { readonly entry: 'run' }): void {
    if (this.#file === null) return
    if (existsSync(this.#file))
      throw new ConfigurationError(
        `${this.#file} shows that an earlier run did not clean up: remove what it left with \`tenant-conformance sweep --report-dir ${dirname(this.#file)}\` first.`,
      )
    try {
      mkdirSync(dirname(this.#file), { recursive: true })
      this.#descriptor = openSync(this.#file, 'ax', 0o600)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      throw new ConfigurationError(
        `The report folder ${dirname(this.#file)} can't be written (${code}): give another one with --report-dir.`,
      )
    }
    this.#append(first)
  }

  /** Notes that a resource is about to be created. Returns the number that the outcome refers to. */
  intend(kind: ResourceKind, name: string): number {
    this.#number += 1
    this.#append({ entry: 'intent', number: this.#number, kind, name })
    return this.#number
  }

  created(number: number, kind: ResourceKind, id: string): void {
    this.#append({ entry: 'created', number, kind, id })
  }

  refused(number: number): void {
    this.#append({ entry: 'refused', number })
  }

  deleted(kind: ResourceKind, id: string): void {
    this.#append({ entry: 'deleted', kind, id })
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

/** The entries of a ledger file; a last line that was cut off by a kill is left out. */
export function readLedger(file: string): LedgerEntry[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const parsed = parse(line)
      return parsed.ok ? [parsed.value as unknown as LedgerEntry] : []
    })
}
