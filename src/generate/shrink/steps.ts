// Steps of shrinking. Large steps come first.

/** Yields 0, 1/2, 3/4 and so on of `distance`. */
export function* nearing(distance: number): IterableIterator<number> {
  let last = -1
  for (let gap = distance; gap >= 1; gap = gap === 1 ? 0 : Math.floor(gap / 2)) {
    const at = distance - gap
    if (at > last) yield at
    last = at
  }
}

export function* withoutParts<T>(list: readonly T[], least: number): IterableIterator<readonly T[]> {
  const spare = list.length - least
  for (let size = spare; size >= 1; size = size === 1 ? 0 : Math.floor(size / 2)) {
    for (let from = list.length - size; from >= 0; from -= size) {
      yield list.toSpliced(from, size)
    }
    if (list.length % size !== 0 && size < list.length) yield list.slice(size)
  }
}
