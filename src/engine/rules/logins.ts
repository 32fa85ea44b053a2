// Checks that a wrong login gets no credential, and that an ended session stays ended.
import {
  describeResponse,
  type Exchange,
  isServerFailure,
  isSuccessful,
  statusOf,
} from '../../base/exchange.ts'
import { credentialOf } from '../../client/index.ts'
import { type Operation, readWithSession, schemeOfLogin, schemeOfLogout } from '../../contract/index.ts'
import { NotRun } from '../../oracle/index.ts'
import { operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Check } from '../suite.ts'
import type { TestContext } from '../test-context.ts'
import { mustRefuse } from './fixtures/assertions.ts'
import { subjectOf } from './fixtures/preconditions.ts'

const userIn = { password: 'with a wrong password', username: 'of an unknown user' } as const

function requestOf({ contract }: TestContext, operation: Operation): Request {
  return operationRequest(contract, operation, '', undefined)
}

export const loginRefuses: Check = async (context) => {
  const { must } = context
  const { operation } = subjectOf(context)
  const scheme = schemeOfLogin(operation, context.contract) ?? ''
  const { logins } = context.principals
  const right = logins.call(scheme)
  const send = (login: typeof right, intent: Request['intent']): Promise<Exchange> =>
    context.call(
      { ...requestOf(context, operation), login, intent, mediaType: login.mediaType },
      { as: 'none' },
    )
  const control = await send(right, 'valid')
  const given = credentialOf(control, right)
  must.assume(
    given !== null && statusOf(control) < 400,
    `a login with the supplied user got ${describeResponse(control)}`,
    'user',
  )
  if (given !== null) await logins.end(scheme, given)
  for (const wrong of ['password', 'username'] as const) {
    const exchange = await send(logins.call(scheme, wrong), 'unauthorised')
    must.assume(!isServerFailure(exchange), `a login ${userIn[wrong]} got ${describeResponse(exchange)}`)
    const isServed = isSuccessful(exchange)
    must.that(
      !isServed || credentialOf(exchange, right) === null,
      `A login ${userIn[wrong]} returned a credential.`,
      {
        expected: 'a refusal (a 4xx status), or no credential',
        received: describeResponse(exchange),
        exchange,
        control,
      },
    )
  }
}

export const sessionEnded: Check = async (context) => {
  const { contract, must, principals } = context
  const { operation } = subjectOf(context)
  const scheme = schemeOfLogout(operation, contract) ?? ''
  const read = readWithSession(contract, scheme)
  if (read === null) throw new NotRun(`no read needs only the scheme "${scheme}"`, 'specification')
  const credentials = await principals.ownSession(scheme)
  const options = { as: 'ended', credentials } as const
  const request = operationRequest(contract, read, '', undefined)
  const control = await context.call(request, options)
  must.assume(control.accepted, `a request with a new session got ${describeResponse(control)}`)
  const logout = await context.call(requestOf(context, operation), options)
  must.assume(
    statusOf(logout) >= 200 && statusOf(logout) < 400,
    `the session was not ended: ${describeResponse(logout)}`,
  )
  const after = await context.call({ ...request, intent: 'unauthorised' }, options)
  mustRefuse(
    context,
    read,
    after,
    control,
    'unauthenticated',
    () => `${operation.name} had ended the session of this credential.`,
  )
}
