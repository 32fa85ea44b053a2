// The matrix of an update: what one resource, or the only one, shows after the requests that were refused.
import { describeResponse } from '../../base/exchange.ts'
import { equal, type JsonObject } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { type Attempt, acceptedBody, comparedOf, NotRun } from '../../oracle/index.ts'
import type { Principal } from '../requests/principal.ts'
import { unknownId } from '../requests/unknown-id.ts'
import type { Tester } from '../tester.ts'
import { lookup, type Matrix, refusedOnes, underEach } from './each.ts'

/** What was accepted all the same has made its change, the last one last: another clause's failure. */
function acceptedBodies(
  by: ReadonlyMap<Principal, Attempt>,
  sent: ReadonlyMap<Principal, JsonObject>,
): readonly JsonObject[] {
  return [...by].flatMap(([principal, { accepted }]) => (accepted ? [sent.get(principal) ?? {}] : []))
}

/** Of a resource that the run makes. */
export async function updates(check: Tester, operation: Operation): Promise<Matrix> {
  const { requests, seed } = check
  const all = check.resource(operation.resource)
  const subject = await all.make()
  const first = await subject.read()
  const sent = new Map<Principal, JsonObject>()
  const by = await underEach(check, (principal) => {
    // Every member that can be set is sent, so that no change goes unseen.
    const body = Object.assign({}, ...all.changes(subject, requests.number())) as JsonObject
    sent.set(principal, body)
    return all.update(subject.key, body)
  })
  const made = Object.assign({}, ...acceptedBodies(by, sent)) as JsonObject
  const before = { ...first, body: { ...first.body, ...made }, set: { ...first.set, ...made } }
  const after = await subject.read()
  const control = await check.call(all.update(subject.key, all.named(requests.name())))
  const other = await all.make()
  const id = unknownId([subject.id, other.id], subject.id.length, seed)
  return {
    by,
    control,
    compare: ({ must }) => must.beUnchanged(before, after, all.settable, { control, steps: refusedOnes(by) }),
    lookup: await lookup(check, all.update(id, {}), by),
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
  const sent = new Map<Principal, JsonObject>()
  const by = await underEach(check, (principal) => {
    const other = body()
    sent.set(principal, other)
    return requests.of(name, '', other)
  })
  const held = acceptedBodies(by, sent).at(-1) ?? set
  const read = await readable()
  const showsAll = (exchange: Attempt, wanted: JsonObject): boolean =>
    Object.entries(wanted).every(([member, value]) => equal(acceptedBody(exchange)[member], value))
  return {
    by,
    control: first.accepted ? first : await check.call(requests.of(name, '', body())),
    compare:
      shown === null || read === null
        ? null
        : ({ must }) => {
            must.assumeAccepted(shown)
            must.assumeAccepted(read)
            must.assume(showsAll(shown, set), 'a read does not return what was set')
            must.that(
              showsAll(read, held),
              `A request that was refused changed the ${kind.title}.`,
              {
                expected: JSON.stringify(held),
                received: describeResponse(read),
                exchange: read,
                control: first,
                steps: refusedOnes(by),
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

function unreadable(error: unknown): null {
  if (error instanceof NotRun) return null
  throw error
}
