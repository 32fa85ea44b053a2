// Parts of long texts: where two of them part, and as much of one as shows that.
import { clip } from './clip.ts'

const leadMax = 40
// What is left out has to be longer than saying so.
const spareMax = 20

/** The place of the first code unit in which two texts differ; the length of the shorter one where it begins the other. */
export function partingOf(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place += 1
  return place
}

/** At most `charactersMax` of a text, with that at the place among them; how much is left out on either side is said. */
export function excerpt(text: string, place: number, charactersMax: number): string {
  if (text.length <= charactersMax + spareMax) return text
  const start = place < charactersMax - leadMax ? 0 : Math.min(place - leadMax, text.length - charactersMax)
  return start <= 0
    ? clip(text, charactersMax)
    : `(${start} before) …${clip(text.slice(start), charactersMax)}`
}
