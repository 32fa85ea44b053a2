// What is invalid otherwise than by the bounds of a schema, sent for a suite: each is refused beside the bench's valid request.
import type { Json, JsonObject } from '../../base/json.ts'
import { operationOf } from '../../contract/index.ts'
import { mustRefuse } from '../laws/index.ts'
import { invalid } from '../requests/request.ts'
import type { Tester } from '../tester.ts'
import { benchOf } from './bench.ts'
import { sharing } from './sharing.ts'

/** Each of the changes makes a valid request of the clause's operation invalid. They are dealt to the operations that share the clause. */
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

/** Each of the bodies is none of a valid request of the clause's operation. */
export async function refusesBodies(tester: Tester, bodies: readonly Json[]): Promise<void> {
  const operation = operationOf(tester.contract, tester.clause.operation)
  const { control, request } = await benchOf(operation, tester)
  for (const body of bodies)
    mustRefuse(tester, operation, await tester.call(invalid(request(body))), control, 'invalid')
}
