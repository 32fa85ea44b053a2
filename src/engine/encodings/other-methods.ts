// Methods that no contract speaks of, on the paths of operations: the safe ones are safe (RFC 9110, 9.2.1).
import { describeResponse, type Exchange, statusOf } from '../../base/exchange.ts'
import { type Operation, operationOf } from '../../contract/index.ts'
import { type Attempt, notAccepted, orElse } from '../../oracle/index.ts'
import { permitChange, validRequestOf } from '../laws/index.ts'
import type { Principal } from '../requests/principal-name.ts'
import type { Request } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import type { Tester } from '../tester.ts'
import { mustBeLeftAlone } from './trial.ts'

// RFC 9110, 15.6.2: what a server does not know it may say so.
const notImplemented = 501

/**
 * GET, HEAD and OPTIONS on the path of an operation fail nowhere and change nothing; HEAD asks for the token that GET asks for. OPTIONS is
 * sent everywhere, GET to what deletes, HEAD where there is a GET, and both to some of the others.
 */
export const otherMethods: Check = async (tester) => {
  const { must, subjects } = tester
  const operation = operationOf(tester.contract, tester.clause.operation)
  const resource = subjects.resourceOf(operation)
  // At a faulty tenant they may do what the operation does.
  permitChange(tester, operation)
  // Those of a driver are calibrated: what of them is shown truly is known.
  const all = operation.act === 'update' && !resource.singleton ? tester.resource(resource.name) : null
  const own = all?.isDriven ? await all.any() : undefined
  const { request, subject } = await validRequestOf(tester, operation, own)
  const { body: _, ...bodiless } = request
  // No operation's: what it answers is no response of one.
  const plain: Request = { ...bodiless, operation: 'fixture:other-method', effect: 'none', intent: 'probe' }
  const send = async (method: string, as?: Principal): Promise<Attempt> =>
    (await subjects.raw({ ...plain, method }, as === undefined ? {} : { as })).exchange
  // What showed it first is as good as a read: nothing was sent to it since.
  const before = subject === null ? null : subject.first
  const sent: Exchange[] = []
  for (const method of methodsFor(tester, operation)) {
    const exchange = await send(method)
    sent.push(exchange)
    // What stands before the tenant may close the connection.
    if (exchange.response === null) continue
    mustBeAnswered(tester, method, exchange)
    if (method === 'HEAD' && operation.method === 'GET') await mustBeThere(tester, exchange, send)
  }
  if (operation.method === 'GET') return mustAskForToken(tester, send)
  if (subject !== null && before?.accepted) {
    const now = await subject.look()
    if (now.accepted) mustBeLeftAlone(tester, resource, before, now, { steps: sent })
  }
  if (operation.act !== 'delete') return
  const deleted = await tester.call(request)
  const gone = [404, 410].includes(statusOf(deleted))
  // Deletions may be answered so, whatever was sent before.
  const control = gone ? await tester.call((await validRequestOf(tester, operation)).request) : deleted
  if (!control.accepted) throw notAccepted('no deletion is accepted', control)
  // Who answered may have lost the answer to this one: then it is gone once, and not the next time.
  must.assume(!gone || tester.attempt > 1, 'it was gone, which may have come otherwise')
  must.that(!gone, 'A request with another method than that of the operation carried it out.', {
    expected: 'what was not deleted yet can be deleted',
    received: describeResponse(deleted),
    exchange: deleted,
    control,
    steps: sent,
  })
}

/** The methods that the operation is asked with. */
function methodsFor(tester: Tester, operation: Operation): readonly string[] {
  const { act, method } = operation
  if (method === 'GET') return ['HEAD', 'OPTIONS']
  const others = ['GET', 'HEAD'].filter((one) => one !== method)
  const isDealt = (one: Operation): boolean => one.method !== 'GET' && one.act !== 'delete'
  const share = tester.dealt(others, operation, isDealt)
  return [...(act === 'delete' && !share.includes('GET') ? ['GET'] : share), 'OPTIONS']
}

function mustBeAnswered({ must }: Tester, method: string, exchange: Exchange): void {
  const status = statusOf(exchange)
  must.that(status < 500 || status === notImplemented, `The tenant fails at ${method}.`, {
    expected: 'a status other than 5xx',
    received: describeResponse(exchange),
    exchange,
  })
  if (status !== 405) return
  must.that(exchange.response?.headers.allow !== undefined, 'A 405 does not say which methods there are.', {
    expected: 'a header Allow (RFC 9110, 15.5.6)',
    received: '405 without one',
    exchange,
  })
}

/** What GET finds is not denied by HEAD (RFC 9110, 9.3.2). */
async function mustBeThere(
  { must }: Tester,
  exchange: Exchange,
  send: (method: string) => Promise<Attempt>,
): Promise<void> {
  if (![404, 410].includes(statusOf(exchange))) return
  const control = await send('GET')
  must.that(!control.accepted, 'HEAD does not find what GET finds.', {
    expected: 'the status of GET, or a refusal of the method (405, 501)',
    received: describeResponse(exchange),
    exchange,
    control,
  })
}

/** Whoever may not GET something learns nothing of it by HEAD. */
async function mustAskForToken(
  { must }: Tester,
  send: (method: string, as?: Principal) => Promise<Attempt>,
): Promise<void> {
  const control = await send('GET', 'none').catch(orElse(null))
  if (control === null || control.accepted) return
  const exchange = await send('HEAD', 'none').catch(orElse(null))
  if (exchange === null) return
  must.that(!exchange.accepted, 'HEAD is served without the token that GET asks for.', {
    expected: `a refusal, as of GET (${statusOf(control)})`,
    received: describeResponse(exchange),
    exchange,
  })
}
