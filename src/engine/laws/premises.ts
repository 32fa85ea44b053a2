// What the laws have in common: the operation of the clause, its subject, a valid request of it, and how findings are told.

import { describeResponse, type Exchange, isClientError, statusOf } from '../../base/exchange.ts'
import { at, type Json, type JsonObject } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Operation, operationOf, type RefusalReason, type Resource } from '../../contract/index.ts'
import {
  comparedOf,
  contrasted,
  differences,
  NotAllowed,
  NotRun,
  type RefusalOf,
  speaksOfTime,
} from '../../oracle/index.ts'
import { effectOf, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import { isSupplied } from '../resources/kind.ts'
import { membersOf, type Shown, type Subject } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'

/** The operation that a clause is about, and the resource that it is named after. */
export function subjectOf(tester: Tester): { readonly operation: Operation; readonly resource: Resource } {
  const operation = operationOf(tester.contract, tester.clause.operation)
  return { operation, resource: tester.subjects.resourceOf(operation) }
}

/** A valid request of an operation, and the one whose operation it is where there is one. */
export interface ValidRequest {
  readonly request: Request
  readonly subject: Subject | null
  /** The request's body. */
  readonly body: JsonObject | undefined
}

/** @throws NotRun where the contract does not say what the operation does, or nothing makes what it works on */
export async function validRequestOf(
  { contract, subjects, take }: Tester,
  operation: Operation,
  subject?: Subject,
): Promise<ValidRequest> {
  const resource = subjects.resourceOf(operation)
  const body = operation.request === null ? undefined : subjects.bodies.of(operation, resource)
  const { act } = operation
  if (act === 'other')
    throw new NotRun(
      `the contract does not say what ${operation.name} does: name it in the life of ${resource.name}`,
      'specification',
    )
  if (act === 'create' || act === 'list') {
    const within = resource.life.create === undefined ? '' : await subjects.parentFor(resource)
    return { request: operationRequest(contract, operation, within, body), subject: null, body }
  }
  if (operation.idParameter !== null && isSupplied(resource)) {
    const { id } = await take(resource.name)
    return { request: operationRequest(contract, operation, id, body), subject: null, body }
  }
  // What nothing reads is written all the same.
  if (resource.singleton && resource.life.read === undefined)
    return { request: operationRequest(contract, operation, '', body), subject: null, body }
  // A read that needs no id, of what nobody makes.
  if (act === 'read' && operation.idParameter === null && !resource.singleton)
    return { request: operationRequest(contract, operation, '', body), subject: null, body }
  const one = subject ?? (await subjects.make(resource))
  return { request: operationRequest(contract, operation, one.key, body), subject: one, body }
}

/** The statuses with which the operation refuses for that reason; null where they are not said. */
export function statusesOf({ refusals }: Operation, reason: RefusalReason): readonly number[] | null {
  const statuses = refusals[reason] ?? []
  return statuses.length === 0 ? null : statuses
}

/** The request was refused for that reason, while the control was accepted. @param because what is wrong with it, in a sentence */
export function mustRefuse(
  tester: Tester,
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
  mustBeRefusedWith(tester, statusesOf(operation, reason), exchange, control, of, because)
}

/** The request was refused with one of the statuses, or with any where they are not said, while the control was accepted. */
export function mustBeRefusedWith(
  { must }: Tester,
  statuses: readonly number[] | null,
  exchange: Exchange,
  control: Exchange,
  of: RefusalOf,
  because?: () => string | undefined,
): void {
  if (statuses !== null) must.haveStatus(exchange, statuses, { control })
  else must.refuse(exchange, { control, of, because })
}

/** The members of `expected` are shown as they are. */
export function mustShow(
  { must }: Tester,
  resource: Resource,
  expected: JsonObject,
  seen: Shown,
  message: string,
  context: { readonly control?: Exchange | null; readonly steps?: readonly Exchange[] } = {},
  ignored: ReadonlySet<string> = new Set(),
): void {
  // What shows nothing shows no change either: it is no evidence.
  const members = Object.keys(expected).filter((member) => !ignored.has(`/${member}`))
  if (members.length === 0) return
  const found = differences(resource, expected, seen.body, ignored)
  const [first] = found
  must.that(
    first === undefined,
    first === undefined ? message : `${message} ${nameOf(first.pointer)}.`,
    {
      ...(first === undefined
        ? { expected: '', received: '' }
        : contrasted(nameOf(first.pointer), { wanted: first.expected, is: first.shown }, undefined, [
            first.pointer,
          ])),
      exchange: seen.exchange,
      ...context,
    },
    comparedOf(
      seen.exchange.operation,
      members.map((member) => `/${member}`),
    ),
  )
}

/**
 * Whether a look at something was refused. No answer, that of a tenant that fails, and a 401, which speaks of the token, say nothing of
 * what is there.
 */
export function isDenied({ exchange }: Pick<Shown, 'exchange'>): boolean {
  return isClientError(exchange) && statusOf(exchange) !== 401 && !speaksOfTime(exchange)
}

/** Whether a request that changes something may be sent. @throws NotRun where it may not */
export function permitChange({ allows, contract }: Tester, operation: Operation): void {
  const effect = effectOf(contract, operation)
  if (!allows(effect)) throw new NotAllowed(`it changes something: run with --writes ${effect}`)
}

function nameOf(pointer: string): string {
  return pointer === '' ? 'the body' : pointer.slice(1).replaceAll('/', '.')
}

export function textOf(value: Json | undefined): string {
  return value === undefined ? 'nothing' : jsonText(value)
}

/** What a body shows at a pointer, with its name, for a message. */
export function shownAt(seen: Shown, pointer: string): string {
  return seen.accepted
    ? `${nameOf(pointer)} ${textOf(at(seen.body, pointer))}`
    : describeResponse(seen.exchange)
}

/** The members that a request of the operation may change. */
export function changeable(operation: Operation, { serverSet, states }: Resource): readonly string[] {
  return membersOf(operation.request).filter(
    (member) => !serverSet.has(`/${member}`) && !states.has(`/${member}`),
  )
}
