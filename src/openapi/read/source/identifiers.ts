// Ids and anchors of the schemas in a file (JSON Schema 2020-12, 8.2).
import type { JsonObject } from '../../../base/json.ts'
import { forEachObject, type SourceFile } from './source-file.ts'

interface Identifiers {
  /** `$id` -> pointer. */
  readonly ids: ReadonlyMap<string, string>
  /** Pointers of schemas with an id. */
  readonly resources: ReadonlySet<string>
  /** `$anchor` -> pointer. */
  readonly anchors: ReadonlyMap<string, string>
}

const known = new WeakMap<SourceFile, Identifiers>()

export function identifiersOf(file: SourceFile): Identifiers {
  let found = known.get(file)
  if (found === undefined) {
    found = scan(file)
    known.set(file, found)
  }
  return found
}

function scan({ value }: SourceFile): Identifiers {
  const ids = new Map<string, string>()
  const resources = new Set<string>()
  const anchors = new Map<string, string>()
  forEachObject(value, (object, pointer) => {
    const { $id, $anchor, $dynamicAnchor } = object as JsonObject
    if (typeof $id === 'string' && isSchemaPlace(pointer)) {
      ids.set($id.replace(/#$/, ''), pointer)
      resources.add(pointer)
    }
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === 'string') anchors.set(name, pointer)
  })
  return { ids, resources, anchors }
}

// Examples may show a member of that name.
function isSchemaPlace(pointer: string): boolean {
  return (
    pointer !== '' &&
    !/\/(?:examples?|default|enum|const|properties|x-[^/]*)(?:\/|$)(?!.*\/(?:schema|items)$)/.test(pointer)
  )
}
