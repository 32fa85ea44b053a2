// A generator for one schema: everything that `valid`, `boundary` and `violation` share.
import type * as fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { BoundedFilter } from '../arbitrary/bounded-filter.ts'
import { type Conjunction, conjunction, is } from '../conjunction/demand.ts'
import { Validator } from '../judge/validator.ts'
import { hostileNames, hostileTexts } from '../leaf/hostile.ts'
import { TextFactory } from '../leaf/text.ts'
import type { GenerateOptions } from '../options.ts'
import { isRecursive } from '../schema/recursion.ts'
import { SchemaSet } from '../schema/schema-set.ts'
import { Builder } from './builder.ts'
import { Planner } from './planner.ts'

/** Levels of a schema that does not apply itself: as deep as it is. */
const levelsMax = 40
const recursiveLevels = 4

export class Generator {
  readonly set: SchemaSet
  readonly planner: Planner
  readonly validator: Validator
  readonly builder: Builder
  readonly options: GenerateOptions
  readonly #fuel: number

  constructor(schema: unknown, options: GenerateOptions) {
    const { schemas = [], annotations = [], exclude, hostile = true, sizeMax } = options
    this.options = options
    this.set = new SchemaSet(schema, schemas, annotations)
    const texts = TextFactory.shared(exclude, hostile, sizeMax, hostileTexts)
    const names = TextFactory.shared(exclude, hostile, Math.min(sizeMax ?? 12, 12), hostileNames)
    this.planner = new Planner(this.set, texts, names)
    this.builder = new Builder(this.planner, options)
    this.validator = new Validator(this.set, this.planner.evaluator, schema, schemas)
    const recursive = isRecursive(this.set)
    const depth = recursive ? this.planner.depthOf(this.whole) : 0
    this.#fuel = recursive
      ? (depth === Infinity ? 0 : depth) + (options.depthMax ?? recursiveLevels)
      : levelsMax
  }

  /** The demand that the schema itself is satisfied. */
  get whole(): Conjunction {
    return conjunction([is(this.set.root)])
  }

  /** Instances that meet `demands`; with a hint, those closest to it. */
  arbitrary(demands: Conjunction, hint?: Json): fc.Arbitrary<Json> {
    return this.builder.root(demands, this.#fuel, hint)
  }

  /** Whether `demands` can be met at all. */
  possible(demands: Conjunction): boolean {
    return this.planner.depthOf(demands) !== Infinity
  }

  /** Instances that the schema accepts. */
  valid(): fc.Arbitrary<Json> {
    return new BoundedFilter(this.arbitrary(this.whole), (value) => this.validator.accepts(value))
  }
}
