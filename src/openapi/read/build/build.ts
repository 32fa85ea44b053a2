// State of one normalisation: where things come from, names of schemas, remarks, mistakes.
import { at, isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { limits } from '../source/limits.ts'
import type { Mistakes } from '../source/mistakes.ts'
import { Resolver } from '../source/resolver.ts'
import { type Place, shownPlace } from '../source/source-file.ts'
import type { Sources } from '../source/sources.ts'
import { SchemaNames } from './schema-names.ts'

export interface Remark {
  /** In the source, as from `sourceOf`. */
  readonly pointer: string
  readonly message: string
}

export type Dialect = '2.0' | '3.0' | '3.1'

type Make<T> = (value: JsonObject, place: Place) => T

export class Build {
  readonly dialect: Dialect
  readonly names = new SchemaNames()
  readonly #mistakes: Mistakes
  readonly #remarks = new Map<string, Remark>()
  readonly #resolver: Resolver
  /** Sources of values, if they do not stand where the values around them say. */
  readonly #places = new WeakMap<object, Place>()
  #references = 0

  constructor(dialect: Dialect, sources: Sources, mistakes: Mistakes) {
    this.dialect = dialect
    this.#mistakes = mistakes
    this.#resolver = new Resolver(sources, mistakes)
  }

  get remarks(): readonly Remark[] {
    return [...this.#remarks.values()]
  }

  /** Records the source of a value. */
  from<T extends Json>(value: T, place: Place): T {
    if (typeof value === 'object' && value !== null) this.#places.set(value, place)
    return value
  }

  remark(place: Place, message: string): void {
    const pointer = shownPlace(place)
    this.#remarks.set(`${pointer} ${message}`, { pointer, message })
  }

  mistake(place: Place, message: string): void {
    this.#mistakes.add(shownPlace(place), message)
  }

  /** An object, or null after a mistake. */
  object(value: Json | undefined, place: Place): JsonObject | null {
    if (isObject(value)) return value
    this.mistake(place, value === undefined ? 'it is missing' : 'it must be an object')
    return null
  }

  /** Members of an optional object, without extensions. */
  entries(value: Json | undefined, place: Place): readonly (readonly [string, Json])[] {
    if (value === undefined) return []
    const object = this.object(value, place)
    return object === null ? [] : Object.entries(object).filter(([name]) => !name.startsWith('x-'))
  }

  list(value: Json | undefined, place: Place): readonly Json[] {
    if (value === undefined) return []
    if (Array.isArray(value)) return value
    this.mistake(place, 'it must be an array')
    return []
  }

  /** Where a reference leads; null after a mistake. */
  target(reference: string, place: Place): Place | null {
    this.#references += 1
    if (this.#references > limits.referencesMax)
      this.#mistakes.fail(
        shownPlace(place),
        `the document has more than ${limits.referencesMax} references: split it`,
      )
    return this.#resolver.target(reference, place)
  }

  /** Replaces references by what they lead to; null after a mistake. */
  inlined<T>(value: Json | undefined, place: Place, make: Make<T>): T | null {
    const seen = new Set<string>()
    let [here, standing] = [value, place]
    while (isReference(here)) {
      const key = shownPlace(standing)
      if (seen.has(key)) {
        this.mistake(standing, 'the reference leads back to itself: refer to a definition')
        return null
      }
      seen.add(key)
      const target = this.target(here.$ref, standing)
      if (target === null) return null
      here = at(target.file.value, target.pointer)
      standing = target
    }
    const object = this.object(here, standing)
    if (object === null) return null
    const made = make(object, standing)
    if (isObject(made) || Array.isArray(made)) this.from(made as Json, standing)
    return made
  }

  /** Where a JSON pointer of the normalised root stands in the source. */
  sourceOf(root: JsonObject, pointer: string, main: Place): string {
    let value: Json | undefined = root
    let place = main
    for (const token of pointer.split('/').slice(1)) {
      value = at(value, `/${token}`)
      const known: Place | undefined =
        typeof value === 'object' && value !== null ? this.#places.get(value) : undefined
      place = known ?? { file: place.file, pointer: `${place.pointer}/${token}` }
    }
    return shownPlace(place)
  }
}

export function isReference(value: Json | undefined): value is JsonObject & { readonly $ref: string } {
  return isObject(value) && Object.hasOwn(value, '$ref') && typeof value.$ref === 'string'
}

/** Members that are there. */
export function defined(members: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((one): one is [string, Json] => one[1] !== undefined),
  )
}
