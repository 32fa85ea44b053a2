// An applicator handles keywords that apply subschemas, for example `allOf` and `anyOf`.
import type { Branch, Owner } from '../branch/branch.ts'
import { type Alternative, type Demand, is, not, type Step } from '../branch/demand.ts'
import type { Node, Schema, SchemaObject } from '../schema/schema.ts'
import type { SchemaSet } from '../schema/schema-set.ts'
import type { State } from './search-state.ts'

export interface NameWish {
  readonly demands: readonly Demand[]
  readonly patterns: readonly string[]
  readonly notPatterns: readonly string[]
  readonly excluded: readonly string[]
}

export type Ways = (branch: Branch) => Iterable<Alternative>

class Application {
  readonly set: SchemaSet
  readonly node: Node
  readonly schema: SchemaObject

  constructor(set: SchemaSet, node: Node, schema: SchemaObject) {
    this.set = set
    this.node = node
    this.schema = schema
  }

  is(schema: Schema): Demand {
    return is(this.set.sub(this.node, schema))
  }

  not(schema: Schema): Demand {
    return not(this.set.sub(this.node, schema))
  }
}

export class SchemaAssertion extends Application {
  readonly state: State
  readonly owners: readonly Owner[]
  readonly step: Step | null

  constructor(
    set: SchemaSet,
    node: Node,
    schema: SchemaObject,
    state: State,
    owners: readonly Owner[],
    step: Step | null,
  ) {
    super(set, node, schema)
    this.state = state
    this.owners = owners
    this.step = step
  }

  omits(keyword: string, key = ''): boolean {
    return this.step?.keyword === keyword && (key === '' || this.step.key === key)
  }
}

export class SchemaRefusal extends Application {
  readonly fresh: (branch: Branch, wish: Partial<NameWish>) => readonly string[]

  constructor(set: SchemaSet, node: Node, schema: SchemaObject, fresh: SchemaRefusal['fresh']) {
    super(set, node, schema)
    this.fresh = fresh
  }
}

export interface Applicator {
  readonly keywords: readonly string[]
  /** Keywords that can fail although no single subschema is the cause, for example `oneOf`. */
  readonly composed: readonly string[]
  assert(assertion: SchemaAssertion): void
  failing(keyword: string, refusal: SchemaRefusal): Ways
  steps(schema: SchemaObject): Iterable<readonly [Step, string]>
}

export function always(ways: readonly Alternative[]): Ways {
  return () => ways
}

export function asks(...demands: readonly Demand[]): Alternative {
  return { effects: [], demands }
}
