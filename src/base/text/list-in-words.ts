// Joins names into a phrase.

/** Returns "a", "a and b" or "a, b and c". */
export const listInWords = (list: readonly (number | string)[], word: 'and' | 'or'): string =>
  list.length < 2 ? list.join() : `${list.slice(0, -1).join(', ')} ${word} ${list.at(-1)}`
