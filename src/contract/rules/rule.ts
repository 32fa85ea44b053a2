// The interface of a built-in rule.
import type { Level } from '../../base/verdict.ts'
import type { Contract, Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'

export interface Rule {
  readonly name: string
  readonly level: Level
  /** True if the rule needs a level in the contract to apply. */
  readonly named?: true
  readonly likeKeywords?: true
  holdsFor(operation: Operation, resource: Resource, contract: RuleFacts): boolean
  /** Returns the cited location in the OpenAPI document. The default is the pointer of the operation. */
  place?(operation: Operation): string
  /** Returns the clauses of the rule. The default is one clause with the name of the rule. */
  each?(operation: Operation, resource: Resource): readonly ImpliedClause[]
  statement(operation: Operation, resource: Resource, contract: RuleFacts): string
}

interface ImpliedClause {
  readonly id: string
  readonly statement: string
  readonly part: string
}

export type RuleFacts = Pick<
  Contract,
  'operations' | 'resources' | 'authentication' | 'problem' | 'mediaTypes' | 'otherMediaTypesIgnored'
>
