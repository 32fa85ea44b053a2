// Caches the edits of a focus, once for each keyword of a schema.
import type { Edit } from '../branch/demand.ts'
import type { Ways } from '../conjunction/applicator.ts'
import { freshEditId } from '../conjunction/edit-id.ts'
import type { Constraint } from './constraint.ts'

/** Edits that satisfy or break one property of a keyword. */
export class Edits {
  readonly #negative: boolean
  readonly #ways: (constraint: Constraint) => Ways | null
  readonly #known = new Map<string, Edit>()

  /** @param ways returns the ways to have the property; called once for each schema with the keyword and each `relax` */
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
