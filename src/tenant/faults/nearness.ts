// How near two words are, for messages about a mistyped one.

/** Up to `count` candidates, the likeliest to be meant first: those that share most pairs of letters. */
export function closest(word: string, candidates: readonly string[], count: number): readonly string[] {
  return candidates
    .map((candidate) => ({ candidate, likeness: likeness(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

// Dice's coefficient of letter pairs: forgiving of swapped words, which edit distance is not.
function likeness(a: string, b: string): number {
  const pairs = pairsOf(a)
  const others = pairsOf(b)
  const common = [...pairs].filter((pair) => others.has(pair)).length
  return (2 * common) / (pairs.size + others.size)
}

function pairsOf(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: word.length + 1 }, (_, index) => ` ${word} `.slice(index, index + 2)))
}
