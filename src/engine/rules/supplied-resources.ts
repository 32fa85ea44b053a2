// Checks deletions of resources that no operation of the contract creates.

import { describeResponse, statusOf } from '../../base/exchange.ts'
import { isAccepted, NotAllowed, NotRun, originOf } from '../../oracle/index.ts'
import { using } from '../fixture.ts'
import { requestOfNothing } from '../requests/operation-request.ts'
import { aOf } from '../resources/grammar.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { carriedOut, deletionScenario, mustHaveSurvived, served } from './deletion-scenario.ts'
import { mustBeRefusedWith, mustRefuse, statusesOf } from './fixtures/assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'

export const suppliedGone: Check = using([served], async (context) => {
  const { operation, resource } = subjectOf(context)
  const { plain, all } = await served(context)
  context.must.assume(
    isAccepted(plain.deleted),
    `no ${resource.title} could be deleted`,
    originOf(plain.deleted),
  )
  const statuses = resource.afterDelete ?? statusesOf(operation, 'unknown')
  const asked = [{ ...plain, later: plain.again }, ...all].filter(({ deleted }) => isAccepted(deleted))
  context.must.assume(
    asked.some(({ later }) => later !== null),
    `the tenant gave the id of the deleted ${resource.title} to another ${resource.title} before the second request`,
    'specification',
  )
  for (const { later, deleted } of asked)
    if (later !== null) mustBeRefusedWith(context, statuses, later, deleted, 'path')
})

export const suppliedUnknown: Check = using([deletionScenario], async (context) => {
  const { operation } = subjectOf(context)
  const { unknown, near, plain } = await deletionScenario(context).catch(async (error: unknown) => {
    if (error instanceof NotRun && !(error instanceof NotAllowed)) await tryNobodys(context)
    throw error
  })
  const { exchange, sameForm } = unknown
  const status = statusOf(exchange)
  context.must.assume(
    sameForm || isAccepted(exchange) || (statusesOf(operation, 'unknown') ?? []).includes(status),
    `the ids of this tenant are consecutive, so the run tried only an id of another form: the status ${status} proves nothing`,
    'specification',
  )
  mustRefuse(context, operation, exchange, plain.deleted, 'unknown')
  for (const other of near) context.must.refuse(other, { control: plain.deleted, of: 'path' })
})

/** Deletes a resource that never existed. Without an accepted control, a refusal proves nothing. */
async function tryNobodys(context: TestContext): Promise<void> {
  const { operation, resource } = subjectOf(context)
  if (!context.allows('destructive')) return
  const exchange = await context.call(requestOfNothing(context.contract, operation))
  if (isAccepted(exchange))
    context.must.that(
      false,
      `The tenant accepts the deletion of ${aOf(resource.title)} that never existed.`,
      {
        expected: `one of ${(statusesOf(operation, 'unknown') ?? ['4xx']).join(', ')}`,
        received: describeResponse(exchange),
        exchange,
      },
    )
}

export const suppliedIndependent: Check = using([carriedOut], async (context) => {
  const { resource } = subjectOf(context)
  const { plain, neighbours, near, beside } = await carriedOut(context)
  if (neighbours.length === 0)
    context.skip(
      `the check needs a second ${resource.title}${resource.supplied === null ? '' : `: supply two in ${resource.supplied.environment}`}`,
    )
  const message = `The deletion of one ${resource.title} removed another ${resource.title}.`
  for (const neighbour of neighbours)
    mustHaveSurvived(context, message, neighbour, plain.deleted, [plain.deleted])
  if (beside.near !== plain) mustHaveSurvived(context, message, beside.near, plain.deleted, near)
})
