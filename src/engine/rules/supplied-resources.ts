// Laws of deletion for resources that no operation creates.
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { isAccepted, NotAllowed, NotRun, originOf } from '../../oracle/index.ts'
import { requestOfNothing } from '../requests/operation-request.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { mustBeRefusedWith, mustRefuse, statusesOf } from './assertions.ts'
import { carriedOut, deletionScenario, mustHaveSurvived, served } from './deletion-scenario.ts'
import { subjectOf } from './preconditions.ts'

/** At once, and after further deletions. */
export const suppliedGone: Check = async (tester) => {
  const { operation, resource } = subjectOf(tester)
  const { plain, all } = await served(tester)
  tester.must.assume(
    isAccepted(plain.deleted),
    `no ${resource.title} could be deleted`,
    originOf(plain.deleted),
  )
  const statuses = resource.afterDelete ?? statusesOf(operation, 'unknown')
  const asked = [{ ...plain, later: plain.again }, ...all].filter(({ deleted }) => isAccepted(deleted))
  tester.must.assume(
    asked.some(({ later }) => later !== null),
    `the id of the deleted ${resource.title} was given to another one before it was asked for again`,
    'specification',
  )
  for (const { later, deleted } of asked)
    if (later !== null) mustBeRefusedWith(tester, statuses, later, deleted, 'path')
}

export const suppliedUnknown: Check = async (tester) => {
  const { operation } = subjectOf(tester)
  const { unknown, near, plain } = await deletionScenario(tester).catch(async (error: unknown) => {
    if (error instanceof NotRun && !(error instanceof NotAllowed)) await tryNobodys(tester)
    throw error
  })
  const { exchange, sameForm } = unknown
  const status = statusOf(exchange)
  tester.must.assume(
    sameForm || isAccepted(exchange) || (statusesOf(operation, 'unknown') ?? []).includes(status),
    `ids of this tenant lie close together, so that only one of another form was tried: ${status} says nothing`,
    'specification',
  )
  mustRefuse(tester, operation, exchange, plain.deleted, 'unknown')
  // The contract defines no status for other forms.
  for (const other of near) tester.must.refuse(other, { control: plain.deleted, of: 'path' })
}

/** Without an accepted deletion no refusal counts, but an accepted deletion of an unknown id is a failure. */
async function tryNobodys(tester: Tester): Promise<void> {
  const { operation, resource } = subjectOf(tester)
  if (!tester.allows('destructive')) return
  const exchange = await tester.call(requestOfNothing(tester.contract, operation))
  if (isAccepted(exchange))
    tester.must.that(false, `The deletion of a ${resource.title} that never existed is accepted.`, {
      expected: `one of ${(statusesOf(operation, 'unknown') ?? ['4xx']).join(', ')}`,
      received: describeResponse(exchange),
      exchange,
    })
}

export const suppliedIndependent: Check = async (tester) => {
  const { resource } = subjectOf(tester)
  const { plain, neighbours, near, beside } = await carriedOut(tester)
  if (neighbours.length === 0)
    tester.skip(
      `it needs a second ${resource.title}${resource.supplied === null ? '' : `: supply two in ${resource.supplied.environment}`}`,
    )
  const message = `Deleting one ${resource.title} removed another one.`
  for (const neighbour of neighbours)
    mustHaveSurvived(tester, message, neighbour, plain.deleted, [plain.deleted])
  // The requests named its neighbours.
  if (beside.near !== plain) mustHaveSurvived(tester, message, beside.near, plain.deleted, near)
}
