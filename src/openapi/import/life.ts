// Which operations of a resource a run can rely on.
import type { Inference, InferredResource } from '../infer/index.ts'

type Life = InferredResource['life']

/** Without operations that lack what a run needs: the id of what it made, a creation, or the items of a list. */
export function usableLife(
  { life, ids, idInLocation, items, singleton }: InferredResource,
  operations: Inference['operations'],
): Life {
  const { create, list, ...others } = life
  const shown = list !== undefined && items !== null ? { list } : {}
  if (singleton) return others
  const isFound = create !== undefined && (ids[create] !== undefined || idInLocation)
  const pathOf = (name: string | undefined): string | undefined =>
    operations.find((operation) => operation.name === name)?.path
  // The client chooses the id there.
  const isChosen = [life.read, life.update, life.replace, life.delete].some(
    (name) => name !== undefined && pathOf(name) === pathOf(create),
  )
  return isFound && !isChosen ? { create, ...others, ...shown } : shown
}
