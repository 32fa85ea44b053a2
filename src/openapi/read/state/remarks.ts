// Collects remarks about parts that the tool left out or did not understand.
import { clip } from '../../../base/clip.ts'
import { limits } from '../source/limits.ts'

export interface Remark {
  /** Location in the original, as `sourceOf` returns it. */
  readonly pointer: string
  readonly message: string
}

export class Remarks {
  readonly #all = new Map<string, Remark>()

  /** Adds each remark once for each location. */
  add(pointer: string, message: string): void {
    if (this.#all.size > limits.messagesMax) return
    const remark =
      this.#all.size === limits.messagesMax
        ? { pointer: '#', message: 'further remarks are left out' }
        : { pointer, message: clip(message, limits.messageCharactersMax) }
    this.#all.set(`${remark.pointer} ${remark.message}`, remark)
  }

  list(): readonly Remark[] {
    return [...this.#all.values()]
  }
}
