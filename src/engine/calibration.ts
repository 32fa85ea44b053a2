// Calibration: which members of an event stream are shown truly, so that a comparison of them tells something.
import { sleep } from '../base/clock.ts'
import { equal, type Json, type JsonObject } from '../base/json.ts'
import { essenceOf, Inconclusive, timestampNs } from '../oracle/index.ts'
import type { Seen, StreamHandle } from './stream-handle.ts'
import type { Tester } from './tester.ts'

// Time stamps may have whole seconds only: another one shows after this long at the latest.
const coarseTickMs = 1_100
// Two nodes of one tenant may have clocks that differ a little.
const clockSkewNs = 1_000_000_000n

/**
 * The members that tell: one that requests set is shown as it was set, at first and after it was changed; one that the
 * service sets differs between two streams and stays the same for one. What always says the same, or says something
 * else each time, would hide a change or feign one.
 * @throws Inconclusive where no stream can be made and read
 */
export async function tellingMembers(
  tester: Pick<Tester, 'given' | 'knowledge'>,
  make: (overrides?: JsonObject) => Promise<StreamHandle>,
): Promise<ReadonlySet<string>> {
  const { given, knowledge } = tester
  const field = knowledge.forwardingStateField
  const stream = await make(field === null ? {} : given.state('disabled'))
  const before = await stream.read()
  const [one, other] = given.subscriptions()
  const changed: JsonObject = {
    name: given.name(),
    subscriptions: other ?? one,
    destination: given.destination(given.variant()),
    ...(field === null ? {} : given.state('enabled')),
  }
  const shown: Seen[] = [stream.first, before]
  // One by one, as it is not known yet that several change at once, or that any does.
  for (const [member, value] of Object.entries(changed))
    shown.push(await stream.update({ [member]: value }, { intent: 'probe' }))
  const last = await stream.read()
  const accepted = shown.filter((seen) => seen.accepted)

  let second = await make()
  if (equal(second.body.created_at, stream.body.created_at)) {
    await sleep(coarseTickMs)
    second = await make()
  }
  const meaning = (member: string, body: JsonObject): Json | undefined =>
    essenceOf(member, body[member], field)
  const shows = ({ body, set }: Seen, member: string): boolean =>
    member in set && same(meaning(member, body), meaning(member, set))
  const differs = (member: string): boolean =>
    !same(meaning(member, stream.body), meaning(member, second.body)) &&
    meaning(member, second.body) !== undefined
  const stays = (member: string): boolean =>
    [...accepted, last].every(({ body }) => same(meaning(member, body), meaning(member, stream.body)))
  return new Set([
    ...Object.keys(changed).filter((member) => [before, last].every((seen) => shows(seen, member))),
    ...['id', 'created_at'].filter((member) => differs(member) && stays(member)),
    ...(differs('updated_at') && neverBack([...accepted, last]) ? ['updated_at'] : []),
  ])
}

function neverBack(seen: readonly Seen[]): boolean {
  const times = seen.map(({ body }) => timestampNs(body.updated_at) ?? 0n)
  return times.every((time, index) => time >= (times[index - 1] ?? 0n) - clockSkewNs)
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return one !== undefined && equal(one, other)
}

/** No member tells, where that could not be found out. */
export function noneTells(error: unknown): ReadonlySet<string> {
  if (error instanceof Inconclusive) return new Set()
  throw error
}
