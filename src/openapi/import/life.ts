// Decides which operations of a resource a run can use.
import type { Inference, InferredResource } from '../infer/index.ts'

type Life = InferredResource['life']

export function usableLife(resource: InferredResource, operations: Inference['operations']): Life {
  const { life, ids, items, singleton, idInLocation } = resource
  const { create, list, ...others } = life
  const shown = list !== undefined && items !== null ? { list } : {}
  if (singleton) return others
  const isFound =
    create !== undefined && (ids[create] !== undefined || idInLocation || sentId(resource) !== null)
  if (create !== undefined && (isFound || isChosenInPath(resource, operations)))
    return { create, ...others, ...shown }
  // Without a creation, a run can still read listed resources of other clients.
  const isListed = shown.list !== undefined && ids[shown.list] !== undefined
  return others.read !== undefined && isListed ? { read: others.read, ...shown } : shown
}

/** Returns whether the creation has the new id in its path, for example PUT /things/{id}. */
export function isChosenInPath({ life }: InferredResource, operations: Inference['operations']): boolean {
  const pathOf = (name: string | undefined): string | undefined =>
    operations.find((operation) => operation.name === name)?.path
  return [life.read, life.update, life.replace, life.delete].some(
    (name) => name !== undefined && pathOf(name) === pathOf(life.create),
  )
}

/** Returns null if the response or its Location header contains the id, or if the id is unknown. */
export function sentId({ life, ids, idInLocation, idInRequest, envelopes }: InferredResource): string | null {
  const { create } = life
  if (create === undefined || ids[create] !== undefined || idInLocation || idInRequest === null) return null
  const envelope = envelopes[create] ?? ''
  return idInRequest.startsWith(`${envelope}/`) ? idInRequest.slice(envelope.length) : idInRequest
}
