// Finds names of members that satisfy demands and patterns.
import type * as fc from 'fast-check'
import { yields } from '../arbitrary/bounded-filter.ts'
import { simplest } from '../arbitrary/simplest.ts'
import type { Branch } from '../branch/branch.ts'
import type { Conjunction, Effect } from '../branch/demand.ts'
import * as effect from '../branch/effect.ts'
import type { NameWish } from '../conjunction/applicator.ts'
import type { NameSource } from '../conjunction/negate.ts'
import { constant, filtered, type Leaf } from '../leaf/leaf.ts'
import type { TextFactory } from '../leaf/text.ts'
import { kinds } from '../value/kind.ts'
import { matches } from '../value/pattern.ts'
import type { Leaves } from './leaves.ts'
import type { NameService } from './object-layout.ts'
import type { Satisfaction } from './satisfaction.ts'

const ordinaryNames: readonly string[] = ['key', 'other', 'a', 'x-key']

export class MemberNames implements NameSource, NameService {
  readonly #texts: TextFactory
  readonly #leaves: Leaves
  readonly #satisfaction: Satisfaction
  readonly #branches: (demands: Conjunction, effects: readonly Effect[]) => readonly Branch[]
  readonly #drawn = new Map<string, fc.Arbitrary<string> | null>()
  readonly #found = new Map<string, readonly string[]>()

  constructor(
    texts: TextFactory,
    leaves: Leaves,
    satisfaction: Satisfaction,
    branches: (demands: Conjunction, effects: readonly Effect[]) => readonly Branch[],
  ) {
    this.#texts = texts
    this.#leaves = leaves
    this.#satisfaction = satisfaction
    this.#branches = branches
  }

  find(wish: NameWish): readonly string[] {
    const key = keyOf(wish)
    let names = this.#found.get(key)
    if (names === undefined) {
      const drawn = this.#draw(wish)
      const seeds = [1, 2, 3, 4, 5]
      names =
        drawn === null
          ? []
          : [
              ...new Set([
                ...this.#ordinary(wish),
                simplest(drawn),
                ...seeds.map((seed) => simplest(drawn, seed)),
              ]),
            ]
      this.#found.set(key, names)
    }
    return names
  }

  allowed(branch: Branch, name: string): boolean {
    return this.#satisfaction.nameAllowed(branch, name)
  }

  few(branch: Branch): readonly string[] | null {
    const demands = branch.names.filter((each) => each.exempt === null).map((each) => each.demand)
    if (demands.length === 0) return null
    const words: string[] = []
    for (const each of this.#branches(demands, [effect.only(kinds.string)])) {
      const settled = this.#satisfaction.settled(each)
      const values = settled.choices ?? this.#leaf(settled)?.values
      if (values === null) return null
      for (const value of values ?? []) if (typeof value === 'string') words.push(value)
    }
    return words
  }

  drawn(
    branch: Branch,
    found: readonly string[],
    missing: readonly string[],
    known: readonly string[],
  ): fc.Arbitrary<string> | null {
    return this.#draw({
      demands: branch.names.map((each) => each.demand),
      patterns: found,
      notPatterns: missing,
      excluded: known,
    })
  }

  excludes(name: string): boolean {
    return this.#texts.excludes(name)
  }

  // Prefers an ordinary name, because services often refuse an empty name.
  #ordinary({ demands, patterns, notPatterns, excluded }: NameWish): readonly string[] {
    if (demands.length > 0) return []
    const fits = (name: string): boolean =>
      patterns.every((source) => matches(source, name)) &&
      !notPatterns.some((source) => matches(source, name)) &&
      !excluded.includes(name) &&
      !this.excludes(name)
    return ordinaryNames.filter(fits).slice(0, 1)
  }

  #leaf(branch: Branch): Leaf | null {
    const leaf = this.#leaves.given(branch)[0] ?? this.#texts.leaf(branch)
    if (leaf === null || branch.tests.length === 0) return leaf
    return filtered(leaf, (value) => this.#satisfaction.satisfiesBranch(branch, value))[0] ?? null
  }

  #draw(wish: NameWish): fc.Arbitrary<string> | null {
    const key = keyOf(wish)
    let drawn = this.#drawn.get(key)
    if (drawn === undefined) {
      drawn = this.#drawFresh(wish)
      this.#drawn.set(key, drawn)
    }
    return drawn
  }

  #drawFresh(wish: NameWish): fc.Arbitrary<string> | null {
    const effects: Effect[] = [
      effect.only(kinds.string),
      effect.add('patterns', ...wish.patterns),
      effect.add('notPatterns', ...wish.notPatterns),
      effect.exclude(wish.excluded),
    ]
    for (const branch of this.#branches(wish.demands, effects)) {
      const settled = this.#satisfaction.settled(branch)
      if (settled.choices?.length === 0) continue
      const leaf = settled.choices === null ? this.#leaf(settled) : constant(settled.choices)
      if (leaf !== null && yields(leaf.arbitrary)) {
        return leaf.arbitrary as fc.Arbitrary<string>
      }
    }
    return null
  }
}

function keyOf(wish: NameWish): string {
  return JSON.stringify([
    wish.demands.map((each) => each.key),
    wish.patterns,
    wish.notPatterns,
    wish.excluded,
  ])
}
