// The interface of a built-in rule.
import type { Level } from '../../base/verdict.ts'
import type { Contract, Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'

export interface Rule {
  readonly name: string
  readonly level: Level
  /** Applies only where a clause names it; default: wherever possible. */
  readonly named?: true
  /** Its default level is that of the operation's keywords. */
  readonly likeKeywords?: true
  /** Whether the contract suffices to judge the operation. */
  holdsFor(operation: Operation, resource: Resource, contract: RuleFacts): boolean
  /** Where the document of the operation says it; default: at the operation. */
  place?(operation: Operation): string
  /** The clauses, if the rule implies others than one of its own name. */
  each?(operation: Operation, resource: Resource): readonly ImpliedClause[]
  /** One sentence for the catalogue. */
  statement(operation: Operation, resource: Resource, contract: RuleFacts): string
}

interface ImpliedClause {
  readonly id: string
  readonly statement: string
  /** "" if unknown. */
  readonly part: string
}

export type RuleFacts = Pick<
  Contract,
  'operations' | 'resources' | 'authentication' | 'problem' | 'mediaTypes' | 'otherMediaTypesIgnored'
>
