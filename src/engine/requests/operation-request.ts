// Builds the requests of operations, and determines the greatest effect that a request may have.
import { type IdSource, location } from '../../base/http/response-view.ts'
import { at, isObject, type Json, withMember } from '../../base/json.ts'
import { uriDecoded, uriEncoded } from '../../base/uri.ts'
import {
  type Contract,
  namedIn,
  type Operation,
  type Resource,
  schemeOfLogin,
  schemeOfLogout,
} from '../../contract/index.ts'
import { NotRun } from '../../oracle/index.ts'
import { aroundOf } from './around.ts'
import { chosenId } from './chosen-id.ts'
import { withParameters } from './parameters.ts'
import type { Effect, Request } from './request.ts'

/** The id of a resource. With parents: the encoded ids of the parents and the resource, joined by "/". */
export type Key = string

export function depthOf({ operations, resources }: Contract, resource: string): number {
  const life: Resource['life'] = resources.get(resource)?.life ?? {}
  const collection = operations.get(life.create ?? life.list ?? '')
  if (collection !== undefined)
    return pathParameters(collection).length - (collection.chosenId === null ? 0 : 1)
  const read = operations.get(life.read ?? '')
  return read === undefined ? 0 : Math.max(0, pathParameters(read).length - 1)
}

export function keyOf(within: Key, id: string, depth: number): Key {
  if (depth === 0) return id
  return `${depth === 1 ? uriEncoded(within) : within}/${uriEncoded(id)}`
}

export function idOf(key: Key, depth: number): string {
  return depth === 0 ? key : uriDecoded(key.slice(key.lastIndexOf('/') + 1))
}

export function parentOf(key: Key, depth: number): Key {
  if (depth === 0) return ''
  const parent = key.slice(0, Math.max(0, key.lastIndexOf('/')))
  return depth === 1 ? uriDecoded(parent) : parent
}

export function pathParameters({ path }: Pick<Operation, 'path'>): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

function pathOf(contract: Contract, operation: Operation, key: Key): string {
  if (!operation.path.includes('{')) return operation.path
  const { length } = pathParameters(operation)
  const isNamed = (operation.idParameter ?? operation.chosenId) !== null
  const depth = depthOf(contract, operation.resource) - (isNamed ? 0 : 1)
  const segments = depth > 0 || length > 1 ? key.split('/') : [uriEncoded(key)]
  // Some paths contain no ids of the parents.
  let next = Math.max(0, segments.length - length)
  return operation.path.replace(/\{[^{}]+\}/g, (parameter) => {
    const segment = segments[next] ?? ''
    next += 1
    // With an empty segment, a server may merge the slashes and carry out another operation.
    if (segment === '')
      throw new NotRun(
        `the run has no value for ${parameter} in the path ${operation.path}: give a value under "parameters" in the profile`,
        'specification',
      )
    return segment
  })
}

export function namedBy(contract: Contract, { operation, path }: Pick<Request, 'operation' | 'path'>): Key {
  const known = contract.operations.get(operation)
  if (known === undefined || !known.path.includes('{')) return ''
  const named = namedIn(known.path, path)
  return named.length === 1 ? uriDecoded(named[0] ?? '') : named.join('/')
}

export function parentNamedBy(contract: Contract, request: Pick<Request, 'operation' | 'path'>): Key {
  const named = namedBy(contract, request)
  const operation = contract.operations.get(request.operation)
  if (operation === undefined || (operation.chosenId ?? operation.idParameter) === null) return named
  return parentOf(named, depthOf(contract, operation.resource))
}

/** The run can remove resources that it created, but cannot restore other resources. */
export function effectOf(contract: Contract, operation: Operation): Effect {
  const { act, method, resource, safe } = operation
  if (method === 'GET' || method === 'HEAD' || safe === true) return 'none'
  if (safe === 'likely') return 'reversible'
  // A login is reversible because its session expires. A logout ends only its own session.
  if (schemeOfLogin(operation, contract) !== null || schemeOfLogout(operation, contract) !== null)
    return 'reversible'
  const { life, singleton } = contract.resources.get(resource) ?? { life: {}, singleton: false }
  const undone = singleton || life.create !== undefined
  return act !== 'other' && undone ? 'reversible' : 'destructive'
}

// No tenant issues a long id that repeats one letter.
const nobody = 'x'.repeat(26)

/** The resource does not exist, so even a faulty tenant cannot act on the request. */
export function requestOfNothing(contract: Contract, operation: Operation): Request {
  const { length } = pathParameters(operation)
  const key = Array.from(
    { length: Math.max(length, depthOf(contract, operation.resource) + 1) },
    () => nobody,
  ).join('/')
  const body = operation.request === null ? undefined : {}
  return { ...operationRequest(contract, operation, key, body), effect: 'none' }
}

export function harmlessRequests(contract: Contract): readonly Request[] {
  return [...contract.operations.values()].flatMap((operation): Request[] =>
    operation.idParameter === null || operation.method === 'GET'
      ? []
      : [{ ...requestOfNothing(contract, operation), intent: 'unauthorised' }],
  )
}

export function operationRequest(
  contract: Contract,
  operation: Operation,
  key: Key,
  given: Json | undefined,
): Request {
  const body = withOwnId(contract, operation, key, given)
  const chosen = operation.chosenId === null ? null : chosenId(contract, operation, body)
  const own = chosen === null ? key : keyOf(key, chosen, depthOf(contract, operation.resource))
  const request: Request = {
    operation: operation.name,
    method: operation.method,
    path: pathOf(contract, operation, own),
    effect: effectOf(contract, operation),
    intent: 'valid',
    ...(body === undefined ? {} : { body }),
    ...(operation.envelope.request === ''
      ? {}
      : { envelope: operation.envelope.request, around: aroundOf(operation) }),
    ...viewOf(contract, operation, own, body),
    ...(operation.mediaType === 'application/json' ? {} : { mediaType: operation.mediaType }),
    ...(operation.safe ? { safe: true } : {}),
    ...(operation.jsonPatch === null ? {} : { jsonPatch: operation.jsonPatch }),
  }
  return withParameters(request, operation)
}

function withOwnId(contract: Contract, operation: Operation, key: Key, body: Json | undefined) {
  const { ownId, resource } = operation
  const { id } = contract.resources.get(resource) ?? {}
  if (ownId === null || id === undefined || !isObject(body)) return body
  const own = idOf(key, depthOf(contract, resource))
  return withMember(body, id, ownId === 'number' ? Number(own) : own)
}

function viewOf(
  contract: Contract,
  { name, act, resource, envelope }: Operation,
  key: Key,
  body: Json | undefined,
): Pick<Request, 'view'> {
  const known = contract.resources.get(resource)
  if (known === undefined) return {}
  // If the request chooses the id in its path, the response may omit the id.
  const isInPath = known.idIn === 'path' && act !== 'list' && act !== 'other'
  const from: IdSource | undefined = isInPath
    ? { sent: idOf(key, depthOf(contract, resource)) }
    : act === 'list'
      ? undefined
      : ((act === 'create' ? namedElsewhere(known, body) : undefined) ?? known.idsAt.get(name))
  const isElsewhere = from !== undefined && from !== `${envelope.response}${known.id}`
  if (envelope.response === '' && !isElsewhere) return {}
  return { view: { envelope: envelope.response, id: isElsewhere ? { from, to: known.id } : null } }
}

function namedElsewhere({ id, idIn }: Resource, body: Json | undefined): IdSource | undefined {
  if (idIn === 'location') return location
  const sent = idIn === 'request' ? at(body, id) : undefined
  return sent === undefined ? undefined : { sent }
}
