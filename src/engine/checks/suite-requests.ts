// Requests for suites: valid ones, and ones that are invalid beyond the schema.
import type { Json, JsonObject } from '../../base/json.ts'
import { operationOf } from '../../contract/index.ts'
import { invalid, type Request } from '../requests/request.ts'
import { mustRefuse, validRequestOf } from '../rules/index.ts'
import type { Tester } from '../tester.ts'
import { baseRequestOf } from './base-request.ts'
import { sharesClause } from './outside.ts'

/** By default of the clause's operation, for a resource of this run. */
export async function validRequest(tester: Tester, operation = tester.clause.operation): Promise<Request> {
  return (await validRequestOf(tester, operationOf(tester.contract, operation))).request
}

/** Each change makes a valid request invalid. Operations with the same clause share the changes. */
export async function refusesChanges(tester: Tester, changes: readonly JsonObject[]): Promise<void> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { valid } = await baseRequestOf(operation, tester)
  const own = tester.dealt(changes, operation, sharesClause(tester, operation))
  const tried = own.length > 0 ? own : changes.slice(0, 1)
  await refusesBodies(
    tester,
    tried.map((change) => (operation.act === 'update' ? change : { ...valid, ...change })),
  )
}

export async function refusesBodies(tester: Tester, bodies: readonly Json[]): Promise<void> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { control, request } = await baseRequestOf(operation, tester)
  for (const body of bodies)
    mustRefuse(tester, operation, await tester.call(invalid(request(body))), control, 'invalid')
}
