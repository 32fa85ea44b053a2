// Finds members of a resource that contain a text or a number.
import type { Json } from '../../../base/json.ts'
import type { Schemas } from './schemas.ts'
import { lettersOf, wordsOf } from './words.ts'

export const isScalarType = (type: string): boolean =>
  type === 'string' || type === 'integer' || type === 'number'

export class Members {
  readonly #schemas: Schemas
  readonly #types: ReadonlyMap<string, readonly string[]>

  constructor(schemas: Schemas, resource: Json | undefined) {
    this.#schemas = schemas
    const all = [...schemas.properties(resource)].map(
      ([name, node]) => [name, [...schemas.types(node)]] as const,
    )
    this.#types = new Map(all.filter(([, types]) => types.every(isScalarType)))
  }

  /** @param letters names in lower case, without punctuation */
  first(letters: readonly string[], like?: Json): string | undefined {
    const wanted = [...this.#schemas.types(like)]
    for (const one of letters) {
      const found = [...this.#types].find(([name, types]) => lettersOf(name) === one && isLike(types, wanted))
      if (found !== undefined) return found[0]
    }
    return undefined
  }

  endingIn(word: string, words: ReadonlySet<string>): string | undefined {
    const found = [...this.#types.keys()].filter((name) => {
      const own = wordsOf(name)
      return own.at(-1) === word && own.every((one) => words.has(one))
    })
    return found.length === 1 ? found[0] : undefined
  }
}

function isLike(types: readonly string[], others: readonly string[]): boolean {
  const isText = (list: readonly string[]): boolean => list.includes('string')
  return types.length === 0 || others.length === 0 || isText(types) === isText(others)
}
