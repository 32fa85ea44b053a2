// The contract: the specification as validated, frozen, typed objects.
import type { Clause } from './clause.ts'
import type { Schema } from './schema.ts'

export interface Parameter {
  readonly name: string
  readonly schema: Schema
}

/** One method and path of part 4. */
export interface Operation {
  /** `<resource>.<verb>` */
  readonly name: string
  readonly title: string
  readonly part: string
  readonly method: string
  /** Relative to the base URL; `{id}` stands for the path parameter. */
  readonly path: string
  readonly parameters: readonly Parameter[]
  readonly request: Schema | null
  readonly response: Schema | null
  /** Status codes of success; null where the specification does not show them. */
  readonly success: readonly number[] | null
  /** Status codes of failures; null where the specification does not show them (part 7). */
  readonly failures: readonly number[] | null
  /** Required scopes; null where the specification does not show them. */
  readonly scopes: readonly string[] | null
  /** Whether it works on state that the whole tenant shares, so that its checks may not overlap. */
  readonly tenantWide: boolean
}

/** A question that the specification leaves open. */
export interface OpenPoint {
  readonly id: string
  readonly part: string
  readonly question: string
  /** JSON pointer of the profile's own key for the answer; absent where it is declared in `openPoints`. */
  readonly declaredAt?: string
}

export interface Contract {
  readonly operations: ReadonlyMap<string, Operation>
  /** Sorted by id. */
  readonly clauses: ReadonlyMap<string, Clause>
  readonly openPoints: readonly OpenPoint[]
  /** Every scope of part 5's table. */
  readonly scopes: ReadonlySet<string>
  /** The default messages of part 2.2. */
  readonly defaultTemplates: { readonly enrollment_message: string; readonly verification_message: string }
}

/** The operation of that name. Throws for a name that the contract does not know. */
export function operationOf(contract: Contract, name: string): Operation {
  const operation = contract.operations.get(name)
  if (operation === undefined) throw new Error(`no operation ${name}`)
  return operation
}
