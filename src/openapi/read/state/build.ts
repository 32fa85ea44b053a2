// The state of the normalisation of a document.
import { at, isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { limits } from '../source/limits.ts'
import type { Mistakes } from '../source/mistakes.ts'
import { Resolver } from '../source/resolver.ts'
import type { Place } from '../source/source-file.ts'
import type { Sources } from '../source/sources.ts'
import { Inlined } from './inlined.ts'
import { isReference } from './members.ts'
import { Messages } from './messages.ts'
import { SchemaNames } from './schema-names.ts'

export type Dialect = '2.0' | '3.0' | '3.1'

type Make<T> = (value: JsonObject, place: Place) => T

/** No check needs these parts, so an invalid reference to them is only a remark. */
const unneeded: ReadonlySet<string | null> = new Set(['example', 'link'])

export class Build extends Messages {
  readonly dialect: Dialect
  readonly root: Json
  readonly names = new SchemaNames()
  readonly #resolver: Resolver
  /** The original places. A value without an entry is below the place of its outer value. */
  readonly places = new Map<object, Place>()
  readonly #inlined = new Inlined()
  #made = 0
  #operations = 0
  /**
   * Above 0 inside the target of a reference. Only results for targets are cached, because several references
   * can have one target.
   */
  #shared = 0

  constructor(dialect: Dialect, sources: Sources, mistakes: Mistakes) {
    super(mistakes)
    this.dialect = dialect
    this.root = sources.main.value
    this.#resolver = new Resolver(sources, mistakes)
  }

  from<T extends Json>(value: T, place: Place): T {
    if (typeof value === 'object' && value !== null) this.places.set(value, place)
    return value
  }

  placeOf(value: Json | undefined): Place | undefined {
    return typeof value === 'object' && value !== null ? this.places.get(value) : undefined
  }

  /** Limits the size of the result, because expanded references could produce too many values. */
  spend(values: number, place: Place): void {
    this.#made += values
    if (this.#made > limits.madeMax)
      this.fail(
        place,
        `with its references expanded, the document has more than ${limits.madeMax} values: split the document`,
      )
  }

  /** Limits the number of operations, because each operation needs much memory. */
  countOperation(place: Place): void {
    this.#operations += 1
    if (this.#operations > limits.operationsMax)
      this.fail(place, `the document has more than ${limits.operationsMax} operations: split the document`)
  }

  /** Makes the value once, but counts its size at each use. */
  once<T>(kind: string, value: JsonObject, place: Place, make: () => T): T {
    const known = this.#inlined.of(value, kind)
    if (known !== undefined) {
      this.spend(known.values, place)
      return known.made as T
    }
    const before = this.#made
    const made = make()
    this.#inlined.keep(value, kind, { made, values: this.#made - before })
    return made
  }

  /** Returns null after a mistake. Some generators write [] for an empty object. */
  object(value: Json | undefined, place: Place): JsonObject | null {
    if (isObject(value)) return value
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      this.remark(
        place,
        `the value is ${value === null ? 'null' : '[]'}: the tool treats it as an empty object`,
      )
      return {}
    }
    this.mistake(place, value === undefined ? 'the object is missing' : 'the value must be an object')
    return null
  }

  /** Returns {}, which allows all values, for an invalid schema. */
  schema(value: Json | undefined, place: Place): JsonObject {
    if (isObject(value)) return value
    if (value === null) this.remark(place, 'the schema is null: all values are allowed')
    else this.mistake(place, 'a schema must be an object')
    return {}
  }

  entries(value: Json | undefined, place: Place): readonly (readonly [string, Json])[] {
    if (value === undefined) return []
    const members = Object.entries(this.object(value, place) ?? {})
    this.spend(members.length, place)
    return members
  }

  list(value: Json | undefined, place: Place): readonly Json[] {
    if (value === undefined) return []
    if (Array.isArray(value)) {
      this.spend(value.length, place)
      return value
    }
    if (value === null) this.remark(place, 'the value is null: the tool treats it as an empty array')
    else this.mistake(place, 'the value must be an array')
    return []
  }

  landing(reference: string, place: Place): Place | null {
    return this.#resolver.landing(reference, place, false, this.tellMistake)
  }

  /**
   * Calls `make` with the value, or with the target of its reference. Returns null after a mistake.
   * @param kind part of the cache key; null if the result depends on more than the value
   */
  inlined<T>(kind: string | null, value: Json | undefined, place: Place, make: Make<T>): T | null {
    if (!isReference(value)) return this.#inlinedAt(kind, value, place, make)
    const tell = unneeded.has(kind) ? this.tellRemark : this.tellMistake
    const target = this.#resolver.landing(value.$ref, place, true, tell)
    if (target === null) return null
    this.#shared += 1
    const made = this.#inlinedAt(kind, at(target.file.value, target.pointer), target, make)
    this.#shared -= 1
    return made
  }

  #inlinedAt<T>(kind: string | null, value: Json | undefined, place: Place, make: Make<T>): T | null {
    const object = this.object(value, place)
    if (object === null) return null
    const makeIt = (): T => {
      this.spend(1, place)
      const made = make(object, place)
      return isObject(made) ? this.from(made, place) : made
    }
    return kind === null || this.#shared === 0 ? makeIt() : this.once(kind, object, place, makeIt)
  }
}
