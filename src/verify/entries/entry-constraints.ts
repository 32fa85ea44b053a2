// Rejects requests after which the stored entries would break a rule of the contract.
import { nowMs } from '../../base/clock.ts'
import { at, equal, type JsonObject } from '../../base/json.ts'
import {
  type Contract,
  constraintClause,
  constraintsIn,
  keepsConstraint,
  normalForm,
  referenceClause,
  referencesIn,
} from '../../contract/index.ts'
import { conforms } from '../../oracle/index.ts'
import type { StubRequest } from '../message.ts'
import { Refused } from '../refusal.ts'
import type { Entry, Store } from './store.ts'

/** @throws Refused for a forbidden transition of a state, or a unique value that is in use */
export function requireAllowed(incoming: StubRequest, entry: Entry, sent: JsonObject, store: Store): void {
  const { resource, breaks } = incoming
  for (const [pointer, { transitions, refusal }] of resource.states) {
    const [from, to] = [at(entry.body, pointer), at(sent, pointer)]
    if (transitions === null || to === undefined || equal(from, to) || breaks('transitions-refused')) continue
    if (!transitions[String(from)]?.some((one) => equal(one, to))) throw new Refused('transition', refusal)
  }
  requireUnique(incoming, entry, sent, store)
}

export function requireUnique(
  { resource, breaks }: StubRequest,
  own: Entry | null,
  sent: JsonObject,
  store: Store,
): void {
  if (breaks('unique-refused')) return
  for (const pointer of resource.unique) {
    const value = at(sent, pointer)
    const others = store.live(resource.name).filter((one) => one !== own)
    const normal = normalForm(value ?? null, pointer, resource.normalises, nowMs())
    if (
      value !== undefined &&
      others.some((one) => [value, normal].some((same) => equal(at(one.body, pointer), same)))
    )
      throw new Refused('conflict')
  }
}

/**
 * @param sent the body of the request, whose references are checked
 * @param body the body of the entry after the request, whose constraints are checked
 * @throws Refused for a violated constraint, or a reference to an unknown entry
 */
export function requireConstraints(
  { operation, resource, breaks }: StubRequest,
  sent: JsonObject,
  body: JsonObject,
  store: Store,
  contract: Contract,
): void {
  // Skips invalid bodies. Only a mutation accepts them, and a mutation must break no other clause.
  if (!conforms(operation.request ?? {}, sent)) return
  for (const one of constraintsIn(operation, resource))
    if (!breaks(constraintClause(one)) && !keepsConstraint(one, body, nowMs()))
      throw new Refused('invalid', one.refusal)
  for (const pointer of referencesIn(operation, resource)) {
    const [clause, id] = [referenceClause(pointer), at(sent, pointer) ?? null]
    if (id === null || breaks(clause) || !contract.clauses.has(`${operation.name}.${clause}`)) continue
    const named = store.live(resource.references.get(pointer) ?? '')
    if (!named.some((entry) => entry.id === String(id))) throw new Refused('invalid')
  }
}
