// Did you mean: the nearest known words to a mistyped one. All messages about such a word take it from here.
import leven from 'leven'

/** The candidate within a third of `word`'s length by edit distance, in any letter case, or null. */
export function nearest(word: string, candidates: readonly string[]): string | null {
  const typed = word.toLowerCase()
  let best: string | null = null
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    // What is not nearer than the best so far comes back as that distance.
    const distance = leven(typed, candidate.toLowerCase(), { maxDistance: bestDistance })
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** " (did you mean x?)", to stand behind the word in a sentence; "" where nothing known is near. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const hint = nearest(word, candidates)
  return hint === null ? '' : ` (did you mean ${hint}?)`
}

/**
 * Up to `count` candidates, the likeliest to be meant first: for long names of several words, of which some may be
 * missing or in another order.
 */
export function closest(word: string, candidates: readonly string[], count: number): readonly string[] {
  return candidates
    .map((candidate) => ({ candidate, likeness: likeness(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

// Dice's coefficient of letter pairs, which forgives what an edit distance does not.
function likeness(a: string, b: string): number {
  const pairs = pairsOf(a)
  const others = pairsOf(b)
  const common = [...pairs].filter((pair) => others.has(pair)).length
  return (2 * common) / (pairs.size + others.size)
}

function pairsOf(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: word.length + 1 }, (_, index) => ` ${word} `.slice(index, index + 2)))
}
