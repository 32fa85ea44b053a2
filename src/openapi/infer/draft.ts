// A draft is a resource that the inference has not completed yet.
import type { Act } from '../../contract/index.ts'
import type { Operation } from './operations.ts'
import type { Place } from './places.ts'

export interface Draft {
  readonly thing: string
  readonly collection: Place | null
  readonly item: Place | null
  readonly life: Map<Act, Operation>
  readonly singleton: boolean
}

export const draftOf = (
  places: Pick<Draft, 'collection' | 'item'>,
  life: ReadonlyMap<Act, Operation> = new Map(),
  singleton = false,
): Draft => ({
  ...places,
  // /thing/{id} and /things belong to "things".
  thing: (places.collection ?? places.item)?.thing ?? '',
  life: new Map(life),
  singleton,
})
