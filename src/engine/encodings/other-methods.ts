// Sends safe methods (RFC 9110, 9.2.1) that the contract does not define for a path.

import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { type Attempt, notAccepted, orElse } from '../../oracle/index.ts'
import { calibration, using } from '../fixture.ts'
import type { Principal } from '../principals/principal.ts'
import type { Request } from '../requests/request.ts'
import { permitChange, validRequestOf } from '../rules/index.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { mustBeUnchangedByRefusals } from './deviation.ts'

const notImplemented = 501 // RFC 9110, 15.6.2

/** OPTIONS goes to every operation, GET to deletions, and HEAD to reads. */
export const otherMethods: Check = using([calibration], async (context) => {
  const { must, subjects } = context
  const operation = operationOf(context.contract, context.clause.operation)
  const resource = subjects.resourceOf(operation)
  // A faulty tenant may carry out the operation, so the write mode must allow it.
  permitChange(context, operation)
  // Only resources with adapters are calibrated.
  const all = operation.act === 'update' && !resource.singleton ? context.resource(resource.name) : null
  const own = all?.hasAdapter ? await all.any() : undefined
  const { request, subject } = await validRequestOf(context, operation, own)
  const { body: _, ...bodiless } = request
  // Under this name, the run does not judge the response by a schema.
  const plain: Request = { ...bodiless, operation: 'fixture:other-method', effect: 'none', intent: 'probe' }
  const send = async (method: string, as?: Principal): Promise<Attempt> =>
    (await subjects.raw({ ...plain, method }, as === undefined ? {} : { as })).exchange
  const before = subject === null ? null : subject.first
  const sent: Exchange[] = []
  for (const method of methodsFor(context, operation)) {
    const exchange = await send(method)
    sent.push(exchange)
    // A proxy may have closed the connection.
    if (exchange.response === null) continue
    mustBeAnswered(context, method, exchange)
    if (method === 'HEAD' && operation.method === 'GET') await mustFindWhatGetFinds(context, exchange, send)
  }
  if (operation.method === 'GET') return mustAskForToken(context, send)
  if (subject !== null && before?.accepted) {
    const now = await subject.look()
    if (now.accepted) mustBeUnchangedByRefusals(context, resource, before, now, { steps: sent })
  }
  if (operation.act !== 'delete') return
  const deleted = await context.call(request)
  const gone = [404, 410].includes(statusOf(deleted))
  const control = gone ? await context.call((await validRequestOf(context, operation)).request) : deleted
  if (!control.accepted) throw notAccepted('the tenant accepted no deletion', control)
  // A lost response to an earlier deletion can explain a missing resource once, but not twice.
  must.assume(
    !gone || context.attempt > 1,
    'the resource no longer existed, perhaps because an earlier deletion got no response',
  )
  must.that(!gone, 'A request with a safe method deleted the resource.', {
    expected: 'the resource still exists and can be deleted',
    received: describeResponse(deleted),
    exchange: deleted,
    control,
    steps: sent,
  })
})

function methodsFor(context: TestContext, operation: Operation): readonly string[] {
  const { act, method } = operation
  if (method === 'GET') return ['HEAD', 'OPTIONS']
  const others = ['GET', 'HEAD'].filter((one) => one !== method)
  const isDealt = (one: Operation): boolean => one.method !== 'GET' && one.act !== 'delete'
  const share = context.cases(others, isDealt)
  return [...(act === 'delete' && !share.includes('GET') ? ['GET'] : share), 'OPTIONS']
}

function mustBeAnswered({ must }: TestContext, method: string, exchange: Exchange): void {
  const status = statusOf(exchange)
  must.that(status < 500 || status === notImplemented, `The tenant returns a 5xx status for ${method}.`, {
    expected: 'a status other than 5xx',
    received: describeResponse(exchange),
    exchange,
  })
  if (status !== 405) return
  must.that(
    exchange.response?.headers.allow !== undefined,
    'A 405 response does not list the allowed methods.',
    {
      expected: 'an Allow header (RFC 9110, 15.5.6)',
      received: '405 without an Allow header',
      exchange,
    },
  )
}

/** HEAD must find the same resources as GET (RFC 9110, 9.3.2). */
async function mustFindWhatGetFinds(
  { must }: TestContext,
  exchange: Exchange,
  send: (method: string) => Promise<Attempt>,
): Promise<void> {
  if (![404, 410].includes(statusOf(exchange))) return
  const control = await send('GET')
  must.that(!control.accepted, 'HEAD does not find a resource that GET finds.', {
    expected: 'the status of GET, or a refusal of the method (405, 501)',
    received: describeResponse(exchange),
    exchange,
    control,
  })
}

async function mustAskForToken(
  { must }: TestContext,
  send: (method: string, as?: Principal) => Promise<Attempt>,
): Promise<void> {
  const control = await send('GET', 'none').catch(orElse(null))
  if (control === null || control.accepted) return
  const exchange = await send('HEAD', 'none').catch(orElse(null))
  if (exchange === null) return
  must.that(!exchange.accepted, 'The tenant serves HEAD without the token that GET requires.', {
    expected: `a refusal, as for GET (${statusOf(control)})`,
    received: describeResponse(exchange),
    exchange,
  })
}
