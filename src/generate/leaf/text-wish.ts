// The constraints on a text to draw.
import type { Branch } from '../branch/branch.ts'
import { inFormat, outOfFormat } from '../value/format.ts'
import { matches } from '../value/pattern.ts'
import { lengthOf } from '../value/text-length.ts'

export type TextWish = Pick<
  Branch,
  'minLength' | 'maxLength' | 'patterns' | 'notPatterns' | 'formats' | 'notFormats' | 'excluded'
>

export function acceptsText(wish: TextWish, text: string): boolean {
  const length = lengthOf(text)
  return (
    length >= wish.minLength &&
    length <= wish.maxLength &&
    wish.patterns.every((source) => matches(source, text)) &&
    !wish.notPatterns.some((source) => matches(source, text)) &&
    wish.formats.every((format) => inFormat(format, text)) &&
    wish.notFormats.every((format) => outOfFormat(format, text)) &&
    !wish.excluded.includes(text)
  )
}

export function keyOf(wish: TextWish): string {
  const { minLength, maxLength, patterns, notPatterns, formats, notFormats, excluded } = wish
  return JSON.stringify([minLength, maxLength, patterns, notPatterns, formats, notFormats, excluded])
}
