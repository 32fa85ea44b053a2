// Judges whether the tenant accepted a valid body, and returned it as it was sent.
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { differencesFromSent, echoed } from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceResponse } from '../under-test/index.ts'
import type { BaseRequest } from './base-request.ts'

export interface Taken {
  readonly seen: ResourceResponse
  readonly sent: JsonObject
}

/** Returns true if the response has no body, or shows the varied members as sent. */
export function comesBack(
  { must }: TestContext,
  base: BaseRequest,
  { seen }: Taken,
  varied: JsonObject,
): boolean {
  if (hasNoBody(seen)) return true
  return base.plain
    ? differencesFromSent(base.resource, echo(base, varied), seen.body).length === 0
    : must.showsAsSent(seen, varied)
}

const hasNoBody = ({ exchange }: ResourceResponse): boolean => exchange.response?.body === ''

const echo = ({ operation, resource }: BaseRequest, sent: JsonObject): JsonObject =>
  echoed(operation, resource, sent)

export function mustTake(
  { must }: TestContext,
  base: BaseRequest,
  { seen }: Taken,
  varied: JsonObject,
): void {
  const { control, plain, resource } = base
  const { exchange } = seen
  must.accept(exchange, { control })
  if (hasNoBody(seen)) return
  if (!plain) {
    must.beAsSent(seen, varied, { control })
    return
  }
  const [first] = differencesFromSent(resource, echo(base, varied), seen.body)
  must.that(first === undefined, 'The response differs from the sent value.', {
    expected: `${first?.pointer} ${jsonText(first?.expected)}`,
    received: first?.returned === undefined ? 'nothing' : jsonText(first.returned),
    ...(first === undefined ? {} : { pointers: [first.pointer] }),
    exchange,
    control,
  })
}

export async function sentAlone(
  context: TestContext,
  base: BaseRequest,
  value: Json,
): Promise<{ readonly taken: Taken; readonly varied: JsonObject }> {
  const request = base.request(base.named(value))
  const seen = context.subjects.seen(base.resource, await context.call(request))
  const sent = isObject(request.body) ? request.body : {}
  // Other clauses judge the members that this case does not vary.
  const varied = Object.entries(sent).filter(([member, expected]) => !equal(expected, base.valid[member]))
  return { taken: { seen, sent }, varied: Object.fromEntries(varied) }
}
