// Functions that several update rules use.

import { describeResponse, type Exchange, statusOf } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import { originOf } from '../../../oracle/index.ts'
import type { TestContext } from '../../test-context.ts'
import type {
  ResourceAdapter,
  ResourceClient,
  ResourceResponse,
  ResourceUnderTest,
} from '../../under-test/index.ts'

export type UpdateRule = (check: TestContext, all: ResourceClient<ResourceAdapter>) => Promise<void>

export { formType as form } from '../../../base/http/media-type.ts'

export async function change(
  { must }: TestContext,
  subject: ResourceUnderTest,
  sent: JsonObject,
  control: Exchange = subject.created,
): Promise<ResourceResponse> {
  const seen = await subject.update(sent)
  must.serve(seen.exchange, { control })
  must.beAsSent(seen, sent, { control })
  return seen
}

export function otherState(all: ResourceClient<ResourceAdapter>, subject: ResourceUnderTest): JsonObject {
  return all.state === null ? {} : { [all.state.member]: subject.otherState }
}

/** Returns updates of one member each. Records a doubt for each settable member without an update. */
export function changesOf(
  { must }: TestContext,
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
  pick = 0,
): readonly JsonObject[] {
  const changes = all.changes(subject, pick)
  doubtUnknown(must, unknownOf(all, changes))
  return changes
}

export function unknownOf(
  { settable }: ResourceClient<ResourceAdapter>,
  changes: readonly JsonObject[],
): readonly string[] {
  return settable.filter((member) => !changes.some((body) => member in body))
}

export function doubtUnknown({ doubt }: TestContext['must'], members: readonly string[]): void {
  for (const member of members) doubt(`${member} was not compared, because no response contains its value`)
}

const refusalsOfNames: readonly number[] = [400, 404, 409, 410, 422]

export function mustTakeName(
  { must }: TestContext,
  { accepted, exchange }: ResourceResponse,
  {
    what,
    says,
    expected,
    control,
    steps = [],
  }: {
    readonly control: Exchange
    readonly steps?: readonly Exchange[]
  } & Readonly<Record<'what' | 'says' | 'expected', string>>,
): void {
  const status = statusOf(exchange)
  must.assume(accepted || refusalsOfNames.includes(status), `the ${what} got ${status}`, originOf(exchange))
  must.that(accepted, says, { expected, received: describeResponse(exchange), exchange, control, steps })
}

export function assumeAnswered(
  { must }: TestContext,
  { exchange }: Pick<ResourceResponse, 'exchange'>,
): void {
  must.assume(statusOf(exchange) > 0 && statusOf(exchange) < 500, 'the tenant did not respond', 'failing')
}
