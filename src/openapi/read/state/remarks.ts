// Collects remarks about parts that the tool left out.
import { clip } from '../../../base/clip.ts'
import { limits } from '../source/limits.ts'

export interface Remark {
  readonly pointer: string
  readonly message: string
}

export class Remarks {
  readonly #all = new Map<string, Remark>()

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
