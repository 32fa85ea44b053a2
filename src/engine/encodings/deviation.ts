// Compares a response with its control, and a resource before and after refused requests.
import { sleep } from '../../base/clock.ts'
import { describeResponse, statusOf } from '../../base/exchange.ts'
import { equal, isObject, type Json } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Resource } from '../../contract/index.ts'
import { differences, moving } from '../../oracle/index.ts'
import { mustShow } from '../rules/index.ts'
import type { TestContext } from '../test-context.ts'
import type { Context, ResourceResponse } from '../under-test/index.ts'

import type { OperationProbe, ProbeResult } from './operation-probe.ts'

const apartMs = 15

export interface Deviation {
  readonly expected: string
  readonly received: string
}

export function deviationOf(
  { must }: TestContext,
  { operation }: OperationProbe,
  control: ProbeResult,
  { sent, seen }: ProbeResult,
): Deviation | null {
  const { exchange } = seen
  const received = describeResponse(exchange)
  const status = statusOf(control.seen.exchange)
  if (!control.seen.accepted) {
    return statusOf(exchange) === status
      ? null
      : { expected: `status ${status}, as for the unchanged request`, received }
  }
  if (!seen.accepted) return { expected: 'the request is accepted, like the unchanged request', received }
  if (statusOf(exchange) !== status)
    return { expected: `status ${status}, as for the unchanged request`, received }
  if (operation.request !== null) {
    if (must.showsAsSent(seen, sent)) return null
    return { expected: jsonText(sent), received }
  }
  const same = sameContent(seen.body, control.seen.body)
  return same ? null : { expected: describeResponse(control.seen.exchange), received }
}

/** Ignores the order of lists. */
function sameContent(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    const rest: Json[] = [...other]
    return (
      one.length === other.length &&
      one.every((item: Json) => {
        const place = rest.findIndex((candidate) => sameContent(item, candidate))
        if (place >= 0) rest.splice(place, 1)
        return place >= 0
      })
    )
  }
  if (!isObject(one) || !isObject(other)) return equal(one, other)
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => sameContent(one[name], other[name]))
  )
}

/** @throws Inconclusive if the tenant drops so many requests that the failure may be an accident */
export async function repeatWhileFailing(
  { must, droppedRequests }: TestContext,
  first: ProbeResult,
  isAmiss: (tried: ProbeResult) => boolean,
  again: () => Promise<ProbeResult>,
): Promise<ProbeResult> {
  let tried = first
  for (let tries = 1; isAmiss(tried) && tries < droppedRequests.tries; tries += 1) {
    // The pauses grow, because failures may occur at regular intervals.
    await sleep(apartMs * tries ** 2)
    tried = await again()
  }
  must.assume(!isAmiss(tried) || droppedRequests.doubt === null, droppedRequests.doubt ?? '', 'failing')
  return tried
}

/** If a resource adapter exists and a read does not show a member, the clause cannot pass (`must.doubt`). */
export function mustBeUnchangedByRefusals(
  context: TestContext,
  resource: Resource,
  before: ResourceResponse,
  after: ResourceResponse,
  detail: Context,
): void {
  const all = resource.singleton ? null : context.resource(resource.name)
  const message = 'Refused requests changed a member:'
  if (all?.hasAdapter) context.must.beUnchanged(before, after, all.settable, detail)
  else mustShow(context, resource, before.body, after, message, detail, moving(resource))
}

/** The first read may come from a node of the tenant that does not have the last known values yet. */
export async function settledLook(
  { readAfterWrite }: TestContext,
  { look, resource }: Pick<OperationProbe, 'look' | 'resource'>,
  last: ResourceResponse,
): Promise<ResourceResponse | null> {
  return readAfterWrite.until(await look(), {
    what: `${resource.name} as last shown`,
    look,
    isThere: (seen) =>
      seen === null || differences(resource, last.body, seen.body, moving(resource)).length === 0,
  })
}
