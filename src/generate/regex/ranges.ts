// Sets of code points as sorted, inclusive ranges that do not overlap.

export type Ranges = readonly (readonly [number, number])[]

/** Without lone surrogates, which well-formed JSON does not contain. */
export const anyCharacter: Ranges = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
]

export function union(...sets: readonly Ranges[]): Ranges {
  const all = sets.flat().sort((a, b) => a[0] - b[0])
  const out: [number, number][] = []
  for (const [low, high] of all) {
    const last = out.at(-1)
    if (last !== undefined && low <= last[1] + 1) last[1] = Math.max(last[1], high)
    else out.push([low, high])
  }
  return out
}

export function intersect(a: Ranges, b: Ranges): Ranges {
  const out: [number, number][] = []
  let i = 0
  let j = 0
  for (;;) {
    const left = a[i]
    const right = b[j]
    if (left === undefined || right === undefined) return out
    const low = Math.max(left[0], right[0])
    const high = Math.min(left[1], right[1])
    if (low <= high) out.push([low, high])
    if (left[1] < right[1]) i++
    else j++
  }
}

export function complement(set: Ranges): Ranges {
  const out: [number, number][] = []
  let next = 0
  for (const [low, high] of set) {
    if (low > next) out.push([next, low - 1])
    next = high + 1
  }
  if (next <= 0x10ffff) out.push([next, 0x10ffff])
  return intersect(out, anyCharacter)
}

export function contains(set: Ranges, point: number): boolean {
  let low = 0
  let high = set.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const range = set[middle]
    if (range === undefined) return false
    if (point < range[0]) high = middle - 1
    else if (point > range[1]) low = middle + 1
    else return true
  }
  return false
}

export function size(set: Ranges): number {
  return set.reduce((sum, [low, high]) => sum + high - low + 1, 0)
}

export function nth(set: Ranges, index: number): number {
  let rest = index
  for (const [low, high] of set) {
    if (rest <= high - low) return low + rest
    rest -= high - low + 1
  }
  return set[0]?.[0] ?? 0
}
