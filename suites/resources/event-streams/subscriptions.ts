// Builds subscriptions from the known event types (part 2.4).
import { type AdapterParts, type JsonObject, NotRun } from '../../../src/suite.ts'

const longListMax = 8

export class Subscriptions {
  readonly #knowledge: AdapterParts['knowledge']
  /** Whether the tenant accepts more than two subscriptions. */
  longLists = true

  constructor({ knowledge }: AdapterParts) {
    this.#knowledge = knowledge
  }

  get knownTypes(): readonly string[] {
    const known = this.#knowledge.known('event-types')
    return Array.isArray(known) ? known.map(String) : []
  }

  /** @throws NotRun if no event type is known */
  types(): readonly [string, ...string[]] {
    const [first, ...rest] = this.knownTypes
    if (first === undefined)
      throw new NotRun('no event type is known: declare eventStream.eventTypes in the profile')
    return [first, ...rest]
  }

  to(types: readonly string[]): JsonObject {
    return { subscriptions: listOf(types) }
  }

  lists(): readonly [readonly JsonObject[], ...(readonly JsonObject[])[]] {
    const [first, ...others] = this.types()
    const [second] = others
    if (second === undefined) return [listOf([first])]
    const all = [first, ...others].slice(0, longListMax)
    return [
      listOf([first]),
      listOf([second]),
      listOf([second, first]),
      ...(all.length > 2 && this.longLists ? [listOf(all)] : []),
    ]
  }

  invalid(): readonly JsonObject[] {
    const [list] = this.lists()
    const [type = 'user.created'] = list.flatMap(({ event_type }) =>
      typeof event_type === 'string' ? [event_type] : [],
    )
    return [{ event_type: 7 }, {}, type, null].map((other) => ({ subscriptions: [...list, other] }))
  }
}

function listOf(types: readonly string[]): JsonObject[] {
  return types.map((event_type) => ({ event_type }))
}
