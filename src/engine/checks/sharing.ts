// Which operations share what a clause says of their requests, so that what is alike in it is dealt out to them.
import type { Operation } from '../../contract/index.ts'
import type { Tester } from '../tester.ts'

/**
 * Whether an operation has a clause of the same name, which is asked for, and reads the same members: those of the same resource. What a body is as a whole
 * is the matter of all operations that have the clause.
 */
export function sharing(
  { clause, asks }: Pick<Tester, 'clause' | 'asks'>,
  { resource }: Operation,
  whole = false,
): (operation: Operation) => boolean {
  return (other) => asks(`${other.name}.${clause.name}`) && (whole || other.resource === resource)
}
