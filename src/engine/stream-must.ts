// The must family of event streams: members held against what was sent and against what they were.
import type { Exchange } from '../base/exchange.ts'
import { equal, type Json, type JsonObject } from '../base/json.ts'
import { ConformanceFailure, comparedOf, essenceOf, type MustParts } from '../oracle/index.ts'
import type { Seen } from './stream-handle.ts'

/** What a failed comparison of streams shows beside the response. */
export interface StreamContext {
  readonly control?: Exchange | null
  readonly steps?: readonly Exchange[]
}

export interface StreamMust {
  /** Each member that was sent is returned as it was sent. */
  beAsSent(seen: Pick<Seen, 'exchange' | 'body'>, sent: JsonObject, context?: StreamContext): void
  /** Each of the members is what it was before. */
  beUnchanged(before: Seen, after: Seen, members: readonly string[], context?: StreamContext): void
  /** A member that the service sets is not the value that a request had for it. */
  notAdopt(
    seen: Pick<Seen, 'exchange' | 'body' | 'telling'>,
    member: string,
    value: Json,
    context?: StreamContext,
  ): void
  /** Whether each member that was sent is returned as it was sent: a premise, no evidence. */
  showsAsSent(seen: Pick<Seen, 'body'>, sent: JsonObject): boolean
}

const addressPointers = ['/destination', '/destination/type', '/destination/configuration'] as const
const authorization = '/destination/configuration/webhook_authorization'
const pointers: Readonly<Record<string, readonly string[]>> = {
  subscriptions: ['/subscriptions', '/subscriptions/*', '/subscriptions/*/event_type'],
  destination: [...addressPointers, '/destination/configuration/webhook_endpoint'],
}

/** Members of a stream, as evidence names them. */
export function membersCompared(operation: string, members: readonly string[]): readonly string[] {
  return comparedOf(
    operation,
    members.flatMap((member) => pointers[member] ?? [`/${member}`]),
  )
}

/** The members of a response whose values decide a comparison of that member. */
function pointersOf(member: string, meaning: Json): readonly string[] {
  const own = pointers[member] ?? [`/${member}`]
  const authorized = typeof meaning === 'object' && meaning !== null && 'username' in meaning
  return authorized ? [...own, authorization, `${authorization}/method`, `${authorization}/username`] : own
}

/**
 * A member that is not of its specified form can't be compared: that raises a doubt, as another clause has to say that
 * it is not. So does a member that is unchanged, but was not what had been set in the first place: a response that always
 * says the same shows no change.
 */
export function createStreamMust(
  { observe, doubt }: Pick<MustParts, 'observe' | 'doubt'>,
  stateField: () => string | null,
): StreamMust {
  const meaning = (member: string, body: JsonObject): Json | undefined =>
    essenceOf(member, body[member], stateField())
  const unreadable = (member: string): void =>
    doubt(`${member} is missing or not of its specified form, so that it can't be compared`)
  return {
    beAsSent({ exchange, body }, sent, context = {}) {
      for (const member of Object.keys(sent)) {
        const [is, wanted] = [meaning(member, body), meaning(member, sent)]
        if (is === undefined || wanted === undefined) {
          unreadable(member)
          continue
        }
        if (!equal(is, wanted))
          throw new ConformanceFailure(`${member} is not as it was sent.`, {
            expected: `${member} ${JSON.stringify(wanted)}`,
            received: JSON.stringify(is),
            exchange,
            ...context,
          })
        observe({
          kind: 'as-sent',
          compared: comparedOf(exchange.operation, pointersOf(member, wanted)),
        })
      }
    },
    beUnchanged(before, after, members, context = {}) {
      for (const member of members) {
        const [was, is] = [meaning(member, before.body), meaning(member, after.body)]
        if (was === undefined || is === undefined) {
          unreadable(member)
          continue
        }
        if (!equal(was, is))
          throw new ConformanceFailure(`${member} changed without being sent.`, {
            expected: `${member} ${JSON.stringify(was)}`,
            received: JSON.stringify(is),
            exchange: after.exchange,
            ...context,
          })
        const set = member in before.set ? meaning(member, before.set) : undefined
        if (!before.telling.has(member) || (set !== undefined && !equal(set, was)))
          doubt(`${member} is not shown as it is set, so that a change of it could not be seen`)
        else
          observe({
            kind: 'unchanged',
            compared: comparedOf(after.exchange.operation, pointersOf(member, was)),
          })
      }
    },
    notAdopt({ exchange, body, telling }, member, value, context = {}) {
      const is = meaning(member, body)
      if (is === undefined) {
        unreadable(member)
        return
      }
      if (equal(is, value))
        throw new ConformanceFailure(`A value sent for ${member} was adopted.`, {
          expected: `${member} is set by the service`,
          received: JSON.stringify(is),
          exchange,
          ...context,
        })
      if (telling.has(member))
        observe({ kind: 'condition', compared: comparedOf(exchange.operation, pointersOf(member, is)) })
      else doubt(`${member} does not tell one stream from another, so that it could not be seen whose it is`)
    },
    showsAsSent: ({ body }, sent) =>
      Object.keys(sent).every((member) => {
        const is = meaning(member, body)
        return is !== undefined && equal(is, meaning(member, sent))
      }),
  }
}
