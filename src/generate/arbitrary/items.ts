// Draws arrays from a layout, and shrinks them.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { GenerateError } from '../generate-error.ts'
import { identity } from '../value/unique.ts'
import type { Shares } from './shares.ts'

export interface ItemsPlan {
  readonly fixed: readonly fc.Arbitrary<Json>[]
  readonly slots: readonly fc.Arbitrary<Json>[]
  readonly rest: fc.Arbitrary<Json> | null
  readonly restValues: readonly Json[] | null
  readonly min: number
  readonly max: number
  /** Maximum length of the few arrays with more than `max` elements, or null. */
  readonly full: number | null
  readonly unique: boolean
  readonly twins: readonly [number, number] | null
  readonly pointer: string
  readonly shares: Shares | null
}

interface Item {
  readonly from: fc.Arbitrary<Json>
  readonly drawn: fc.Value<Json>
  readonly free: boolean
}

const triesMax = 40
const fullOneIn = 12

export class ItemsArbitrary extends fc.Arbitrary<Json> {
  readonly #plan: ItemsPlan
  constructor(plan: ItemsPlan) {
    super()
    this.#plan = plan
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Json> {
    for (let tries = 0; tries < triesMax; tries++) {
      const items = this.#draw(random, bias)
      if (items !== null) return build(items)
    }
    throw new GenerateError(
      'No array with enough distinct elements was found: lower minItems, or allow more values',
      this.#plan.pointer,
    )
  }

  override canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  override shrink(_value: Json, context: unknown): fc.Stream<fc.Value<Json>> {
    return context === undefined ? fc.Stream.nil() : new fc.Stream(this.#simpler(context as readonly Item[]))
  }

  #draw(random: fc.Random, bias: number | undefined): Item[] | null {
    const { fixed, slots, rest, twins, min } = this.#plan
    const length = this.#length(random)
    const items: Item[] = []
    const seen = new Set<string>()
    for (let index = 0; index < Math.min(length, fixed.length); index++) {
      const from = fixed[index]
      if (from === undefined) break
      const twin = twins !== null && index === twins[1] ? items[twins[0]] : undefined
      const drawn = twin?.drawn ?? this.#distinct(from, random, bias, seen, null)
      if (drawn === null) return null
      items.push({ from, drawn, free: false })
    }
    if (length <= fixed.length && slots.length === 0) return items
    const behind: Item[] = []
    for (const from of slots) {
      const drawn = this.#distinct(from, random, bias, seen, null)
      if (drawn === null) return null
      behind.push({ from, drawn, free: false })
    }
    while (rest !== null && items.length + behind.length < length) {
      const drawn = this.#distinct(rest, random, bias, seen, this.#plan.restValues)
      if (drawn === null) break
      behind.splice(slots.length === 0 ? behind.length : random.nextInt(0, behind.length), 0, {
        from: rest,
        drawn,
        free: true,
      })
    }
    items.push(...behind)
    return items.length < min ? null : items
  }

  #length(random: fc.Random): number {
    const { min, max, full, shares } = this.#plan
    if (shares !== null) return shares.size(random, min, full ?? max)
    if (full === null || random.nextInt(1, fullOneIn) > 1) return random.nextInt(min, max)
    return random.nextInt(0, 1) === 0 ? full : random.nextInt(max + 1, full)
  }

  #distinct(
    from: fc.Arbitrary<Json>,
    random: fc.Random,
    bias: number | undefined,
    seen: Set<string>,
    values: readonly Json[] | null,
  ): fc.Value<Json> | null {
    if (!this.#plan.unique) return from.generate(random, bias)
    for (let tries = 0; tries < triesMax; tries++) {
      const drawn = from.generate(random, tries < 4 ? bias : undefined)
      const key = identity(drawn.value_)
      if (seen.has(key)) continue
      seen.add(key)
      return drawn
    }
    const left = (values ?? []).filter((value) => !seen.has(identity(value)))
    if (left.length === 0) return null
    const value = left[random.nextInt(0, left.length - 1)] ?? null
    seen.add(identity(value))
    return new fc.Value(value, undefined)
  }

  *#simpler(items: readonly Item[]): IterableIterator<fc.Value<Json>> {
    const { min, fixed, slots, twins } = this.#plan
    const bound = items.length - min
    const free = items.filter((item) => item.free).length
    if (free > 1 && bound > 1) yield build(dropFree(items, Math.min(free, bound)))
    if (bound > 0) {
      for (const [index, item] of items.entries()) {
        if (item.free) yield build(items.toSpliced(index, 1))
      }
      if (free === 0 && slots.length === 0 && items.length <= fixed.length) {
        if (bound > 1) yield build(items.slice(0, min))
        yield build(items.slice(0, -1))
      }
    }
    // This map avoids a slow comparison of each smaller value with all elements.
    const taken = new Map(
      this.#plan.unique ? items.map(({ drawn }, index) => [identity(drawn.value_), index]) : [],
    )
    for (const [index, item] of items.entries()) {
      if (index === twins?.[1]) continue
      for (const smaller of item.from.shrink(item.drawn.value_, item.drawn.context)) {
        const owner = this.#plan.unique ? taken.get(identity(smaller.value_)) : undefined
        if (owner !== undefined && owner !== index) continue
        const next = items.with(index, { ...item, drawn: smaller })
        const twin = twins !== null && index === twins[0] ? next[twins[1]] : undefined
        const whole =
          twins !== null && twin !== undefined ? next.with(twins[1], { ...twin, drawn: smaller }) : next
        yield build(whole)
      }
    }
  }
}

function dropFree(items: readonly Item[], count: number): Item[] {
  let left = count
  return items.filter((item) => !item.free || --left < 0)
}

function build(items: readonly Item[]): fc.Value<Json> {
  return new fc.Value<Json>(
    items.map((item) => item.drawn.value_),
    items,
  )
}
