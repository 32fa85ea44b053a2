// Parses forms, for example `destination[type]=webhook&subscriptions[0][event_type]=a`.
import { type Json, type JsonObject, parse } from '../../base/json.ts'
import type { FormStyle } from '../variations/variation.ts'
import { Invalid } from './refusal.ts'

export const formType = 'application/x-www-form-urlencoded'

const depthMax = 8
const arrayItemsMax = 1_000

interface Tree {
  readonly members: Map<string, Tree | string>
}

/** Throws Invalid for members that are repeated, nested too deeply, or contradict each other. */
export function parseForm(text: string, style: FormStyle = 'brackets'): JsonObject {
  const root: Tree = { members: new Map() }
  for (const [key, value] of new URLSearchParams(text)) plant(root, pathOf(key, style), value)
  const grown: Record<string, Json> = Object.create(null) as Record<string, Json>
  for (const [name, item] of root.members)
    grown[name] = style === 'JSON' ? unpacked(item) : grow(item, style === 'last in brackets')
  return grown
}

// Parses a value that looks like a JSON object or a JSON list.
function unpacked(item: Tree | string): Json {
  const read = typeof item === 'string' && /^[[{]/.test(item) ? parse(item) : { ok: false as const }
  return read.ok ? read.value : grow(item)
}

// Splits a key, for example `a[b]` into `a` and `b`. A key in another notation stays complete.
function pathOf(key: string, style: FormStyle): readonly string[] {
  const path = steps(key, style)
  if (path.length > depthMax) throw new Invalid(`Form member ${key.slice(0, 40)} is nested too deeply`)
  return path
}

function steps(key: string, style: FormStyle): readonly string[] {
  if (style === 'flat' || style === 'JSON') return [key]
  if (style === 'dots') return /^[^.]+(?:\.[^.]+)+$/.test(key) ? key.split('.') : [key]
  if (style === 'brackets and dots')
    return /^\w+(?:\[\d+\]|\.\w+)+$/.test(key) ? key.split(/[.[\]]+/).filter((step) => step !== '') : [key]
  const [, head, tail] = /^([^[\]]+)((?:\[[^[\]]*\])+)$/.exec(key) ?? []
  return head === undefined || tail === undefined ? [key] : [head, ...tail.slice(1, -1).split('][')]
}

function plant(tree: Tree, [name = '', ...rest]: readonly string[], value: string): void {
  // An empty name appends to a list, for example `a[]=1&a[]=2`.
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

function grow(item: Tree | string, lastOnly = false): Json {
  if (typeof item === 'string') return item
  const keys = [...item.members.keys()]
  const list = keys.length <= arrayItemsMax && keys.every((key, index) => key === String(index))
  const values = [...item.members].map(([key, value]) => [key, grow(value, lastOnly)] as const)
  return list ? values.map(([, value]) => value).slice(lastOnly ? -1 : 0) : Object.fromEntries(values)
}
