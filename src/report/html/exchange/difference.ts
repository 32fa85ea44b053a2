// Finds the differences of two messages.
import { isObject, type Json, parse, tokenOf } from '../../../base/json.ts'

const leavesMax = 500
const depthMax = 40

export function membersThatDiffer(own: string, other: string): ReadonlySet<string> | null {
  const [a, b] = [parse(own), parse(other)]
  if (!a.ok || !b.ok) return null
  const [mine, theirs] = [leavesOf(a.value), leavesOf(b.value)]
  return new Set(
    [...mine].filter(([pointer, value]) => theirs.get(pointer) !== value).map(([pointer]) => pointer),
  )
}

/**
 * Returns whether the line shows a value at one of the pointers, a part of this value, or a value that
 * contains it.
 */
export function touches(
  pointers: Iterable<string>,
  line: { readonly pointer: string; readonly whole: boolean },
): boolean {
  for (const pointer of pointers) {
    if (pointer === line.pointer || line.pointer.startsWith(`${pointer}/`)) return true
    if (line.whole && pointer.startsWith(`${line.pointer}/`)) return true
  }
  return false
}

export function parted(own: string, other: string): readonly [start: string, middle: string, end: string] {
  if (own === other) return [own, '', '']
  const max = Math.min(own.length, other.length)
  let start = 0
  while (start < max && own[start] === other[start]) start++
  let end = 0
  while (end < max - start && own[own.length - 1 - end] === other[other.length - 1 - end]) end++
  return [own.slice(0, start), own.slice(start, own.length - end), own.slice(own.length - end)]
}

function leavesOf(value: Json): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>()
  const collect = (one: Json, pointer: string, depth: number): void => {
    if (leaves.size >= leavesMax) return
    const members: readonly (readonly [string, Json])[] = Array.isArray(one)
      ? one.map((item: Json, index) => [String(index), item] as const)
      : isObject(one)
        ? Object.entries(one)
        : []
    if (members.length === 0 || depth > depthMax)
      leaves.set(pointer, depth > depthMax ? '…' : JSON.stringify(one))
    else for (const [name, member] of members) collect(member, `${pointer}/${tokenOf(name)}`, depth + 1)
  }
  collect(value, '', 0)
  return leaves
}
