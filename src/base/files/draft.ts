// A file that is being written: beside its place until it is whole, or in its place where what is there so far is worth having.
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { unguessable } from '../chance.ts'

export interface DraftOptions {
  /** Permissions; default: what the umask leaves. */
  readonly mode?: number
  /** Whether it stands in its place from the start, over what was there. */
  readonly inPlace?: boolean
}

const bufferCharactersMax = 65_536

/** Every method throws the system's error where it can't do what it says. */
export class Draft {
  readonly place: string
  readonly #path: string
  readonly #descriptor: number
  #waiting: string[] = []
  #waitingCharacters = 0
  #open = true
  /** Whether all that was handed over was taken. */
  #sound = true

  constructor(place: string, { mode, inPlace = false }: DraftOptions = {}) {
    this.place = place
    this.#path = inPlace ? place : join(dirname(place), `.${basename(place)}.${unguessable(4)}.tmp`)
    // A link is replaced, and what it leads to is left alone.
    if (inPlace) rmSync(place, { force: true })
    this.#descriptor = openSync(this.#path, 'wx', mode)
  }

  /** Adds to it; what is little waits for more. */
  write(text: string): void {
    this.#waiting.push(text)
    this.#waitingCharacters += text.length
    if (this.#waitingCharacters > bufferCharactersMax) this.flush()
  }

  /** Hands what waits to the system. */
  flush(): void {
    const bytes = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#waitingCharacters = 0
    this.#sound = false
    for (let written = 0; written < bytes.length; )
      written += writeSync(this.#descriptor, bytes, written, bytes.length - written)
    this.#sound = true
  }

  /** Has all of it on the disk; nothing more can be written. */
  finish(): void {
    if (!this.#open) return
    this.flush()
    fsyncSync(this.#descriptor)
    this.#close()
  }

  /** Puts what was finished in its place. */
  commit(): void {
    if (this.#path !== this.place) renameSync(this.#path, this.place)
  }

  /** Gives it up. One that stands in its place stays as it is, unless something of it could not be written. */
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
 * Finishes all of them and puts them in their places: a reader never sees half a file, and what fails leaves those that stood
 * there as they were.
 * @throws the system's error
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

/** Gives all of them up; what can't be removed stays. */
export function discardAll(drafts: readonly Draft[]): void {
  for (const draft of drafts)
    try {
      draft.discard()
    } catch {
      // The error that led here tells more.
    }
}
