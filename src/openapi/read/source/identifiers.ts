// Finds the ids and anchors of the schemas in a file (JSON Schema Core 2020-12, section 8.2).
import { isObject, type Json } from '../../../base/json.ts'
import { forEachObject, forEachPlace, type SourceFile } from './source-file.ts'

interface Identifiers {
  readonly ids: ReadonlyMap<string, string>
  readonly resources: ReadonlySet<string>
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
  // The member `$self` exists since OpenAPI 3.2.
  if (isObject(value) && typeof value.$self === 'string') ids.set(value.$self, '')
  if (!hasIdentifiers(value)) return { ids, resources, anchors }
  forEachPlace(value, ({ $id, $anchor, $dynamicAnchor }, pointer) => {
    if (typeof $id === 'string' && isSchemaPlace(pointer)) {
      ids.set($id.replace(/#$/, ''), pointer)
      resources.add(pointer)
    }
    for (const name of [$anchor, $dynamicAnchor]) if (typeof name === 'string') anchors.set(name, pointer)
  })
  return { ids, resources, anchors }
}

function hasIdentifiers(value: Json): boolean {
  let found = false
  forEachObject(value, ({ $id, $anchor, $dynamicAnchor }) => {
    found ||= [$id, $anchor, $dynamicAnchor].some((name) => typeof name === 'string')
  })
  return found
}

// A member `$id` in an example is no id.
function isSchemaPlace(pointer: string): boolean {
  return (
    pointer !== '' &&
    !/\/(?:examples?|default|enum|const|properties|x-[^/]*)(?:\/|$)(?!.*\/(?:schema|items)$)/.test(pointer)
  )
}

/** A reference names a file, unless it names the `$id` of a schema in this file. */
export function otherFilesIn(file: SourceFile): ReadonlySet<string> {
  const found = new Set<string>()
  const { ids } = identifiersOf(file)
  forEachObject(file.value, ({ $ref: reference }) => {
    if (typeof reference !== 'string') return
    const [before = ''] = reference.split('#', 1)
    if (before !== '' && !ids.has(before)) found.add(before)
  })
  return found
}
