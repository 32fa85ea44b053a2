// The plainest valid request of an operation that has a body: what cross-cutting checks vary.
import { operationOf } from '../../contract/index.ts'
import { validRequestOf } from '../laws/index.ts'
import type { Request } from '../requests/request.ts'
import type { Tester } from '../tester.ts'

/** A valid request of an operation, the clause's own by default, on a resource of the run's own. */
export async function validRequest(tester: Tester, operation = tester.clause.operation): Promise<Request> {
  return (await validRequestOf(tester, operationOf(tester.contract, operation))).request
}
