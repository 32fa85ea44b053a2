// Excerpts of long texts around their difference.
import { clip } from './clip.ts'

const leadMax = 40
// Longer than the note about the removed part.
const spareMax = 20

/** Returns the first different index, or the shorter length of a prefix. */
export function partingOf(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place += 1
  return place
}

/** Shortens to the surroundings of `place`; notes the removed characters. */
export function excerpt(text: string, place: number, charactersMax: number): string {
  if (text.length <= charactersMax + spareMax) return text
  const start = place < charactersMax - leadMax ? 0 : Math.min(place - leadMax, text.length - charactersMax)
  return start <= 0
    ? clip(text, charactersMax)
    : `(${start} before) …${clip(text.slice(start), charactersMax)}`
}
