// Recognises by its name a member that contains the id of another resource.
import type { JsonObject } from '../../base/json.ts'
import type { InferredResource } from '../infer/index.ts'
import { membersOf } from './members.ts'

/** Maps a member such as "/authorId" to the resource "authors". */
export function referencesIn(
  requests: readonly JsonObject[],
  own: InferredResource,
  resources: readonly InferredResource[],
  root: JsonObject,
): Readonly<Record<string, string>> {
  const created = resources.filter((one) => one.name !== own.name && one.life.create !== undefined)
  const members = requests.flatMap((schema) => membersOf(schema, root).map(([pointer]) => pointer))
  return Object.fromEntries(
    members.flatMap((pointer) => {
      const named = /^\/(.+?)_?ids?$/i.exec(pointer)?.[1]
      const resource = created.find(({ title }) => named !== undefined && plain(title) === plain(named))
      return resource === undefined || /ids$/i.test(pointer) ? [] : [[pointer, resource.name]]
    }),
  )
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
