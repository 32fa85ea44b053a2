// The matrix of an update: what one resource, or the only one, shows after the requests that were refused.
import { describeResponse } from '../../base/exchange.ts'
import { equal, isObject, type JsonObject } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { type Attempt, acceptedBody, comparedOf, NotRun } from '../../oracle/index.ts'
import { unknownId } from '../requests/unknown-id.ts'
import type { Seen } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { acceptedBodies, beforeAndAfter, lookup, type Matrix, refusedOnes } from './each.ts'
import type { Asked } from './genuine.ts'

/** Of a resource that the run makes. */
export async function updates(check: Tester, operation: Operation): Promise<Matrix> {
  const { requests, seed } = check
  const all = check.resource(operation.resource)
  const subject = await all.any()
  const first = await subject.read()
  const rounds = await beforeAndAfter(
    check,
    () => {
      // Every member that can be set is sent, so that no change goes unseen.
      const body = Object.assign({}, ...all.changes(subject, requests.number())) as JsonObject
      return all.update(subject.key, body)
    },
    () => subject.read(),
  )
  const { asked, genuine } = rounds
  const left = (among: readonly Asked[]): Seen => {
    const made = Object.assign({}, ...acceptedBodies(among)) as JsonObject
    return { ...first, body: { ...first.body, ...made }, set: { ...first.set, ...made } }
  }
  const after = await subject.read()
  const control = await check.call(all.update(subject.key, all.named(requests.name())))
  const other = await all.any()
  const id = unknownId([subject.id, other.id], subject.id.length, seed)
  return {
    asked,
    genuine,
    control,
    compare: ({ must }) => {
      must.beUnchanged(left(rounds.first), rounds.seen, all.settable, {
        control,
        steps: refusedOnes({ asked: rounds.first }),
      })
      must.beUnchanged(left(asked), after, all.settable, { control, steps: refusedOnes({ asked }) })
    },
    lookup: await lookup(check, all.update(id, {}), asked),
  }
}

/** Of what there is one of. */
export async function replacements(check: Tester, operation: Operation): Promise<Matrix> {
  const { requests, subjects } = check
  const { name, resource } = operation
  const kind = subjects.resourceOf(operation)
  const body = (): JsonObject => subjects.bodies.of(operation, kind)
  const one = check.singleton(resource)
  await one.save()
  const readable = (): Promise<Attempt | null> => one.read().catch(unreadable)
  const set = body()
  const first = await check.call(requests.of(name, '', set))
  const shown = await readable()
  const rounds = await beforeAndAfter(check, () => requests.of(name, '', body()), readable)
  const { asked, genuine } = rounds
  const read = await readable()
  const seen = [
    { among: rounds.first, read: rounds.seen },
    { among: asked, read },
  ]
  const showsAll = (exchange: Attempt, wanted: JsonObject): boolean =>
    Object.entries(wanted).every(([member, value]) => equal(acceptedBody(exchange)[member], value))
  return {
    asked,
    genuine,
    control: first.accepted ? first : await check.call(requests.of(name, '', body())),
    compare:
      shown === null || read === null
        ? null
        : ({ must }) => {
            must.assumeAccepted(shown)
            must.assume(showsAll(shown, set), 'a read does not return what was set')
            for (const { among, read } of seen) {
              if (read === null) continue
              must.assumeAccepted(read)
              const held = acceptedBodies(among).at(-1) ?? set
              // What no request asked for may have come otherwise, as by a restart: then it does not come twice.
              const asks = among.some(({ request: { body } }) => isObject(body) && showsAll(read, body))
              must.assume(
                showsAll(read, held) || asks || check.attempt > 1,
                'the read shows what no request asked for',
              )
              must.that(
                showsAll(read, held),
                `A request that was refused changed the ${kind.title}.`,
                {
                  expected: JSON.stringify(held),
                  received: describeResponse(read),
                  exchange: read,
                  control: first,
                  steps: refusedOnes({ asked: among }),
                },
                comparedOf(
                  read.operation,
                  Object.keys(held).map((member) => `/${member}`),
                ),
              )
            }
          },
    lookup: null,
  }
}

function unreadable(error: unknown): null {
  if (error instanceof NotRun) return null
  throw error
}
