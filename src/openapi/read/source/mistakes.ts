// Collects the mistakes of a document for one error.
import { clip } from '../../../base/clip.ts'
import { ConfigurationError } from '../../../base/error.ts'
import { counted } from '../../../base/text/counted.ts'
import { visible } from '../../../base/visible.ts'
import { limits } from './limits.ts'

export class Mistakes {
  readonly #all = new Set<string>()
  readonly #location: string

  constructor(location: string | null) {
    this.#location = location?.replace(/^(https?:\/\/)[^/?#]*@/i, '$1') ?? 'The OpenAPI document'
  }

  /** @throws ConfigurationError if there are too many mistakes */
  add(pointer: string, message: string): void {
    this.#all.add(shownMessage(pointer, message))
    if (this.#all.size >= limits.messagesMax) this.raise()
  }

  /** @throws ConfigurationError with the first mistakes and the number of the others, if there are any */
  raise(): void {
    const { size } = this.#all
    if (size === 0) return
    const shown = [...this.#all].slice(0, limits.mistakesShown)
    const name = visible(this.#location)
    if (size === 1)
      throw new ConfigurationError(`${name} can't be used: ${shown[0]?.replace(/^#: /, '') ?? ''}`)
    throw new ConfigurationError(
      `${name} can't be used: correct ${counted(size, 'mistake')}.`,
      size === shown.length ? shown : [...shown, `… and ${size - shown.length} more`],
    )
  }

  fail(pointer: string, message: string): never {
    this.add(pointer, message)
    this.raise()
    throw new Error('a mistake was not raised')
  }
}

/** Names can be long, and can contain control characters. */
function shownMessage(pointer: string, message: string): string {
  const half = limits.messageCharactersMax
  return `${visible(clip(pointer, half))}: ${visible(clip(message, half))}`
}
