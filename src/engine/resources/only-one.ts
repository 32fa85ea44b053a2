// The only one of a resource: how it is read, which of its members can be written, and whether two of its states are the same.
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import type { Operation } from '../../contract/index.ts'
import { conforms, differences, isAccepted } from '../../oracle/index.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import { operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'
import { type Kind, lifeOf, readingOf } from './kind.ts'

export class OnlyOne {
  readonly kind: Kind
  readonly #session: Session
  /** The operation that writes all of it; null where none does. */
  readonly writing: Operation | null

  constructor(session: Session, kind: Kind) {
    const { contract } = session
    this.kind = kind
    this.#session = session
    this.writing = lifeOf(contract, kind.resource, 'replace') ?? lifeOf(contract, kind.resource, 'update')
  }

  /** The request that reads it, by the profile's fixture, else by the contract's operation; null where there is neither. */
  reading(): Request | null {
    const { read } = this.kind.fixtures
    const fixture = fixtureOf(this.#session, read)
    return fixture === undefined
      ? readingOf(this.#session, this.kind, '')
      : fixtureRequest(read, fixture, { unique: this.#session.marker }, 'none')
  }

  /** A request of clean-up that writes it. */
  restoring(writing: Operation, body: JsonObject): Request {
    const request = operationRequest(this.#session.contract, writing, '', body)
    return { ...request, operation: 'clean-up', intent: 'probe' }
  }

  /** What a read shows of what can be written back; null where that would be no valid request. */
  writable(read: Exchange): JsonObject | null {
    const body = read.response?.status === 200 ? bodyOf(read) : null
    if (!body?.ok || !isObject(body.value)) return null
    const schema = this.writing?.request ?? {}
    const properties = isObject(schema.properties) ? schema.properties : null
    const shown = Object.fromEntries(
      Object.entries(body.value).filter(
        ([name, value]) =>
          !this.#isServerSet(name) &&
          (properties === null ||
            (name in properties && (value !== null || takesNull(properties[name] ?? {})))),
      ),
    )
    return conforms(schema, shown) ? shown : null
  }

  /** The members that can be written; where the schema names none, those that were there. */
  membersOf(original: JsonObject): readonly string[] {
    const properties = this.writing?.request?.properties
    return Object.keys(isObject(properties) ? properties : original).filter(
      (name) => !this.#isServerSet(name),
    )
  }

  /** Whether they are the same, as the contract compares its members. */
  same(one: JsonObject, other: JsonObject): boolean {
    const { resource } = this.kind
    return [...differences(resource, one, other), ...differences(resource, other, one)].length === 0
  }

  #isServerSet(name: string): boolean {
    return this.kind.resource.serverSet.has(`/${tokenOf(name)}`)
  }
}

/** Whether a write was carried out, as its answer says: without a body, or with one that is no page for people. */
export function succeeded(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return isAccepted(exchange) && (exchange.response?.body === '' || (body.ok && isObject(body.value)))
}

function takesNull(schema: Json): boolean {
  if (!isObject(schema)) return true
  const { type } = schema
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))
}
