// The state while a document is normalised.
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

/** Parts that no check needs, so an invalid reference to them is only a remark. */
const unneeded: ReadonlySet<string | null> = new Set(['example', 'link'])

export class Build extends Messages {
  readonly dialect: Dialect
  readonly root: Json
  readonly names = new SchemaNames()
  readonly #resolver: Resolver
  /** Places of values in the original, if they are not simply below the place of the outer value. */
  readonly places = new Map<object, Place>()
  readonly #inlined = new Inlined()
  #made = 0
  #operations = 0
  /**
   * If greater than 0, the current part was reached by a reference. Other references can lead to the
   * same part.
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

  /** Counts the values of the result, because expanded references could produce too many values. */
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

  /** Makes a value only once, but counts its size at each use. */
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

  /** Returns null after a mistake. Accepts [], because some generators write it for an empty object. */
  object(value: Json | undefined, place: Place): JsonObject | null {
    if (isObject(value)) return value
    if (value === null || (Array.isArray(value) && value.length === 0)) {
      this.remark(place, `it is ${value === null ? 'null' : '[]'}: it is treated as an empty object`)
      return {}
    }
    this.mistake(place, value === undefined ? 'it is missing' : 'it must be an object')
    return null
  }

  /** Returns {} if the schema is not valid. This schema allows every value. */
  schema(value: Json | undefined, place: Place): JsonObject {
    if (isObject(value)) return value
    if (value === null) this.remark(place, 'the schema is null: everything is allowed')
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
    if (value === null) this.remark(place, 'it is null: it is treated as an empty array')
    else this.mistake(place, 'it must be an array')
    return []
  }

  /** Returns the place that the reference leads to, or null after a mistake. */
  landing(reference: string, place: Place): Place | null {
    return this.#resolver.landing(reference, place, false, this.tellMistake)
  }

  /**
   * Returns the result of `make` for the value, or for the target of its reference. Null after a
   * mistake.
   * @param kind kind of the part, if the result depends only on the value and this kind; otherwise null
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
