// Compares members with sent values and with earlier values.

import type { Exchange } from '../../base/exchange.ts'
import { equal, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { ConformanceFailure, comparedOf, contrasted, type MustParts, pointersOf } from '../../oracle/index.ts'
import type { ResourceResponse } from './resource-response.ts'

export interface Context {
  readonly control?: Exchange | null
  readonly steps?: readonly Exchange[]
}

type PlainResponse = Pick<ResourceResponse, 'exchange' | 'body' | 'canonical'>

export interface ResourceMust {
  beAsSent(seen: PlainResponse, sent: JsonObject, context?: Context): void
  beUnchanged(
    before: ResourceResponse,
    after: PlainResponse,
    members: readonly string[],
    context?: Context,
  ): void
  /** Fails if the tenant stored the sent value of a member that the service sets. */
  notAdopt(
    seen: PlainResponse & Pick<ResourceResponse, 'telling'>,
    member: string,
    value: Json,
    context?: Context,
  ): void
  /** Returns true if the response contains the sent values. The result is a precondition, not evidence. */
  showsAsSent(seen: Pick<ResourceResponse, 'body' | 'canonical'>, sent: JsonObject): boolean
  /** Returns true if the members did not change. The result is a precondition, not evidence. */
  showsUnchanged(before: ResourceResponse, after: PlainResponse, members: readonly string[]): boolean
}

export function membersCompared(
  { exchange, canonical }: Pick<ResourceResponse, 'exchange' | 'canonical'>,
  body: JsonObject,
  members: readonly string[],
): readonly string[] {
  return comparedOf(
    exchange.operation,
    members.flatMap((member) => {
      const form = canonical(member, body[member])
      return form === undefined ? [] : pointersOf(form, `/${member}`)
    }),
  )
}

/** A malformed member raises a doubt, because another clause judges it. */
export function createResourceMust({ observe, doubt }: Pick<MustParts, 'observe' | 'doubt'>): ResourceMust {
  const unreadable = (member: string): void =>
    doubt(`${member} is missing or has another form than specified, so the check cannot compare ${member}`)
  return {
    beAsSent(seen, sent, context = {}) {
      const { exchange, body, canonical } = seen
      for (const member of Object.keys(sent)) {
        const [is, wanted] = [canonical(member, body[member]), canonical(member, sent[member])]
        if (is === undefined || wanted === undefined) {
          unreadable(member)
          continue
        }
        if (!equal(is, wanted))
          throw new ConformanceFailure(`${member} differs from the sent value.`, {
            ...contrasted(member, { wanted, is }, { wanted: sent[member], is: body[member] }),
            kind: 'as-sent',
            exchange,
            ...context,
          })
        observe({
          kind: 'as-sent',
          compared: membersCompared(seen, sent, [member]),
          exchange,
          control: context.control ?? null,
          steps: context.steps,
        })
      }
    },
    beUnchanged(before, after, members, context = {}) {
      for (const member of members) {
        const was = before.canonical(member, before.body[member])
        const is = after.canonical(member, after.body[member])
        if (was === undefined || is === undefined) {
          unreadable(member)
          continue
        }
        if (!equal(was, is))
          throw new ConformanceFailure(`${member} changed, but must not change.`, {
            ...contrasted(
              member,
              { wanted: was, is },
              { wanted: before.body[member], is: after.body[member] },
            ),
            kind: 'unchanged',
            exchange: after.exchange,
            ...context,
          })
        const set = member in before.set ? before.canonical(member, before.set[member]) : undefined
        if (!before.telling.has(member) || (set !== undefined && !equal(set, was)))
          doubt(
            `a read does not show the set value of ${member}, so the check cannot detect a change of ${member}`,
          )
        else
          observe({
            kind: 'unchanged',
            compared: membersCompared(after, before.body, [member]),
            exchange: after.exchange,
            control: context.control ?? before.exchange,
            steps: context.steps,
          })
      }
    },
    notAdopt(seen, member, value, context = {}) {
      const { exchange, body, telling, canonical } = seen
      const is = canonical(member, body[member])
      if (is === undefined) {
        unreadable(member)
        return
      }
      if (equal(is, value))
        throw new ConformanceFailure(`The tenant adopted a value that was sent for ${member}.`, {
          expected: `${member} is set by the service`,
          received: `${member} ${jsonText(is)}`,
          pointers: [`/${tokenOf(member)}`],
          exchange,
          ...context,
        })
      if (telling.has(member))
        observe({
          kind: 'condition',
          compared: membersCompared(seen, body, [member]),
          exchange,
          control: context.control ?? null,
          steps: context.steps,
        })
      else doubt(`${member} is equal in different resources, so the value does not identify the resource`)
    },
    showsAsSent: ({ body, canonical }, sent) =>
      Object.keys(sent).every((member) => {
        const is = canonical(member, body[member])
        return is !== undefined && equal(is, canonical(member, sent[member]))
      }),
    showsUnchanged: (before, after, members) =>
      members.every((member) => {
        const was = before.canonical(member, before.body[member])
        const is = after.canonical(member, after.body[member])
        return was === undefined || is === undefined || equal(was, is)
      }),
  }
}
