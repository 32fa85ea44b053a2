// Constraint coverage: for each keyword of each request schema, whether both sides of it were exercised.
import type { ConstraintCoverage } from '../../base/event.ts'
import { isObject, type Json, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { applyOverlay, type Contract, clausesOf, type Overlay, type Schema } from '../../contract/index.ts'
import { violations } from '../../generate/index.ts'

/** One keyword at one place of an instance, as the generators name it. */
export interface Constraint {
  /** JSON pointer into the instance, `*` for any element. */
  readonly place: string
  readonly keyword: string
  readonly property?: string | undefined
  /** The schema object that holds the keyword. */
  readonly schema: unknown
}

export class Coverage {
  readonly #outside = new Map<string, Set<string>>()
  /** Operations of which a valid instance with every member was accepted: the inside of all their keywords. */
  readonly #inside = new Set<string>()

  /** A valid instance that holds every member was accepted. */
  inside(operation: string): void {
    this.#inside.add(operation)
  }

  /** An instance that violates just this constraint was sent and answered. */
  outside(operation: string, constraint: Constraint): void {
    const seen = this.#outside.get(operation) ?? new Set()
    this.#outside.set(operation, seen.add(keyOf(constraint)))
  }

  /** Every constraint of every request schema, exercised or not, and why not. */
  rows(contract: Contract, overlay: Overlay): readonly ConstraintCoverage[] {
    return [...contract.operations.values()].flatMap(({ name, request, refusals }) => {
      // Where nothing is said of what breaks the schema, there is but one side.
      if (request === null || refusals.invalid === null) return []
      const rows = new Map<string, ConstraintCoverage>()
      for (const constraint of constraintsOf(applyOverlay(request, overlay, 'request'))) {
        const key = keyOf(constraint)
        const inside = this.#inside.has(name)
        const outside = this.#outside.get(name)?.has(key) ?? false
        rows.set(key, {
          operation: name,
          pointer: pointerOf(constraint),
          keyword: constraint.keyword,
          clause: clausesOf(constraint.schema as Json)[constraint.keyword] ?? null,
          inside,
          outside,
          reason: inside && outside ? null : reasonOf(constraint, inside),
        })
      }
      return [...rows.values()]
    })
  }
}

// By the schema's text: every run narrows the contract's schemas anew, mostly to the same.
const known = new Map<string, readonly Constraint[]>()

function constraintsOf(schema: Schema): readonly Constraint[] {
  const text = jsonText(schema)
  const constraints = known.get(text) ?? violations(schema)
  known.set(text, constraints)
  return constraints
}

const keyOf = (constraint: Constraint): string => `${constraint.keyword} ${pointerOf(constraint)}`

const pointerOf = ({ place, property }: Constraint): string =>
  property === undefined ? place : `${place}/${tokenOf(property)}`

function reasonOf({ keyword, schema }: Constraint, inside: boolean): string {
  const notShown = isObject(schema) ? schema['x-not-shown'] : undefined
  const openPoint = isObject(notShown) ? notShown[keyword] : undefined
  if (typeof openPoint === 'string') return `the specification leaves it open: ${openPoint}`
  return inside
    ? 'no violation was sent: see its clause'
    : 'no valid request was accepted: see the clause accepts'
}
