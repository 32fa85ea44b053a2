// The interface of a built-in rule.
import type { Level } from '../../base/verdict.ts'
import type { Contract, Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'

export interface Rule {
  readonly name: string
  readonly level: Level
  /** Applies only if the contract sets its level. */
  readonly named?: true
  readonly likeKeywords?: true
  /** Returns whether the contract states enough. */
  holdsFor(operation: Operation, resource: Resource, contract: RuleFacts): boolean
  /** Default: the operation's pointer. */
  place?(operation: Operation): string
  /** Default: one clause with the rule's name. */
  each?(operation: Operation, resource: Resource): readonly ImpliedClause[]
  /** For the clause catalogue. */
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
