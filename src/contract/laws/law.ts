// What a law is: a requirement that holds for any operation of a kind, where a contract says what it needs.
import type { Level } from '../../base/verdict.ts'
import type { Contract, Operation } from '../contract.ts'
import type { Resource } from '../resource.ts'

export interface Law {
  readonly name: string
  readonly level: Level
  /** Whether it holds only where a clause names it; default: wherever it can. */
  readonly named?: true
  /** Whether the contract says enough of the operation for the law to be judged. */
  holdsFor(operation: Operation, resource: Resource, contract: LawFacts): boolean
  /** One sentence, for the catalogue. */
  statement(operation: Operation, resource: Resource, contract: LawFacts): string
}

/** What of a contract laws look at. */
export type LawFacts = Pick<
  Contract,
  'operations' | 'resources' | 'authentication' | 'problem' | 'mediaTypes' | 'otherMediaTypesIgnored'
>
