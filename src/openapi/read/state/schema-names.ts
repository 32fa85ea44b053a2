// Names the schemas that are targets of references.
import { nameOf } from '../../../base/json.ts'
import { type Place, shownPlace } from '../source/source-file.ts'

export class SchemaNames {
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #numbers = new Map<string, number>()
  readonly #waiting: { readonly name: string; readonly place: Place }[] = []

  /** The name needs no escapes in a `$ref`. */
  nameOf(place: Place): string {
    const key = shownPlace(place)
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const name = this.#free(plainName(place))
    this.#names.set(key, name)
    this.#taken.add(name)
    this.#waiting.push({ name, place })
    return name
  }

  next(): { readonly name: string; readonly place: Place } | undefined {
    return this.#waiting.pop()
  }

  #free(name: string): string {
    let [free, number] = [name, this.#numbers.get(name) ?? 1]
    while (this.#taken.has(free)) {
      number += 1
      free = `${name}_${number}`
    }
    this.#numbers.set(name, number)
    return free
  }
}

// The name `__proto__` could set the prototype of an object.
function plainName({ file, pointer }: Place): string {
  const last = nameOf(pointer.slice(pointer.lastIndexOf('/') + 1))
  const text = pointer === '' ? (/([^/]*?)(?:\.\w+)?$/.exec(file.name)?.[1] ?? '') : last
  const plain = text.replace(/[^A-Za-z0-9._-]+/g, '_')
  return plain === '' || plain === '__proto__' ? 'schema' : plain
}
