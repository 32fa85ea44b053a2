// A response about a resource. Compares its members.
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

/** `body` contains only members that the contract names. */
export interface ResourceResponse extends PlainResponse {
  /** Values that accepted requests set. */
  readonly set: JsonObject
  /** Observable members: see calibration.ts. */
  readonly telling: ReadonlySet<string>
  readonly canonical: Canonical
}

export function seenIn(
  session: Session,
  resource: Resource,
  exchange: Attempt,
  set: JsonObject = {},
  telling: ReadonlySet<string> = new Set(),
): ResourceResponse {
  const schema = responseSchemaOf(session, resource, exchange)
  const body = exchange.accepted && hasBody(exchange) ? acceptedBody(exchange) : {}
  return {
    exchange,
    accepted: exchange.accepted,
    body: withOwnId(namedMembers(schema, body) as JsonObject, body, resource, statusOf(exchange) === 202),
    set,
    telling,
    canonical: canonicalOf(schema ?? {}, resource),
  }
}

// If the response shows the id elsewhere, its schema does not name the id.
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
  // A fixture's response is assumed to have the schema of the update.
  const update = lifeOf(contract, resource, 'replace') ?? lifeOf(contract, resource, 'update')
  const response = (contract.operations.get(operation) ?? update)?.response ?? null
  return response === null ? null : resolvedSchema(response, knowledge.schemaAnswers, 'response')
}
