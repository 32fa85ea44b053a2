// Makes the values of any generator shrink by a function.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import type { Floors } from './shrinker.ts'

class Course {
  readonly tried = new Set<string>()
  readonly floors: Floors = new Map()
}

export class ShrinkingArbitrary extends fc.Arbitrary<Json> {
  readonly #inner: fc.Arbitrary<Json>
  readonly #passes: (value: Json) => boolean
  readonly #simpler: (value: Json, floors: Floors) => IterableIterator<Json>

  constructor(
    inner: fc.Arbitrary<Json>,
    passes: (value: Json) => boolean,
    simpler: (value: Json, floors: Floors) => IterableIterator<Json>,
  ) {
    super()
    this.#inner = inner
    this.#passes = passes
    this.#simpler = simpler
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Json> {
    return new fc.Value(this.#inner.generate(random, bias).value_, new Course())
  }

  override canShrinkWithoutContext(value: unknown): value is Json {
    return this.#passes(value as Json)
  }

  override shrink(value: Json, context: unknown): fc.Stream<fc.Value<Json>> {
    return new fc.Stream(this.#passing(value, context instanceof Course ? context : new Course()))
  }

  *#passing(value: Json, course: Course): IterableIterator<fc.Value<Json>> {
    const { tried, floors } = course
    tried.add(JSON.stringify(value))
    for (const candidate of this.#simpler(value, floors)) {
      const text = JSON.stringify(candidate)
      if (tried.has(text) || !this.#passes(candidate)) continue
      tried.add(text)
      yield new fc.Value(candidate, course)
    }
  }
}
