// Makes the responses to rejected requests, with the status and the body that the contract documents.
import { isObject, type Json } from '../base/json.ts'
import { type Contract, documentedResponse, type Operation, type RefusalReason } from '../contract/index.ts'
import { conforms } from '../oracle/index.ts'
import type { StubResponse } from './message.ts'
import { drawn } from './value.ts'

const usual: Readonly<Record<RefusalReason, number>> = {
  malformed: 400,
  mediaType: 415,
  invalid: 400,
  unknown: 404,
  conflict: 409,
  transition: 409,
  unauthenticated: 401,
  forbidden: 403,
}

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly reason: RefusalReason
  readonly statuses: readonly number[] | null

  constructor(reason: RefusalReason, statuses: readonly number[] | null = null) {
    super(reason)
    this.reason = reason
    this.statuses = statuses
  }
}

// Statuses that a contract can document instead of the usual status.
const others: Readonly<Partial<Record<RefusalReason, readonly number[]>>> = {
  malformed: [422],
  invalid: [422],
  unknown: [410],
  conflict: [400, 422],
  transition: [400, 422],
}

function usualOf(operation: Operation, reason: RefusalReason): number {
  const statuses = [usual[reason], ...(others[reason] ?? [])]
  return statuses.find((one) => documentedResponse(operation, one) !== null) ?? usual[reason]
}

export function refusal(
  { reason, statuses }: Refused,
  operation: Operation,
  { problem }: Contract,
  { inText, failing }: { readonly inText: boolean; readonly failing: boolean },
): StubResponse {
  const [named = usualOf(operation, reason)] = [...(statuses ?? []), ...(operation.refusals[reason] ?? [])]
  const status = failing ? 500 : named
  if (inText) return { status, mediaType: 'text/plain', text: reason }
  if (problem === null) return { status, body: { message: reason } }
  return { status, mediaType: problem.mediaType, body: problemBody(problem.schema, status, reason) }
}

// Makes a problem body (RFC 9457, section 3.1).
function problemBody(schema: Json, status: number, title: string): Json {
  const made = drawn(schema)
  if (!isObject(made)) return made
  const candidates: readonly Json[] = [
    { ...made, status, title },
    { ...made, status },
  ]
  return candidates.find((one) => conforms(schema, one)) ?? made
}
