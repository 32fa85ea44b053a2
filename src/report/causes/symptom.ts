// Decides whether two failures probably have the same cause. In doubt, the answer is no.
import type { Failure } from '../../base/event.ts'
import { type Exchange, isClientError, isSuccessful } from '../../base/exchange.ts'
import { carries, differenceOf, type Features, featuresOf } from './request-features.ts'
import { type MemberFailure, showSameMember } from './same-member.ts'

export interface Symptom extends MemberFailure {
  readonly operations: readonly string[]
  readonly requirement: string
  readonly features: Features | null
  /**
   * The features that distinguish the request from its control. Null without such features, a request or a
   * control.
   */
  readonly special: ReadonlyMap<string, string | null> | null
  readonly answer: string
}

export function symptomOf(
  clause: { readonly id: string; readonly operation: string },
  failure: Failure,
): Symptom {
  const { exchange, control } = failure
  const features = exchange === null ? null : featuresOf(exchange)
  const special = features === null || control === null ? null : differenceOf(features, featuresOf(control))
  return {
    operations: [clause.operation, ...(exchange === null ? [] : [exchange.operation])],
    requirement: clause.id.slice(clause.operation.length + 1),
    failure,
    features,
    special: special === null || special.size === 0 ? null : special,
    answer: answerOf(exchange),
    forms: new Map(),
  }
}

export function explains(one: Symptom, other: Symptom): boolean {
  const [a, b] = [one.failure, other.failure]
  // Reports of older versions contain no kind.
  if (a.exchange === null || b.exchange === null || a.kind === undefined || b.kind === undefined) return false
  const isOfOne =
    one.operations.some((operation) => other.operations.includes(operation)) ||
    one.requirement === other.requirement
  if (!isOfOne) return false
  if (a.pointers !== undefined || b.pointers !== undefined) return showSameMember(one, other)
  if (one.answer !== other.answer) return false
  // If a successful response has a wrong shape, only an equal message shows the same fault.
  if (isSuccessful(a.exchange) && (a.kind === 'shape' || b.kind === 'shape'))
    return a.kind === b.kind && a.message === b.message
  if (a.exchange.id === b.exchange.id) return true
  if (takesAnyType(one) && takesAnyType(other)) return true
  if (isGeneral(one)) return !isSuccessful(a.exchange) || isGeneral(other)
  if (isSuccessful(a.exchange) && one.special === null && other.special === null) return false
  return sharesRequest(one, other)
}

function isGeneral({ failure: { kind, control, exchange } }: Symptom): boolean {
  const isPlain = control === null && exchange !== null && !isClientError(exchange)
  return isPlain && (kind === 'accepted' || (kind === 'status' && isSuccessful(exchange)))
}

/** An operation that accepts a wrong type probably accepts wrong types in all members. */
function takesAnyType({ requirement, failure: { kind, exchange } }: Symptom): boolean {
  return kind === 'refused' && /(^|-)type$/.test(requirement) && exchange !== null && isSuccessful(exchange)
}

function sharesRequest(one: Symptom, other: Symptom): boolean {
  if (one.features === null || other.features === null) return false
  if (one.special !== null) return carries(other.features, one.special)
  if (other.special !== null) return carries(one.features, other.special)
  return differenceOf(one.features, other.features).size === 0
}

function answerOf(exchange: Exchange | null): string {
  if (exchange === null) return ''
  const { response, failure } = exchange
  if (response === null) return failure?.kind ?? 'none'
  if (!isClientError(exchange) && response.status < 500) return String(response.status)
  return `${response.status} ${response.body.slice(0, 500).replaceAll(/[\w-]{16,}|\d+/g, '#')}`
}
