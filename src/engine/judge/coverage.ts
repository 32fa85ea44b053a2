// Records whether a run sent a valid and an invalid value for each keyword in the request schemas.
import type { ConstraintCoverage } from '../../base/event.ts'
import { isObject, type Json, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import {
  type Contract,
  clausesOf,
  isOnlySent,
  resolvedSchema,
  type Schema,
  type SchemaAnswers,
} from '../../contract/index.ts'
import { violations } from '../../generate/index.ts'

export interface Constraint {
  /** A JSON pointer into the body, with `*` for any element. */
  readonly place: string
  readonly keyword: string
  readonly property?: string | undefined
  readonly schema: unknown
}

export class Coverage {
  readonly #outside = new Map<string, Set<string>>()
  readonly #inside = new Set<string>()

  inside(operation: string): void {
    this.#inside.add(operation)
  }

  outside(operation: string, constraint: Constraint): void {
    const seen = this.#outside.get(operation) ?? new Set()
    this.#outside.set(operation, seen.add(keyOf(constraint)))
  }

  rows(contract: Contract, answers: SchemaAnswers): readonly ConstraintCoverage[] {
    return [...contract.operations.values()].flatMap(({ name, request, refusals }) => {
      // If the contract defines no refusal of invalid bodies, the run sends no invalid value.
      if (request === null || refusals.invalid === null) return []
      const rows = new Map<string, ConstraintCoverage>()
      for (const constraint of constraintsOf(resolvedSchema(request, answers, 'request'))) {
        if (isOnlySent(constraint.schema, constraint.keyword)) continue
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
  if (typeof openPoint === 'string')
    return `the specification does not give the value of this keyword: see the open point ${openPoint}`
  return inside
    ? 'the run sent no violation: see the clause of this keyword'
    : 'the tenant accepted no valid request: see the clause accepts'
}
