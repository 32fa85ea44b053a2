// Remarks about parts that the tool left out or did not understand. They do not prevent reading the
// document.
import { clip } from '../../../base/clip.ts'
import { limits } from '../source/limits.ts'

export interface Remark {
  /** Place in the original, in the form of `sourceOf`. */
  readonly pointer: string
  readonly message: string
}

export class Remarks {
  readonly #all = new Map<string, Remark>()

  /** Adds a remark only once for each place and text. */
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
