// Texts as a variation keeps them: the specification shows neither white space nor normal forms.
import type { Variation } from '../variations/variation.ts'

/** What becomes of a text that was sent. */
export function keptText(text: string, { texts }: Pick<Variation, 'texts'>): string {
  switch (texts) {
    case 'kept':
      return text
    case 'trimmed':
      return text.trim()
    case 'composed':
      return text.normalize('NFC')
    case 'line-feeds':
      return text.replaceAll(/\r\n?/g, '\n')
  }
}

/** How long a text is in the unit of the variation. */
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
