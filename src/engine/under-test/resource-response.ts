// A response about a resource, in a form in which checks can compare its members.
import { bodyOf, type Exchange, statusOf } from '../../base/exchange.ts'
import { at, type JsonObject, withMember } from '../../base/json.ts'
import { type Resource, resolvedSchema, type Schema } from '../../contract/index.ts'
import { type Attempt, acceptedBody, type Canonical, canonicalOf, namedMembers } from '../../oracle/index.ts'
import { lifeOf } from '../resources/kind.ts'
import type { Session } from '../session/session.ts'

export interface PlainResponse {
  readonly exchange: Attempt
  readonly accepted: boolean
  readonly body: JsonObject
}

/** `body` contains only the id and the members that the contract names. */
export interface ResourceResponse extends PlainResponse {
  /** The values that accepted requests set. */
  readonly set: JsonObject
  /** The observable members (see `calibration.ts`). */
  readonly telling: ReadonlySet<string>
  readonly canonical: Canonical
}

/** The body is empty if the tenant refused the request or sent no JSON. */
export function plainIn(exchange: Attempt): PlainResponse {
  const { accepted } = exchange
  return { exchange, accepted, body: accepted && hasBody(exchange) ? acceptedBody(exchange) : {} }
}

export function seenIn(
  session: Session,
  resource: Resource,
  exchange: Attempt,
  set: JsonObject = {},
  telling: ReadonlySet<string> = new Set(),
): ResourceResponse {
  const schema = responseSchemaOf(session, resource, exchange)
  const plain = plainIn(exchange)
  const { body } = plain
  return {
    ...plain,
    body: withOwnId(namedMembers(schema, body) as JsonObject, body, resource, statusOf(exchange) === 202),
    set,
    telling,
    canonical: canonicalOf(schema ?? {}, resource),
  }
}

// Adds an id from outside the response schema to the body.
function withOwnId(
  named: JsonObject,
  body: JsonObject,
  { id, idsAt, idIn }: Resource,
  isFound: boolean,
): JsonObject {
  const own = isFound || idsAt.size > 0 || idIn !== null ? at(body, id) : undefined
  return own === undefined || at(named, id) !== undefined ? named : withMember(named, id, own)
}

export function hasBody(exchange: Exchange): boolean {
  return bodyOf(exchange).ok
}

function responseSchemaOf(
  { contract, knowledge }: Session,
  resource: Resource,
  { operation }: Exchange,
): Schema | null {
  // The contract has no schema for the response of a fixture, so the schema of the update replaces it.
  const update = lifeOf(contract, resource, 'replace') ?? lifeOf(contract, resource, 'update')
  const response = (contract.operations.get(operation) ?? update)?.response ?? null
  return response === null ? null : resolvedSchema(response, knowledge.schemaAnswers, 'response')
}
