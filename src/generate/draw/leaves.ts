// Makes the scalar values of branches: strings, numbers, booleans and null.
import type { Json } from '../../base/json.ts'
import type { Shares } from '../arbitrary/shares.ts'
import { simplest } from '../arbitrary/simplest.ts'
import type { Branch } from '../branch/branch.ts'
import { constant, filtered, type Leaf } from '../leaf/leaf.ts'
import { numberLeaf } from '../leaf/number.ts'
import type { TextFactory } from '../leaf/text.ts'
import { kinds, numberKinds } from '../value/kind.ts'
import type { Satisfaction } from './satisfaction.ts'

export class Leaves {
  readonly #texts: TextFactory
  readonly #shares: Shares | null
  readonly #satisfaction: Satisfaction
  readonly #numbers = new Map<Branch, Leaf | null>()
  readonly #given = new WeakMap<Branch, readonly Leaf[]>()
  readonly #tested = new WeakMap<Branch, readonly Leaf[]>()

  constructor(texts: TextFactory, shares: Shares | null, satisfaction: Satisfaction) {
    this.#texts = texts
    this.#shares = shares
    this.#satisfaction = satisfaction
  }

  given(branch: Branch): readonly Leaf[] {
    const sources = branch.tests.flatMap(({ values }) => values ?? [])
    if (sources.length === 0) return []
    let given = this.#given.get(branch)
    if (given === undefined) {
      const passes = (value: Json): boolean => this.#satisfaction.satisfiesBranch(branch, value)
      given = sources.flatMap((source) => filtered({ arbitrary: source, values: null }, passes))
      this.#given.set(branch, given)
    }
    return given
  }

  of(branch: Branch): readonly Leaf[] {
    if (branch.tests.length === 0) return this.#untested(branch)
    let leaves = this.#tested.get(branch)
    if (leaves === undefined) {
      const passes = (value: Json): boolean => branch.tests.every((test) => test.holds(value))
      leaves = this.#untested(branch).flatMap((leaf) => filtered(leaf, passes))
      this.#tested.set(branch, leaves)
    }
    return leaves
  }

  simplestNumber(branch: Branch): number | undefined {
    const [leaf] = this.of({ ...branch, kinds: branch.kinds & numberKinds })
    const found = leaf === undefined ? undefined : (leaf.values?.[0] ?? simplest(leaf.arbitrary))
    return typeof found === 'number' ? found : undefined
  }

  /** Returns whether the search found no string, but a string may exist. */
  isUndecided(branch: Branch): boolean {
    return (branch.kinds & kinds.string) !== 0 && branch.choices === null && this.#texts.isUndecided(branch)
  }

  excludes(text: string): boolean {
    return this.#texts.excludes(text)
  }

  #untested(branch: Branch): Leaf[] {
    const leaves: Leaf[] = []
    const allowed = (value: Json): boolean => !branch.excluded.includes(value)
    if ((branch.kinds & kinds.null) !== 0 && allowed(null)) leaves.push(constant([null]))
    if ((branch.kinds & kinds.boolean) !== 0) {
      const values = [false, true].filter(allowed)
      if (values.length > 0) leaves.push(constant(values))
    }
    if ((branch.kinds & numberKinds) !== 0) {
      let leaf = this.#numbers.get(branch)
      if (leaf === undefined) {
        leaf = numberLeaf(branch, this.#shares)
        this.#numbers.set(branch, leaf)
      }
      if (leaf !== null) leaves.push(leaf)
    }
    if ((branch.kinds & kinds.string) !== 0) {
      const leaf = this.#texts.leaf(branch)
      if (leaf !== null) leaves.push(leaf)
    }
    return leaves
  }
}
