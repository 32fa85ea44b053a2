// Makes valid requests for suites, and checks that the tenant refuses the invalid bodies of a suite.

import type { Json, JsonObject } from '../../base/json.ts'
import { operationOf } from '../../contract/index.ts'
import { using } from '../fixture.ts'
import { invalid, type Request } from '../requests/request.ts'
import { mustRefuse, validRequestOf } from '../rules/index.ts'
import type { TestContext } from '../test-context.ts'
import { baseRequestOf } from './base-request.ts'

export async function validRequest(
  context: TestContext,
  operation = context.clause.operation,
): Promise<Request> {
  return (await validRequestOf(context, operationOf(context.contract, operation))).request
}

export const refusesBodies = using(
  [baseRequestOf],
  async (context, bodies: readonly Json[]): Promise<void> => {
    const operation = operationOf(context.contract, context.clause.operation)
    const { control, request } = await baseRequestOf(context, operation)
    for (const body of bodies)
      mustRefuse(context, operation, await context.call(invalid(request(body))), control, 'invalid')
  },
)

/** Distributes the changes among the operations with this clause. */
export const refusesChanges = using(
  [baseRequestOf, refusesBodies],
  async (context, changes: readonly JsonObject[]): Promise<void> => {
    const operation = operationOf(context.contract, context.clause.operation)
    const { valid } = await baseRequestOf(context, operation)
    const own = context.cases(changes, 'clause')
    const tried = own.length > 0 ? own : changes.slice(0, 1)
    await refusesBodies(
      context,
      tried.map((change) => (operation.act === 'update' ? change : { ...valid, ...change })),
    )
  },
)
