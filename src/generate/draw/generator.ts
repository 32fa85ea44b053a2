// Generates the instances of one schema.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { BoundedFilter, yields } from '../arbitrary/bounded-filter.ts'
import { Shares } from '../arbitrary/shares.ts'
import { simplest } from '../arbitrary/simplest.ts'
import { type Conjunction, conjunction, is } from '../branch/demand.ts'
import { GenerateError } from '../generate-error.ts'
import { type Complaint, complainsOf, secondOpinion } from '../judge/second-opinion.ts'
import { Validator } from '../judge/validator.ts'
import { Rules } from '../keyword/rules.ts'
import { hostileNames, hostileTexts } from '../leaf/hostile.ts'
import { TextFactory } from '../leaf/text.ts'
import type { GenerateOptions } from '../options.ts'
import { isRecursive } from '../schema/recursion.ts'
import { SchemaSet } from '../schema/schema-set.ts'
import { Shrinker } from '../shrink/shrinker.ts'
import { ShrinkingArbitrary } from '../shrink/shrinking.ts'
import { simplerTogether } from '../shrink/together.ts'
import { Builder } from './builder.ts'
import { Planner } from './planner.ts'

/** Maximum depth for a schema without recursion. */
const levelsMax = 40
const recursiveLevels = 4

export class Generator {
  readonly set: SchemaSet
  readonly planner: Planner
  readonly validator: Validator
  readonly builder: Builder
  readonly options: GenerateOptions
  readonly #shrinker: Shrinker
  readonly #fuel: number

  constructor(schema: unknown, options: GenerateOptions, withSecondOpinion = true) {
    const { exclude, hostile = true, sizeMax, weight } = options
    const shares = weight === undefined ? null : new Shares(weight)
    this.options = options
    this.set = new SchemaSet(schema, options)
    const texts = TextFactory.shared(exclude, sizeMax, hostile ? hostileTexts : [], weight)
    const names = TextFactory.shared(
      exclude,
      Math.min(sizeMax ?? 12, 12),
      hostile ? hostileNames : [],
      undefined,
    )
    this.planner = new Planner(this.set, new Rules(options.keywords, options.formats), texts, names, shares)
    this.builder = new Builder(this.planner, options)
    this.#shrinker = new Shrinker(this.planner, (demands) => this.#simplestOf(demands))
    this.validator = new Validator(
      this.set,
      this.planner.evaluator,
      withSecondOpinion
        ? secondOpinion(schema, options.schemas ?? [], options.dialect, this.planner.rules)
        : null,
    )
    const recursive = isRecursive(this.set)
    const depth = recursive ? this.planner.depthOf(this.whole) : 0
    this.#fuel = recursive
      ? (depth === Infinity ? 0 : depth) + (options.depthMax ?? recursiveLevels)
      : levelsMax
  }

  get whole(): Conjunction {
    return conjunction([is(this.set.root)])
  }

  arbitrary(demands: Conjunction, hint?: Json): fc.Arbitrary<Json> {
    return this.builder.root(demands, this.#fuel, hint)
  }

  possible(demands: Conjunction): boolean {
    return this.planner.possible(demands, this.#fuel) || this.planner.depthOf(demands) !== Infinity
  }

  /** Returns whether Ajv also accepts the value, or refuses it for the given reason. */
  undisputed(value: Json, reason: Complaint | null): boolean {
    const { second } = this.validator
    if (second === null) return true
    const complaints = second(value)
    return reason === null ? complaints.length === 0 : complainsOf(complaints, reason)
  }

  valid(): fc.Arbitrary<Json> {
    const { drawn, passes } = this.#accepted()
    return this.shrinking(drawn, this.whole, passes)
  }

  /** @throws GenerateError if no valid instance is found */
  base(): Json {
    return simplest(this.#accepted().drawn)
  }

  #accepted(): { drawn: fc.Arbitrary<Json>; passes: (value: Json) => boolean } {
    const accepts = (value: Json): boolean => this.validator.accepts(value)
    const agreed = (value: Json): boolean => accepts(value) && this.undisputed(value, null)
    const drawn = this.arbitrary(this.whole)
    const passes =
      this.validator.second === null || !yields(new BoundedFilter(drawn, agreed)) ? accepts : agreed
    return { drawn: new BoundedFilter(drawn, passes), passes }
  }

  /** With overrides, the arbitraries of the caller decide how values shrink. */
  shrinking(
    inner: fc.Arbitrary<Json>,
    demands: Conjunction,
    passes: (value: Json) => boolean,
  ): fc.Arbitrary<Json> {
    if (Object.keys(this.options.overrides ?? {}).length > 0) return inner
    const { exclude } = this.options
    const allowed =
      exclude === undefined ? passes : (value: Json) => !this.planner.excludes(value) && passes(value)
    const shrinker = this.#shrinker
    return new ShrinkingArbitrary(inner, allowed, function* (value, floors) {
      yield* shrinker.simpler(demands, value, floors)
      yield* simplerTogether(value)
    })
  }

  simplest(): Json | null {
    try {
      return simplest(new BoundedFilter(this.arbitrary(this.whole), (value) => this.validator.accepts(value)))
    } catch (error) {
      if (error instanceof GenerateError) return null
      throw error
    }
  }

  #simplestOf(demands: Conjunction): Json | undefined {
    if (!this.planner.possible(demands, this.#fuel)) return undefined
    try {
      return simplest(this.arbitrary(demands))
    } catch (error) {
      if (error instanceof GenerateError) return undefined
      throw error
    }
  }
}
