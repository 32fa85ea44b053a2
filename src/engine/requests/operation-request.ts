// Requests of a contract's operations: where they go, and what they may change at worst.
import type { Json } from '../../base/json.ts'
import { uriDecoded, uriEncoded } from '../../base/uri.ts'
import { type Contract, namedIn, type Operation } from '../../contract/index.ts'
import type { Effect, Request } from './request.ts'

/**
 * What names one resource: its id, or for one below others their ids and its own, each encoded, with "/" between them.
 */
export type Key = string

/** How many resources each of that name stands below. */
export function depthOf({ operations, resources }: Contract, resource: string): number {
  const create = operations.get(resources.get(resource)?.life.create ?? '')
  return create === undefined ? 0 : pathParameters(create).length
}

/** The key of the resource with that id below the one of `within`, which is "" for one below none. */
export function keyOf(within: Key, id: string, depth: number): Key {
  if (depth === 0) return id
  return `${depth === 1 ? uriEncoded(within) : within}/${uriEncoded(id)}`
}

/** The id that a key ends with. */
export function idOf(key: Key, depth: number): string {
  return depth === 0 ? key : uriDecoded(key.slice(key.lastIndexOf('/') + 1))
}

/** The key of what the resource of `key` stands below; "" where it stands below none. */
export function parentOf(key: Key, depth: number): Key {
  if (depth === 0) return ''
  const parent = key.slice(0, Math.max(0, key.lastIndexOf('/')))
  return depth === 1 ? uriDecoded(parent) : parent
}

/** Names of the parameters in a path, in their order. */
export function pathParameters({ path }: Pick<Operation, 'path'>): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/** The operation's path with what the key names in it: one of the resource, or what those stand below. */
function pathOf(contract: Contract, operation: Operation, key: Key): string {
  if (!operation.path.includes('{')) return operation.path
  const depth = depthOf(contract, operation.resource) - (operation.idParameter === null ? 1 : 0)
  const segments = depth > 0 ? key.split('/') : [uriEncoded(key)]
  // A path may name a resource by its own id alone.
  let next = Math.max(0, segments.length - pathParameters(operation).length)
  return operation.path.replace(/\{[^{}]+\}/g, () => {
    const segment = segments[next] ?? ''
    next += 1
    return segment
  })
}

/** What the path of a request names: one of the operation's resource, or what those stand below; "" for nothing. */
export function namedBy(contract: Contract, { operation, path }: Pick<Request, 'operation' | 'path'>): Key {
  const known = contract.operations.get(operation)
  if (known === undefined || !known.path.includes('{')) return ''
  const named = namedIn(known.path, path)
  return named.length === 1 ? uriDecoded(named[0] ?? '') : named.join('/')
}

/** What an operation may change at worst: what the run makes it can remove, and what is not its own it can't. */
export function effectOf(contract: Contract, { act, method, resource }: Operation): Effect {
  if (method === 'GET' || method === 'HEAD') return 'none'
  const { life, singleton } = contract.resources.get(resource) ?? { life: {}, singleton: false }
  const undone = singleton || life.create !== undefined
  return act !== 'other' && undone ? 'reversible' : 'destructive'
}

// Longer than ids that count up, and of one letter alone: nobody gives it out.
const nobody = 'x'.repeat(26)

/**
 * A request of an operation with an id that names nothing, on which no tenant, however faulty, could act: neither what its path
 * names nor what that stands below is there.
 */
export function requestOfNothing(contract: Contract, operation: Operation): Request {
  const key = Array.from({ length: depthOf(contract, operation.resource) + 1 }, () => nobody).join('/')
  const body = operation.request === null ? undefined : {}
  return { ...operationRequest(contract, operation, key, body), effect: 'none' }
}

/** Requests that would change something, of what is not there. */
export function harmlessRequests(contract: Contract): readonly Request[] {
  return [...contract.operations.values()].flatMap((operation): Request[] =>
    operation.idParameter === null || operation.method === 'GET'
      ? []
      : [{ ...requestOfNothing(contract, operation), intent: 'unauthorised' }],
  )
}

/** A valid request of the operation. */
export function operationRequest(
  contract: Contract,
  operation: Operation,
  key: Key,
  body: Json | undefined,
): Request {
  return {
    operation: operation.name,
    method: operation.method,
    path: pathOf(contract, operation, key),
    effect: effectOf(contract, operation),
    intent: 'valid',
    ...(body === undefined ? {} : { body }),
    ...(operation.mediaType === 'application/json' ? {} : { mediaType: operation.mediaType }),
  }
}
