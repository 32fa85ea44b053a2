// Parts that were left out or not understood. They do not prevent loading.
import { clip } from '../../../base/clip.ts'
import { limits } from '../source/limits.ts'

export interface Remark {
  /** JSON pointer in the form of `sourceOf`. */
  readonly pointer: string
  readonly message: string
}

export class Remarks {
  readonly #all = new Map<string, Remark>()

  /** Adds a remark once for each location and text. */
  add(pointer: string, message: string): void {
    if (this.#all.size > limits.messagesMax) return
    const remark =
      this.#all.size === limits.messagesMax
        ? { pointer: '#', message: 'there are more remarks: they are left out' }
        : { pointer, message: clip(message, limits.messageCharactersMax) }
    this.#all.set(`${remark.pointer} ${remark.message}`, remark)
  }

  list(): readonly Remark[] {
    return [...this.#all.values()]
  }
}
