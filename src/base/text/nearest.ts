// Suggests known words for mistyped words.
import leven from 'leven'

/**
 * Returns the nearest candidate, or null. Each word of a name must be near: "books.delete" does not match
 * "books.create".
 */
export function nearest(word: string, candidates: readonly string[]): string | null {
  // A number is never a mistyped name.
  if (/^[\d.]+$/.test(word)) return null
  let best: string | null = null
  let bestDistance = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = distanceOf(word, candidate)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** Also finds names with missing words, for example "TENANT_BASE_URL" for "TENANT_URL". */
export function meantBy(word: string, candidates: readonly string[]): string | null {
  return nearest(word, candidates) ?? extended(word, candidates)
}

/** Returns for example " (did you mean x?)", or "". */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const hint = meantBy(word, candidates)
  return hint === null ? '' : ` (did you mean ${hint}?)`
}

export function didYouMeanOrKnown(word: string, candidates: readonly string[]): string {
  const hint = meantBy(word, candidates)
  if (hint !== null) return `did you mean "${hint}"?`
  return candidates.length === 0 ? 'no name is known' : `known are ${candidates.join(', ')}`
}

export function withFullStop(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`
}

/** Returns the best matches, the best first. Words can be missing or in another order. */
export function closest(word: string, candidates: readonly string[], count: number): readonly string[] {
  return candidates
    .map((candidate) => ({ candidate, likeness: likeness(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter((one) => one.likeness >= likenessMin)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

// Less similar names have only their endings in common.
const likenessMin = 0.4

const slipsMax = 3

function distanceOf(word: string, candidate: string): number {
  const [typed, known] = [partsOf(word), partsOf(candidate)]
  const whole = slips(word, candidate)
  if (typed.length !== known.length) return whole
  const parts = typed.map((part, index) => slips(part, known[index] ?? ''))
  return parts.includes(Number.POSITIVE_INFINITY)
    ? Number.POSITIVE_INFINITY
    : leven(lower(word), lower(candidate))
}

/** Returns the edit distance, or infinity if it is too large. */
function slips(word: string, candidate: string): number {
  const max = Math.min(word.length - 1, slipsMax, Math.max(2, Math.floor(word.length / 3)))
  const distance = leven(lower(word), lower(candidate))
  return distance <= max || distance === 0 ? distance : Number.POSITIVE_INFINITY
}

/** Returns the shortest candidate with all words of `word` in the same order. */
function extended(word: string, candidates: readonly string[]): string | null {
  const typed = partsOf(word)
  const having = candidates.filter((candidate) => isWithin(typed, partsOf(candidate)))
  // Words that all candidates contain do not identify a candidate.
  if (typed.length === 0 || (having.length === candidates.length && having.length > 1)) return null
  const ending = having.filter((candidate) => partsOf(candidate).at(-1) === typed.at(-1))
  const [first = null] = [...(ending.length > 0 ? ending : having)].sort((a, b) => a.length - b.length)
  return first
}

function isWithin(parts: readonly string[], others: readonly string[]): boolean {
  let found = 0
  for (const other of others) if (other === parts[found]) found += 1
  return found === parts.length
}

function partsOf(word: string): readonly string[] {
  return (word.match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+/g) ?? []).map(lower)
}

function lower(text: string): string {
  return text.toLowerCase()
}

// Dice's coefficient of letter pairs, from 0 to 1.
function likeness(a: string, b: string): number {
  const pairs = pairsOf(a)
  const others = pairsOf(b)
  const common = [...pairs].filter((pair) => others.has(pair)).length
  return (2 * common) / (pairs.size + others.size)
}

function pairsOf(word: string): ReadonlySet<string> {
  return new Set(Array.from({ length: word.length + 1 }, (_, index) => ` ${word} `.slice(index, index + 2)))
}
