// Caches edits by keyword and schema, so equal edits have one id.
import { type Edit, freshEditId } from '../branch/demand.ts'
import type { Ways } from '../conjunction/applicator.ts'
import type { Constraint } from './constraint.ts'

export class Edits {
  readonly #negative: boolean
  readonly #ways: (constraint: Constraint) => Ways | null
  readonly #known = new Map<string, Edit>()

  constructor(negative: boolean, ways: (constraint: Constraint) => Ways | null) {
    this.#negative = negative
    this.#ways = ways
  }

  of(constraint: Constraint, relax: 0 | 1 | 2): Edit {
    const { node, keyword, property, trigger } = constraint
    const key = JSON.stringify([node.id, keyword, property, trigger, relax])
    let edit = this.#known.get(key)
    if (edit === undefined) {
      const omit = this.#negative ? keyword : null
      edit = { id: freshEditId(), negative: this.#negative, omit, ways: this.#ways(constraint), relax }
      this.#known.set(key, edit)
    }
    return edit
  }
}
