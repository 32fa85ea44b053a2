// Changes texts as the variation requires, before the tenant stores them.
import type { Variation } from '../variations/variation.ts'

export function storedText(text: string, { texts }: Pick<Variation, 'texts'>): string {
  switch (texts) {
    case 'kept':
      return text
    case 'trimmed':
      return text.trim()
    case 'composed':
      return text.normalize('NFC')
    case 'line-feeds':
      return text.replaceAll(/\r\n?/g, '\n')
    case 'well-formed':
      return Buffer.from(text).toString()
  }
}

/** The variation decides, because the specification does not limit the characters of a text. */
export function isAcceptedText(text: string, { textsTaken }: Pick<Variation, 'textsTaken'>): boolean {
  switch (textsTaken) {
    case 'all':
      return true
    case 'without-controls':
      return !/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text)
    case 'basic-plane':
      return !/[\u{10000}-\u{10ffff}]/u.test(text)
    case 'latin':
      return !/[^\0-\u00ff]/u.test(text)
    case 'without-markup':
      return !/[<>$%;]/.test(text)
  }
}

/** Returns whether two texts differ at most in letter case or accents (UTS 10). */
export function isCollated(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { sensitivity: 'base' }) === 0
}

export function isNear(one: string, other: string): boolean {
  return one !== other && isCollated(one, other)
}

export function lengthOf(text: string, unit: Variation['lengthUnit']): number {
  switch (unit) {
    case 'characters':
      return [...text].length
    case 'utf-16 units':
      return text.length
    case 'bytes':
      return Buffer.byteLength(text)
  }
}
