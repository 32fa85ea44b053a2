// Collects all mistakes of a document for one error.
import { ConfigurationError } from '../../../base/error.ts'
import { visible } from '../../../base/visible.ts'
import { limits } from './limits.ts'

export class Mistakes {
  readonly #all = new Map<string, string>()
  readonly #location: string

  /** @param location named in the error */
  constructor(location: string | null) {
    this.#location = location ?? 'The OpenAPI document'
  }

  get any(): boolean {
    return this.#all.size > 0
  }

  /**
   * @param pointer in the source: "#/paths", "other.yaml#/Thing"
   * @param message what is wrong, and what to do
   */
  add(pointer: string, message: string): void {
    this.#all.set(visible(`${pointer}: ${message}`), pointer)
  }

  /** @throws ConfigurationError with all mistakes, if there are any */
  raise(): void {
    if (!this.any) return
    const all = [...this.#all.keys()]
    const [first = ''] = all
    const name = visible(this.#location)
    if (all.length === 1) throw new ConfigurationError(`${name} can't be used: ${first.replace(/^#: /, '')}`)
    const shown = all.slice(0, limits.mistakesShown)
    const more = all.length - shown.length
    throw new ConfigurationError(
      `${name} can't be used: correct these ${all.length} mistakes.`,
      more === 0 ? shown : [...shown, `… and ${more} more`],
    )
  }

  /** Adds a mistake that ends the reading. */
  fail(pointer: string, message: string): never {
    this.add(pointer, message)
    this.raise()
    throw new Error('a mistake was not raised')
  }
}
