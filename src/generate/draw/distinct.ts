// Whether lists can each give one value, all different.

/** Bipartite matching by augmenting paths. */
export function canDiffer(lists: readonly (readonly string[])[]): boolean {
  const taken = new Map<string, number>()
  const place = (index: number, tried: Set<string>): boolean => {
    for (const value of lists[index] ?? []) {
      if (tried.has(value)) continue
      tried.add(value)
      const other = taken.get(value)
      if (other !== undefined && !place(other, tried)) continue
      taken.set(value, index)
      return true
    }
    return false
  }
  return lists.every((_, index) => place(index, new Set()))
}
