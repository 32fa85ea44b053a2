// Which operations of a resource a run can rely on.
import type { Inference, InferredResource } from '../infer/index.ts'

type Life = InferredResource['life']

/** Without operations that lack what a run needs: the id of what it made, a creation, or the items of a list. */
export function usableLife(resource: InferredResource, operations: Inference['operations']): Life {
  const { life, ids, items, singleton, idInLocation } = resource
  const { create, list, ...others } = life
  const shown = list !== undefined && items !== null ? { list } : {}
  if (singleton) return others
  const isFound =
    create !== undefined && (ids[create] !== undefined || idInLocation || sentId(resource) !== null)
  const pathOf = (name: string | undefined): string | undefined =>
    operations.find((operation) => operation.name === name)?.path
  // The client chooses the id there.
  const isChosen = [life.read, life.update, life.replace, life.delete].some(
    (name) => name !== undefined && pathOf(name) === pathOf(create),
  )
  if (isFound && !isChosen) return { create, ...others, ...shown }
  // What others made may be read, by the ids that its list shows.
  const isListed = shown.list !== undefined && ids[shown.list] !== undefined
  return others.read !== undefined && isListed ? { read: others.read, ...shown } : shown
}

/** Pointer of the id in the resource, if only the request of a creation names it; null otherwise. */
export function sentId({ life, ids, idInLocation, idInRequest, envelopes }: InferredResource): string | null {
  const { create } = life
  if (create === undefined || ids[create] !== undefined || idInLocation || idInRequest === null) return null
  const envelope = envelopes[create] ?? ''
  return idInRequest.startsWith(`${envelope}/`) ? idInRequest.slice(envelope.length) : idInRequest
}
