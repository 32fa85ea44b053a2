// Shrinks instances by their value, however they were generated.
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { type Branch, type Content, elementDemands, memberDemands } from '../branch/branch.ts'
import { type Conjunction, conjunction, keyOf } from '../branch/demand.ts'
import { unitOf } from '../leaf/number.ts'
import { decoded, encoded, parsed } from '../value/content.ts'
import { kindOf, kinds } from '../value/kind.ts'
import { child } from '../value/pointer.ts'
import { smallerNumbers } from './number.ts'
import { withoutParts } from './steps.ts'
import { smallerTexts } from './text.ts'

/** By JSON pointer, the last tried number that did not cause the failure. */
export type Floors = Map<string, number>

export interface Grounds {
  readonly satisfaction: {
    satisfies(demands: Conjunction, value: Json): boolean
    satisfiesBranch(branch: Branch, value: Json): boolean
    nameAllowed(branch: Branch, name: string): boolean
  }
  readonly leaves: { simplestNumber(branch: Branch): number | undefined }
  branches(demands: Conjunction): readonly Branch[]
}

export type Simplest = (demands: Conjunction) => Json | undefined

export class Shrinker {
  readonly #planner: Grounds
  readonly #make: Simplest
  readonly #simplest = new Map<string, Json | undefined>()

  constructor(planner: Grounds, simplest: Simplest) {
    this.#planner = planner
    this.#make = simplest
  }

  *simpler(demands: Conjunction, value: Json, floors: Floors, path = ''): IterableIterator<Json> {
    const simplest = this.#simplestOf(demands)
    if (simplest !== undefined && !equal(simplest, value) && isSmaller(simplest, value)) yield simplest
    if (typeof value === 'object' && value !== null && path !== '') yield* this.#below(demands, value)
    const branches = this.#planner.branches(demands)
    const at = branches.findIndex((branch) => this.#planner.satisfaction.satisfiesBranch(branch, value))
    const branch = branches[at]
    if (branch === undefined) return
    for (const earlier of branches.slice(0, at)) {
      for (const each of this.#firstOf(earlier)) yield each
    }
    yield* this.#within(branch, value, floors, path)
  }

  #simplestOf(demands: Conjunction): Json | undefined {
    const key = keyOf(demands)
    if (!this.#simplest.has(key)) this.#simplest.set(key, this.#make(demands))
    return this.#simplest.get(key)
  }

  *#firstOf(branch: Branch): IterableIterator<Json> {
    if (branch.choices !== null) yield* branch.choices.slice(0, 1)
    else if (branch.minLength === 0 && (branch.kinds & kindOf('')) !== 0 && branch.patterns.length === 0)
      yield ''
  }

  *#below(demands: Conjunction, value: Json): IterableIterator<Json> {
    const parts = Array.isArray(value) ? (value as readonly Json[]) : Object.values(value as JsonObject)
    for (const part of parts) {
      if (typeof part !== 'object' || part === null) continue
      if (this.#planner.satisfaction.satisfies(demands, part)) yield part
    }
  }

  *#within(branch: Branch, value: Json, floors: Floors, path: string): IterableIterator<Json> {
    if (branch.choices !== null) {
      const at = branch.choices.findIndex((each) => equal(each, value))
      yield* branch.choices.slice(0, Math.max(at, 0))
      return
    }
    yield* this.#earlierKinds(branch, value)
    if (typeof value === 'string' && branch.content !== null)
      yield* this.#contents(branch, branch.content, value)
    else if (typeof value === 'string') yield* this.#texts(branch, value)
    else if (typeof value === 'number') yield* this.#numbers(branch, value, floors, path)
    else if (value === true) yield false
    else if (Array.isArray(value)) yield* this.#arrays(branch, value as readonly Json[], floors, path)
    else if (isObject(value)) yield* this.#objects(branch, value, floors, path)
  }

  *#earlierKinds(branch: Branch, value: Json): IterableIterator<Json> {
    const kind = kindOf(value)
    for (const leaf of [null, false, 0, '', []] as const) {
      if (kindOf(leaf) < kind && (kindOf(leaf) & branch.kinds) !== 0 && kind !== kinds.fraction) yield leaf
    }
  }

  *#texts(branch: Branch, value: string): IterableIterator<string> {
    const open = { ...branch, choices: null }
    for (const text of smallerTexts(value)) {
      if (this.#planner.satisfaction.satisfiesBranch(open, text)) yield text
    }
  }

  *#contents(branch: Branch, { encoding, json, demand }: Content, value: string): IterableIterator<string> {
    const text = decoded(value, encoding)
    const within = json && text !== undefined ? parsed(text) : text
    if (within === undefined) {
      yield* this.#texts(branch, value)
      return
    }
    const simpler = json
      ? this.simpler(demand === null ? [] : conjunction([demand]), within, new Map())
      : smallerTexts(String(within))
    const open = { ...branch, choices: null }
    for (const each of simpler) {
      const smaller = encoded(json ? JSON.stringify(each) : String(each), encoding)
      if (this.#planner.satisfaction.satisfiesBranch(open, smaller)) yield smaller
    }
  }

  *#numbers(branch: Branch, value: number, floors: Floors, path: string): IterableIterator<number> {
    const least = this.#planner.leaves.simplestNumber(branch) ?? 0
    const unit = unitOf(branch)
    // `floor` did not cause the failure, so the numbers after it come first.
    const floor = floors.get(path)
    for (const start of floor === undefined ? [least] : [floor, least]) {
      for (const number of smallerNumbers(value, start, unit)) {
        if (!this.#planner.satisfaction.satisfiesBranch(branch, number)) continue
        yield number
        floors.set(path, number)
      }
    }
  }

  *#arrays(branch: Branch, elements: readonly Json[], floors: Floors, path: string): IterableIterator<Json> {
    yield* withoutParts(elements, branch.minItems)
    const demands = elements.map((_, index) => conjunction(elementDemands(branch, index)))
    const plain = demands.map((each, index) => this.#simplestOf(each) ?? elements[index] ?? null)
    if (elements.length > 1 && !equal(plain, elements)) {
      if (plain.every((each, index) => !isSmaller(elements[index] ?? null, each))) yield plain
      for (let from = 0; from < elements.length; from += Math.ceil(elements.length / 2)) {
        const to = from + Math.ceil(elements.length / 2)
        yield elements.map((each, index) => (index >= from && index < to ? (plain[index] ?? each) : each))
      }
    }
    for (const [index, element] of elements.entries()) {
      for (const smaller of this.simpler(demands[index] ?? [], element, floors, child(path, index)))
        yield elements.with(index, smaller)
    }
    for (let index = 1; index < elements.length; index++) {
      const [before = null, here = null] = [elements[index - 1], elements[index]]
      if (isSmaller(here, before)) yield elements.with(index - 1, here).with(index, before)
    }
  }

  *#objects(branch: Branch, object: JsonObject, floors: Floors, path: string): IterableIterator<Json> {
    const entries = Object.entries(object)
    const needed = entries.filter(([name]) => branch.required.includes(name))
    const free = entries.filter(([name]) => !branch.required.includes(name))
    for (const fewer of withoutParts(free, Math.max(0, branch.minProperties - needed.length))) {
      yield fromEntries(entries.filter((entry) => needed.includes(entry) || fewer.includes(entry)))
    }
    const demands = new Map(entries.map(([name]) => [name, conjunction(memberDemands(branch, name))]))
    const plain = entries.map(([name, value]): [string, Json] => [
      name,
      this.#simplestOf(demands.get(name) ?? []) ?? value,
    ])
    if (
      entries.length > 1 &&
      plain.every(([, each], index) => !isSmaller(entries[index]?.[1] ?? null, each))
    ) {
      const simple = fromEntries(plain)
      if (!equal(simple, object)) yield simple
    }
    for (const [index, [name, value]] of entries.entries()) {
      for (const smaller of this.simpler(demands.get(name) ?? [], value, floors, child(path, name))) {
        yield fromEntries(entries.with(index, [name, smaller]))
      }
    }
    yield* this.#names(branch, entries)
    for (let index = 1; index < free.length; index++) {
      const [before, here] = [entries[index - 1], entries[index]]
      if (before === undefined || here === undefined || needed.length > 0 || before[0] <= here[0]) continue
      yield fromEntries(entries.with(index - 1, here).with(index, before))
    }
  }

  *#names(branch: Branch, entries: readonly (readonly [string, Json])[]): IterableIterator<Json> {
    const known = new Set([
      ...branch.required,
      ...branch.groups.flatMap((group) => [...group.properties.keys()]),
    ])
    const used = new Set(entries.map(([name]) => name))
    for (const [index, [name, value]] of entries.entries()) {
      if (known.has(name)) continue
      for (const text of smallerTexts(name)) {
        if (known.has(text) || used.has(text) || !this.#planner.satisfaction.nameAllowed(branch, text))
          continue
        yield fromEntries(entries.with(index, [text, value]))
      }
    }
  }
}

function isSmaller(a: Json, b: Json): boolean {
  const [left, right] = [sizeOf(a), sizeOf(b)]
  if (left !== right) return left < right
  const [one, other] = [kindOf(a), kindOf(b)]
  if (one !== other) return one < other
  const [x, y] = [JSON.stringify(a), JSON.stringify(b)]
  return x.length < y.length || (x.length === y.length && x < y)
}

function sizeOf(value: Json): number {
  if (Array.isArray(value))
    return (value as readonly Json[]).reduce((sum: number, each) => sum + sizeOf(each), 1)
  if (isObject(value)) return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1)
  return 1
}

function fromEntries(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries)
}
