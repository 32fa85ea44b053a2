// Reads, writes and compares a singleton.
import { bodyOf, type Exchange } from '../../../base/exchange.ts'
import { isObject, type Json, type JsonObject, tokenOf } from '../../../base/json.ts'
import type { Operation } from '../../../contract/index.ts'
import { conforms, differences, isAccepted } from '../../../oracle/index.ts'
import { fixtureOf, fixtureRequest } from '../../requests/fixture.ts'
import { operationRequest } from '../../requests/operation-request.ts'
import type { Request } from '../../requests/request.ts'
import type { Session } from '../../session/session.ts'
import { type Kind, lifeOf, readingOf } from '../kind.ts'

export class SingletonAccess {
  readonly kind: Kind
  readonly #session: Session
  /** The operation that restores the content. Null if the contract has none. */
  readonly writing: Operation | null

  constructor(session: Session, kind: Kind) {
    const { contract } = session
    this.kind = kind
    this.#session = session
    this.writing = lifeOf(contract, kind.resource, 'replace') ?? lifeOf(contract, kind.resource, 'update')
  }

  reading(): Request | null {
    const { read } = this.kind.fixtures
    const fixture = fixtureOf(this.#session, read)
    return fixture === undefined
      ? readingOf(this.#session, this.kind, '')
      : fixtureRequest(read, fixture, { unique: this.#session.marker }, 'none')
  }

  restoring(writing: Operation, body: JsonObject): Request {
    const request = operationRequest(this.#session.contract, writing, '', body)
    return { ...request, operation: 'clean-up', intent: 'probe' }
  }

  /** Returns the members that a restoring request can contain, or null if they make no valid request. */
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

  /** Returns members that the request's schema does not name. A replacement without them may reset them. */
  beside(read: Exchange): JsonObject {
    const body = bodyOf(read)
    const { properties } = this.writing?.request ?? {}
    if (this.writing?.act !== 'replace' || !isObject(properties)) return {}
    const shown = body.ok && isObject(body.value) ? Object.entries(body.value) : []
    return Object.fromEntries(shown.filter(([name]) => !(name in properties) && !this.#isServerSet(name)))
  }

  membersOf(original: JsonObject): readonly string[] {
    const properties = this.writing?.request?.properties
    return Object.keys(isObject(properties) ? properties : original).filter(
      (name) => !this.#isServerSet(name),
    )
  }

  same(one: JsonObject, other: JsonObject): boolean {
    const { resource } = this.kind
    return [...differences(resource, one, other), ...differences(resource, other, one)].length === 0
  }

  #isServerSet(name: string): boolean {
    return this.kind.resource.serverSet.has(`/${tokenOf(name)}`)
  }
}

export function succeeded(exchange: Exchange): boolean {
  const body = bodyOf(exchange)
  return isAccepted(exchange) && (exchange.response?.body === '' || (body.ok && isObject(body.value)))
}

function takesNull(schema: Json): boolean {
  if (!isObject(schema)) return true
  const { type } = schema
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'))
}
