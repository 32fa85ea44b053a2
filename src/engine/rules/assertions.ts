// Assertions that several rules share: a refusal with its control, and members that are returned.
import { describeResponse, type Exchange } from '../../base/exchange.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import type { Operation, RefusalReason, Resource } from '../../contract/index.ts'
import {
  comparedOf,
  contrasted,
  differences,
  differencesFromSent,
  type MemberDifference,
  type RefusalOf,
} from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'
import type { PlainResponse } from '../under-test/index.ts'

/** Null if the contract names none. */
export function statusesOf({ refusals }: Operation, reason: RefusalReason): readonly number[] | null {
  const statuses = refusals[reason] ?? []
  return statuses.length === 0 ? null : statuses
}

/** @param because the violation, as a sentence */
export function mustRefuse(
  context: TestContext,
  operation: Operation,
  exchange: Exchange,
  control: Exchange,
  reason: RefusalReason,
  because?: () => string | undefined,
): void {
  const of =
    reason === 'unauthenticated' || reason === 'forbidden'
      ? 'token'
      : reason === 'unknown'
        ? 'path'
        : reason === 'conflict'
          ? 'conflict'
          : 'content'
  mustBeRefusedWith(context, statusesOf(operation, reason), exchange, control, of, because)
}

/** With null, any refusal counts. */
export function mustBeRefusedWith(
  { must }: TestContext,
  statuses: readonly number[] | null,
  exchange: Exchange,
  control: Exchange,
  of: RefusalOf,
  because?: () => string | undefined,
): void {
  if (statuses !== null) must.haveStatus(exchange, statuses, { control })
  else must.refuse(exchange, { control, of, because })
}

interface Steps {
  readonly control?: Exchange | null
  readonly steps?: readonly Exchange[]
}

/** The response shows what was sent, in its normal form. */
export function mustShowSent(
  context: TestContext,
  resource: Resource,
  sent: JsonObject,
  seen: PlainResponse,
  message: string,
  detail: Steps = {},
): void {
  show(context, sent, seen, message, detail, differencesFromSent(resource, sent, seen.body))
}

/** The response shows what an earlier one did. */
export function mustShow(
  context: TestContext,
  resource: Resource,
  expected: JsonObject,
  seen: PlainResponse,
  message: string,
  detail: Steps = {},
  ignored: ReadonlySet<string> = new Set(),
): void {
  const left = Object.fromEntries(Object.entries(expected).filter(([member]) => !ignored.has(`/${member}`)))
  show(context, left, seen, message, detail, differences(resource, left, seen.body, ignored))
}

function show(
  { must }: TestContext,
  expected: JsonObject,
  seen: PlainResponse,
  message: string,
  detail: Steps,
  found: readonly MemberDifference[],
): void {
  // Without members, there is no evidence.
  const members = Object.keys(expected)
  if (members.length === 0) return
  const [first] = found
  must.that(
    first === undefined,
    first === undefined ? message : `${message} ${nameOf(first.pointer)}.`,
    {
      ...(first === undefined
        ? { expected: '', received: '' }
        : contrasted(nameOf(first.pointer), { wanted: first.expected, is: first.returned }, undefined, [
            first.pointer,
          ])),
      exchange: seen.exchange,
      ...detail,
    },
    comparedOf(
      seen.exchange.operation,
      members.map((member) => `/${member}`),
    ),
  )
}

function nameOf(pointer: string): string {
  return pointer === '' ? 'the body' : pointer.slice(1).replaceAll('/', '.')
}

export function textOf(value: Json | undefined): string {
  return value === undefined ? 'nothing' : jsonText(value)
}

export function shownAt(seen: PlainResponse, pointer: string): string {
  return seen.accepted
    ? `${nameOf(pointer)} ${textOf(at(seen.body, pointer))}`
    : describeResponse(seen.exchange)
}
