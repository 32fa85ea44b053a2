// The interface of a law.
import type { Level } from '../../base/verdict.ts'
import type { Contract, Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'

export interface Law {
  readonly name: string
  readonly level: Level
  /** Applies only where a clause names it; default: wherever possible. */
  readonly named?: true
  /** Whether the contract suffices to judge the operation. */
  holdsFor(operation: Operation, resource: Resource, contract: LawFacts): boolean
  /** One sentence for the catalogue. */
  statement(operation: Operation, resource: Resource, contract: LawFacts): string
}

export type LawFacts = Pick<
  Contract,
  'operations' | 'resources' | 'authentication' | 'problem' | 'mediaTypes' | 'otherMediaTypesIgnored'
>
