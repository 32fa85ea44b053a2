// Draws objects from a layout, and shrinks them.
import fc from 'fast-check'
import type { Json } from '../../base/json.ts'
import { GenerateError } from '../generate-error.ts'
import type { Shares } from './shares.ts'

export interface MemberPlan {
  readonly name: string
  readonly value: fc.Arbitrary<Json>
}

export interface MembersPlan {
  readonly required: readonly MemberPlan[]
  readonly optional: readonly MemberPlan[]
  readonly extras: readonly { readonly names: fc.Arbitrary<string>; readonly value: fc.Arbitrary<Json> }[]
  readonly min: number
  readonly max: number
  /** One object in `extrasOneIn` gets extra members. 0 means no object. */
  readonly extrasOneIn: number
  readonly extrasMax: number
  /** Each optional member occurs in one object of `optionalOneIn`. 0 means no object. */
  readonly optionalOneIn: number
  readonly pointer: string
  readonly shares: Shares | null
}

interface Entry {
  readonly name: string
  readonly from: fc.Arbitrary<Json>
  readonly drawn: fc.Value<Json>
  readonly free: boolean
  /** Null for a fixed name. */
  readonly naming: { readonly from: fc.Arbitrary<string>; readonly drawn: fc.Value<string> } | null
}

const triesMax = 200
/** Without weights, one object in 16 gets all of its 2 to 24 optional members, and one in 16 gets none. */
const extremesOneIn = 16
const allOptionalMax = 24

export class MembersArbitrary extends fc.Arbitrary<Json> {
  readonly #plan: MembersPlan
  constructor(plan: MembersPlan) {
    super()
    this.#plan = plan
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<Json> {
    const { required, optional, min, max, optionalOneIn } = this.#plan
    const entries = required.map((member) => draw(member, random, bias, false))
    let room = max - required.length
    let needed = this.#plan.extras.length > 0 ? 0 : min - required.length
    let left = optional.length
    const start = room < left && left > 0 ? random.nextInt(0, left - 1) : 0
    const few = optionalOneIn > 0 && optional.length > 1 && optional.length <= allOptionalMax
    const shape = this.#shape(random, few)
    for (let index = 0; index < optional.length && room > 0; index++, left--) {
      const member = optional[(start + index) % optional.length]
      const chosen =
        shape === 1 || (shape !== 2 && optionalOneIn > 0 && random.nextInt(1, optionalOneIn) === 1)
      const taken = needed >= left || chosen
      if (member === undefined || !taken) continue
      entries.push(draw(member, random, bias, true))
      needed--
      room--
    }
    this.#extras(entries, random, bias)
    return build(entries)
  }

  override canShrinkWithoutContext(_value: unknown): _value is Json {
    return false
  }

  override shrink(_value: Json, context: unknown): fc.Stream<fc.Value<Json>> {
    return context === undefined ? fc.Stream.nil() : new fc.Stream(this.#simpler(context as readonly Entry[]))
  }

  // Returns 1 for all optional members, 2 for none, and another number for a random selection.
  #shape(random: fc.Random, few: boolean): number {
    if (!few) return 0
    const { shares } = this.#plan
    if (shares === null) return random.nextInt(1, extremesOneIn)
    return shares.sort(random) === 'boundary' ? random.nextInt(1, 2) : 0
  }

  #extras(entries: Entry[], random: fc.Random, bias: number | undefined): void {
    const { extras, min, max, extrasOneIn, extrasMax, optional } = this.#plan
    if (extras.length === 0) return
    const wanted = extrasOneIn > 0 && random.nextInt(1, extrasOneIn) === 1 ? random.nextInt(0, extrasMax) : 0
    const target = Math.min(max, Math.max(min, entries.length + wanted))
    for (let tries = 0; entries.length < target && tries < triesMax; tries++) {
      const extra = extras[random.nextInt(0, extras.length - 1)]
      if (extra === undefined) return
      const drawn = extra.names.generate(random, bias)
      if (entries.some((entry) => entry.name === drawn.value_)) continue
      const naming = { from: extra.names, drawn }
      entries.push({ ...draw({ name: drawn.value_, value: extra.value }, random, bias, true), naming })
    }
    for (const member of optional) {
      if (entries.length >= min) return
      if (!entries.some((entry) => entry.name === member.name)) entries.push(draw(member, random, bias, true))
    }
    if (entries.length < min)
      throw new GenerateError(
        'Too few member names satisfy the schema: lower minProperties, or allow more names',
        this.#plan.pointer,
      )
  }

  *#simpler(entries: readonly Entry[]): IterableIterator<fc.Value<Json>> {
    const free = entries.filter((entry) => entry.free).length
    const bound = Math.min(free, entries.length - this.#plan.min)
    if (bound > 1) {
      let left = bound
      yield build(entries.filter((entry) => !entry.free || --left < 0))
    }
    if (bound > 0) {
      for (const [index, entry] of entries.entries()) {
        if (entry.free) yield build(entries.toSpliced(index, 1))
      }
    }
    for (const [index, entry] of entries.entries()) {
      for (const drawn of entry.from.shrink(entry.drawn.value_, entry.drawn.context)) {
        yield build(entries.with(index, { ...entry, drawn }))
      }
      const { naming } = entry
      if (naming === null) continue
      for (const drawn of naming.from.shrink(naming.drawn.value_, naming.drawn.context)) {
        if (entries.some((other) => other.name === drawn.value_)) continue
        yield build(entries.with(index, { ...entry, name: drawn.value_, naming: { ...naming, drawn } }))
      }
    }
  }
}

function draw(member: MemberPlan, random: fc.Random, bias: number | undefined, free: boolean): Entry {
  return {
    name: member.name,
    from: member.value,
    drawn: member.value.generate(random, bias),
    free,
    naming: null,
  }
}

function build(entries: readonly Entry[]): fc.Value<Json> {
  const object: Record<string, Json> = {}
  for (const { name, drawn } of entries) {
    // An assignment to this name would set the prototype of the object.
    if (name === '__proto__') {
      Object.defineProperty(object, name, {
        value: drawn.value_,
        writable: true,
        enumerable: true,
        configurable: true,
      })
    } else object[name] = drawn.value_
  }
  return new fc.Value<Json>(object, entries)
}
