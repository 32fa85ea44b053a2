// Selects the operations that share the cases of a clause.
import type { Operation } from '../../contract/index.ts'
import type { Tester } from '../tester.ts'

/** Selects operations in the run's scope with a clause of the same name and the same resource; with `whole`, of any resource. */
export function sharing(
  { clause, asks }: Pick<Tester, 'clause' | 'asks'>,
  { resource }: Operation,
  whole = false,
): (operation: Operation) => boolean {
  return (other) => asks(`${other.name}.${clause.name}`) && (whole || other.resource === resource)
}
