// Sends the update of a resource as each principal, and checks that refused requests change nothing.

import { describeResponse } from '../../base/exchange.ts'
import { equal, isObject, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Operation } from '../../contract/index.ts'
import { type Attempt, acceptedBody, comparedOf, NotRun } from '../../oracle/index.ts'
import { calibration, using } from '../fixture.ts'
import { unknownId } from '../requests/unknown-id.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse } from '../under-test/index.ts'
import {
  type AuthorizationMatrix,
  acceptedBodies,
  refusedAttempts,
  sendAroundValidToken,
  sendAsSuppliedOrFull,
  sendForUnknownId,
} from './principal-attempts.ts'

export const updateMatrix = using(
  [calibration],
  async (check, operation: Operation): Promise<AuthorizationMatrix> => {
    const { requests, seed } = check
    const all = check.resource(operation.resource)
    const subject = await all.any()
    const look = await sendAsSuppliedOrFull(check, async (as) => (await subject.look({ as })).exchange)
    const first = look.accepted ? subject.last : await subject.read()
    const rounds = await sendAroundValidToken(
      check,
      operation,
      () => {
        // With all settable members in the body, a read shows every change.
        const body = Object.assign({}, ...all.changes(subject, requests.number())) as JsonObject
        return all.update(subject.key, body)
      },
      () => subject.read(),
    )
    const { attempts, validToken, control, firstRound: refused, read } = rounds
    const made = Object.assign({}, ...acceptedBodies(refused)) as JsonObject
    const left: ResourceResponse = {
      ...first,
      body: { ...first.body, ...made },
      set: { ...first.set, ...made },
    }
    const id = unknownId([subject.id], subject.id.length, seed)
    return {
      attempts,
      validToken,
      control,
      compare: ({ must }) =>
        must.beUnchanged(left, read, all.settable, { control, steps: refusedAttempts(refused) }),
      unknownId: await sendForUnknownId(check, all.update(id, {}), attempts),
    }
  },
)

export async function singletonMatrix(
  check: TestContext,
  operation: Operation,
): Promise<AuthorizationMatrix> {
  const { requests, subjects } = check
  const { name, resource } = operation
  const kind = subjects.resourceOf(operation)
  const body = (): JsonObject => subjects.bodies.of(operation, kind)
  const one = check.singleton(resource)
  await one.save()
  const set = body()
  const first = await sendAsSuppliedOrFull(check, (as) => check.call(requests.of(name, '', set), { as }))
  const rounds = await sendAroundValidToken(
    check,
    operation,
    () => requests.of(name, '', body()),
    () => one.read().catch(unreadable),
  )
  const { attempts, validToken, control, firstRound: refused, read } = rounds
  const held = acceptedBodies(refused).at(-1) ?? set
  const isHeld = read !== null && showsAll(read, held)
  const readable = isHeld || read === null || (await isShown(check, operation, body()))
  return {
    attempts,
    validToken,
    control: control.accepted ? control : first,
    compare:
      read === null
        ? null
        : ({ must }) => {
            must.assumeAccepted(first)
            must.assumeAccepted(read)
            must.assume(readable, 'a read does not return the values that the run set')
            // A restart of the tenant can explain an unexpected value once, but not twice.
            const asks = refused.some(({ request }) => isObject(request.body) && showsAll(read, request.body))
            must.assume(
              isHeld || asks || check.attempt > 1,
              'a read returned a value that this run did not send',
            )
            must.that(
              isHeld,
              `A refused request changed the ${kind.title}.`,
              {
                expected: jsonText(held),
                received: describeResponse(read),
                exchange: read,
                control: first,
                steps: refusedAttempts(refused),
              },
              comparedOf(
                read.operation,
                Object.keys(held).map((member) => `/${member}`),
              ),
            )
          },
    unknownId: null,
  }
}

const showsAll = (exchange: Attempt, wanted: JsonObject): boolean =>
  Object.entries(wanted).every(([member, value]) => equal(acceptedBody(exchange)[member], value))

async function isShown(
  check: TestContext,
  { name, resource }: Operation,
  body: JsonObject,
): Promise<boolean> {
  await check.call(check.requests.of(name, '', body))
  const read = await check.singleton(resource).read().catch(unreadable)
  return read?.accepted === true && showsAll(read, body)
}

function unreadable(error: unknown): null {
  if (error instanceof NotRun) return null
  throw error
}
