// Lets suites send requests that are invalid beyond the schema.
import type { Json, JsonObject } from '../../base/json.ts'
import { operationOf } from '../../contract/index.ts'
import { invalid } from '../requests/request.ts'
import { mustRefuse } from '../rules/index.ts'
import type { Tester } from '../tester.ts'
import { benchOf } from './bench.ts'
import { sharing } from './sharing.ts'

/** Each change makes a valid request invalid. Operations with the same clause share the changes. */
export async function refusesChanges(tester: Tester, changes: readonly JsonObject[]): Promise<void> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { valid } = await benchOf(operation, tester)
  const own = tester.dealt(changes, operation, sharing(tester, operation))
  const tried = own.length > 0 ? own : changes.slice(0, 1)
  await refusesBodies(
    tester,
    tried.map((change) => (operation.act === 'update' ? change : { ...valid, ...change })),
  )
}

export async function refusesBodies(tester: Tester, bodies: readonly Json[]): Promise<void> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { control, request } = await benchOf(operation, tester)
  for (const body of bodies)
    mustRefuse(tester, operation, await tester.call(invalid(request(body))), control, 'invalid')
}
