// The characters that generated strings can contain.
import { anyCharacter, complement, intersect, type Ranges, union } from '../regex/ranges.ts'

export class AllowedCharacters {
  readonly ranges: Ranges
  readonly isAny: boolean

  constructor(exclude: string | RegExp | undefined) {
    const excluded = exclude === undefined ? [] : charactersOf(exclude)
    this.isAny = excluded.length === 0
    this.ranges = this.isAny ? anyCharacter : intersect(anyCharacter, complement(excluded))
  }

  allow(text: string): boolean {
    return this.isAny || [...text].every((each) => intersect(this.ranges, pointOf(each)).length > 0)
  }
}

function pointOf(character: string): Ranges {
  const point = character.codePointAt(0) ?? 0
  return [[point, point]]
}

function charactersOf(exclude: string | RegExp): Ranges {
  if (typeof exclude === 'string') return union(...[...exclude].map(pointOf))
  const found: [number, number][] = []
  const pattern = new RegExp(exclude.source, exclude.flags.replace(/[gy]/g, ''))
  for (let point = 0; point <= 0x10ffff; point++) {
    if (pattern.test(String.fromCodePoint(point))) found.push([point, point])
  }
  return union(found)
}
