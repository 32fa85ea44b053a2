// The authorization matrix of an update.

import { describeResponse } from '../../base/exchange.ts'
import { equal, isObject, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Operation } from '../../contract/index.ts'
import { type Attempt, acceptedBody, comparedOf, NotRun } from '../../oracle/index.ts'
import { unknownId } from '../requests/unknown-id.ts'
import type { Seen } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { acceptedBodies, beforeAndAfter, lookup, type Matrix, refusedOnes, withEither } from './each.ts'

export async function updates(check: Tester, operation: Operation): Promise<Matrix> {
  const { requests, seed } = check
  const all = check.resource(operation.resource)
  const subject = await all.any()
  const look = await withEither(check, async (as) => (await subject.look({ as })).exchange)
  const first = look.accepted ? subject.last : await subject.read()
  const rounds = await beforeAndAfter(
    check,
    operation,
    () => {
      // All settable members are sent, so that no change escapes the read.
      const body = Object.assign({}, ...all.changes(subject, requests.number())) as JsonObject
      return all.update(subject.key, body)
    },
    () => subject.read(),
  )
  const { asked, genuine, control, first: refused, seen } = rounds
  const made = Object.assign({}, ...acceptedBodies(refused)) as JsonObject
  const left: Seen = { ...first, body: { ...first.body, ...made }, set: { ...first.set, ...made } }
  const id = unknownId([subject.id], subject.id.length, seed)
  return {
    asked,
    genuine,
    control,
    compare: ({ must }) =>
      must.beUnchanged(left, seen, all.settable, { control, steps: refusedOnes({ asked: refused }) }),
    lookup: await lookup(check, all.update(id, {}), asked),
  }
}

/** The matrix of a singleton. */
export async function replacements(check: Tester, operation: Operation): Promise<Matrix> {
  const { requests, subjects } = check
  const { name, resource } = operation
  const kind = subjects.resourceOf(operation)
  const body = (): JsonObject => subjects.bodies.of(operation, kind)
  const one = check.singleton(resource)
  await one.save()
  const set = body()
  const first = await withEither(check, (as) => check.call(requests.of(name, '', set), { as }))
  const rounds = await beforeAndAfter(
    check,
    operation,
    () => requests.of(name, '', body()),
    () => one.read().catch(unreadable),
  )
  const { asked, genuine, control, first: refused, seen: read } = rounds
  const held = acceptedBodies(refused).at(-1) ?? set
  const isHeld = read !== null && showsAll(read, held)
  const readable = isHeld || read === null || (await isShown(check, operation, body()))
  return {
    asked,
    genuine,
    control: control.accepted ? control : first,
    compare:
      read === null
        ? null
        : ({ must }) => {
            must.assumeAccepted(first)
            must.assumeAccepted(read)
            must.assume(readable, 'a read does not return what was set')
            // Other causes, such as a restart, do not happen twice.
            const asks = refused.some(({ request }) => isObject(request.body) && showsAll(read, request.body))
            must.assume(isHeld || asks || check.attempt > 1, 'the read shows what no request asked for')
            must.that(
              isHeld,
              `A request that was refused changed the ${kind.title}.`,
              {
                expected: jsonText(held),
                received: describeResponse(read),
                exchange: read,
                control: first,
                steps: refusedOnes({ asked: refused }),
              },
              comparedOf(
                read.operation,
                Object.keys(held).map((member) => `/${member}`),
              ),
            )
          },
    lookup: null,
  }
}

const showsAll = (exchange: Attempt, wanted: JsonObject): boolean =>
  Object.entries(wanted).every(([member, value]) => equal(acceptedBody(exchange)[member], value))

async function isShown(check: Tester, { name, resource }: Operation, body: JsonObject): Promise<boolean> {
  await check.call(check.requests.of(name, '', body))
  const read = await check.singleton(resource).read().catch(unreadable)
  return read?.accepted === true && showsAll(read, body)
}

function unreadable(error: unknown): null {
  if (error instanceof NotRun) return null
  throw error
}
