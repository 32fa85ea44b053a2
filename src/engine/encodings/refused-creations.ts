// Checks that a refused creation created no resource: a list must not show one.

import type { Exchange } from '../../base/exchange.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { idOfItem, type Resource } from '../../contract/index.ts'
import { orElse } from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'

export interface SentCreation {
  readonly sent: JsonObject
  readonly exchange: Exchange
}

/** Judges nothing if the list also omits the accepted creation. */
export async function mustHaveCreatedNothing(
  context: TestContext,
  resource: Resource,
  control: SentCreation,
  refused: readonly SentCreation[],
): Promise<void> {
  const { nameAt } = resource
  if (nameAt === null || refused.length === 0) return
  const all = context.resource(resource.name)
  const { exchange, items } = await all.list().catch(orElse({ exchange: null, items: [] }))
  const name = (body: JsonObject): Json => at(body, nameAt) ?? null
  const listed = (one: SentCreation): JsonObject | undefined =>
    items.find((item) => typeof name(item) === 'string' && name(item) === name(one.sent))
  if (exchange === null || listed(control) === undefined) return
  const made = refused.flatMap((one) => {
    const item = listed(one)
    return item === undefined ? [] : [{ one, item }]
  })
  for (const { item } of made) {
    const id = idOfItem(item, resource)
    if (id !== undefined) all.adopt(id)
  }
  const [first] = made
  context.must.that(first === undefined, 'A refused creation created a resource.', {
    expected: 'no resource with the name of the refused creation in the list',
    received: jsonText(first?.item ?? null),
    exchange,
    control: control.exchange,
    steps: first === undefined ? [] : [first.one.exchange],
  })
}
