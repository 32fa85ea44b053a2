// Builds the plain request that cross-cutting checks vary.
import { operationOf } from '../../contract/index.ts'
import type { Request } from '../requests/request.ts'
import { validRequestOf } from '../rules/index.ts'
import type { Tester } from '../tester.ts'

/** By default of the clause's operation, for a resource of this run. */
export async function validRequest(tester: Tester, operation = tester.clause.operation): Promise<Request> {
  return (await validRequestOf(tester, operationOf(tester.contract, operation))).request
}
