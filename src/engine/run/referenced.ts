// Creates resources that other resources reference, for example the author of a book.
import { messageOf } from '../../base/error.ts'
import { at, type Json } from '../../base/json.ts'
import { isUndecided } from '../../oracle/index.ts'
import { idOf } from '../requests/operation-request.ts'
import type { OwnedKeys } from '../resources/owned-keys.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import { sendTracked } from '../tracked-send.ts'
import { ResourceFactory, type SubjectsParts } from '../under-test/index.ts'

// An update of a reference needs a second resource.
const madeEach = 2

export async function makeReferenced(
  session: Session,
  resources: Resources,
  { kind, room }: ResourceTracker,
): Promise<void> {
  const owned: OwnedKeys = new Map()
  const call: SubjectsParts['call'] = (request, options = {}) =>
    sendTracked(session, resources, owned, request, options)
  const { seed } = session.config
  const factory = new ResourceFactory({ session, resources, call, owned, seed, options: {} })
  const ids: Json[] = []
  try {
    while (ids.length < madeEach) {
      const { key, first } = await factory.make(kind.resource)
      room.pin(key)
      ids.push(at(first.body, kind.resource.id) ?? idOf(key, kind.depth))
      resources.referenced.set(kind.resource.name, [...ids])
    }
  } catch (error) {
    if (!isUndecided(error)) throw error
    session.emit({
      type: 'note',
      message: `No ${kind.title} was created for other resources to refer to: ${messageOf(error)}.`,
    })
  }
}
