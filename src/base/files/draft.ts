// A file that a process still writes: a temporary file beside the final path, or the final file.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unguessable } from '../chance.ts'

export interface DraftOptions {
  /** Permissions of the new file. By default, the umask decides. */
  readonly mode?: number
  readonly inPlace?: boolean
}

const bufferCharactersMax = 65_536

/** All methods throw errors of the operating system. */
export class Draft {
  readonly place: string
  readonly #path: string
  readonly #descriptor: number
  #waiting: string[] = []
  #waitingCharacters = 0
  #open = true
  #sound = true

  constructor(place: string, { mode, inPlace = false }: DraftOptions = {}) {
    this.place = place
    this.#path = inPlace ? place : join(dirname(place), `.${basename(place)}.${unguessable(4)}.tmp`)
    // Replaces a symbolic link, and not its target.
    if (inPlace) rmSync(place, { force: true })
    this.#descriptor = openSync(this.#path, 'wx', mode)
  }

  write(text: string): void {
    this.#waiting.push(text)
    this.#waitingCharacters += text.length
    if (this.#waitingCharacters > bufferCharactersMax) this.flush()
  }

  flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#waitingCharacters = 0
    this.#sound = false
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written)
    this.#sound = true
  }

  finish(): void {
    if (!this.#open) return
    this.flush()
    fsyncSync(this.#descriptor)
    this.#close()
  }

  commit(): void {
    if (this.#path !== this.place) renameSync(this.#path, this.place)
  }

  discard(): void {
    this.#close()
    if (this.#path !== this.place || !this.#sound) rmSync(this.#path, { force: true })
  }

  #close(): void {
    if (this.#open) closeSync(this.#descriptor)
    this.#open = false
  }
}

/**
 * Completes all files, then renames them, so readers see no partial file. A failed write keeps the old files.
 * @throws the error of the operating system
 */
export function commitAll(drafts: readonly Draft[]): void {
  try {
    for (const draft of drafts) draft.finish()
    for (const draft of drafts) draft.commit()
  } catch (error) {
    discardAll(drafts)
    throw error
  }
}

export function discardAll(drafts: readonly Draft[]): void {
  for (const draft of drafts)
    try {
      draft.discard()
    } catch {
      // This error is ignored, because the caller reports the earlier error that made it discard the drafts.
    }
}
