// Forms: flat members, and nested ones in brackets, as in `destination[type]=webhook&subscriptions[0][event_type]=a`.
import type { Json, JsonObject } from '../../base/json.ts'
import { Invalid } from './refusal.ts'

/** The media type of forms. */
export const formType = 'application/x-www-form-urlencoded'

const depthMax = 8
const arrayItemsMax = 1_000

interface Tree {
  readonly members: Map<string, Tree | string>
}

/** The form as a JSON object; every leaf is a string. Throws Invalid where a member is sent in two ways. */
export function parseForm(text: string): JsonObject {
  const root: Tree = { members: new Map() }
  for (const [key, value] of new URLSearchParams(text)) plant(root, pathOf(key), value)
  const grown: Record<string, Json> = Object.create(null) as Record<string, Json>
  for (const [name, item] of root.members) grown[name] = grow(item)
  return grown
}

// A key that is not well bracketed is a flat one.
function pathOf(key: string): readonly string[] {
  const [, head, tail] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(key) ?? []
  if (head === undefined || tail === undefined) return [key]
  const path = [head, ...tail.slice(1, -1).split('][')]
  if (path.length > depthMax) throw new Invalid(`Form member ${key.slice(0, 40)} is nested too deeply`)
  return path
}

function plant(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  // `a[]=1&a[]=2` appends.
  const key = name === '' ? String(tree.members.size) : name
  const there = tree.members.get(key)
  if (rest.length === 0) {
    if (there !== undefined) throw new Invalid(`Form member ${key} is sent more than once`)
    tree.members.set(key, value)
    return
  }
  if (typeof there === 'string') throw new Invalid(`Form member ${key} is sent in two ways`)
  const below = there ?? { members: new Map() }
  tree.members.set(key, below)
  plant(below, rest, value)
}

function grow(item: Tree | string): Json {
  if (typeof item === 'string') return item
  const keys = [...item.members.keys()]
  const list = keys.length <= arrayItemsMax && keys.every((key, index) => key === String(index))
  const values = [...item.members].map(([key, value]) => [key, grow(value)] as const)
  return list ? values.map(([, value]) => value) : Object.fromEntries(values)
}
