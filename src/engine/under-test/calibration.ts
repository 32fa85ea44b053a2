// Finds the members that the tenant returns as sent. Other members are no evidence.
import { sleep } from '../../base/clock.ts'
import { equal, type Json, type JsonObject } from '../../base/json.ts'
import { serverSetOf } from '../../contract/index.ts'
import { Inconclusive, timestampNs } from '../../oracle/index.ts'
import type { ResourceResponse } from './resource-response.ts'
import type { ResourceUnderTest } from './resource-under-test.ts'

/** After this number of milliseconds, timestamps in whole seconds differ. */
export const coarseTickMs = 1_100
/** The clocks of a tenant's nodes may differ by this number of nanoseconds. */
export const clockSkewNs = 1_000_000_000n

export interface CalibrationParts {
  readonly make: (overrides?: JsonObject) => Promise<ResourceUnderTest>
  readonly changes: (subject: ResourceUnderTest) => readonly JsonObject[]
  readonly initial: JsonObject
}

/**
 * Returns the members that can be evidence, because their values behave as expected in sample resources.
 * @throws Inconclusive if no resource can be created and read
 */
export async function observableMembers({
  make,
  changes,
  initial,
}: CalibrationParts): Promise<ReadonlySet<string>> {
  const subject = await make(initial)
  const before = await subject.read()
  const changed = changes(subject)
  const shown: ResourceResponse[] = [subject.first, before]
  // The tenant may refuse a change of several members.
  for (const change of changed) shown.push(await subject.update(change, { intent: 'probe' }))
  const last = await subject.read()
  const accepted = [...shown, last].filter((seen) => seen.accepted && Object.keys(seen.body).length > 0)

  const constant = serverSetOf(subject.resource, ['constant'])
  const moving = serverSetOf(subject.resource, ['monotonic', 'moves'])
  let second = await make()
  const coarse = constant.some(
    (member) =>
      timestampNs(subject.first.body[member]) !== null &&
      equal(second.first.body[member], subject.first.body[member]),
  )
  if (coarse) {
    await sleep(coarseTickMs)
    second = await make()
  }
  const differs = (member: string): boolean =>
    !same(meaning(member, subject.first), meaning(member, second.first)) &&
    meaning(member, second.first) !== undefined
  const stays = (member: string): boolean =>
    accepted.every((seen) => same(meaning(member, seen), meaning(member, subject.first)))
  const settable = [...new Set(changed.flatMap((change) => Object.keys(change)))]
  return new Set([
    ...settable.filter(
      (member) => shows(last, member) && (shows(before, member) || unsent(before, member, last)),
    ),
    ...constant.filter((member) => differs(member) && stays(member)),
    ...moving.filter((member) => differs(member) && neverBack(accepted, member)),
  ])
}

function meaning(member: string, { canonical, body }: ResourceResponse): Json | undefined {
  return canonical(member, body[member])
}

function shows(seen: ResourceResponse, member: string): boolean {
  return member in seen.set && same(meaning(member, seen), seen.canonical(member, seen.set[member]))
}

// Without a sent value, a change of the value is sufficient.
function unsent(before: ResourceResponse, member: string, last: ResourceResponse): boolean {
  return !(member in before.set) && !same(meaning(member, before), meaning(member, last))
}

function neverBack(seen: readonly ResourceResponse[], member: string): boolean {
  const times = seen.map(({ body }) => timestampNs(body[member]) ?? 0n)
  return times.every((time, index) => time >= (times[index - 1] ?? 0n) - clockSkewNs)
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return one !== undefined && equal(one, other)
}

export function noneObservable(error: unknown): ReadonlySet<string> {
  if (error instanceof Inconclusive) return new Set()
  throw error
}
