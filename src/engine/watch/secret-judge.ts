// Judges whether a response contains a write-only value, for example a password.
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { at, dotted, type Json } from '../../base/json.ts'
import type { Contract, Operation } from '../../contract/index.ts'
import type { Attempt, Observation, Problem } from '../../oracle/index.ts'
import { observationsOf } from './observations.ts'

export function secretsSeen(
  contract: Contract,
  operation: Operation,
  exchange: Attempt,
): readonly Observation[] {
  const resource = contract.resources.get(operation.resource)
  if (resource === undefined || resource.secret.length === 0 || !exchange.accepted) return []
  const shown = resourcesIn(exchange, operation, resource.items)
  if (shown.length === 0) return []
  const pointer = resource.secret.find((secret) => shown.some((one) => (at(one, secret) ?? null) !== null))
  return observationsOf(
    contract,
    exchange,
    'secret-hidden',
    pointer === undefined ? null : problemAt(pointer),
  )
}

function resourcesIn(exchange: Exchange, { act }: Operation, items: string): readonly Json[] {
  const body = bodyOf(exchange)
  if (!body.ok) return []
  if (act !== 'list') return [body.value]
  const listed = at(body.value, items)
  return Array.isArray(listed) ? listed : []
}

/** Omits the value, because other people may read reports. */
function problemAt(pointer: string): Problem {
  const name = dotted(pointer)
  return {
    says: `A response contains ${name}, which is write-only.`,
    ...{ expected: `no ${name}`, received: `a value of ${name}`, pointers: [pointer] },
  }
}
