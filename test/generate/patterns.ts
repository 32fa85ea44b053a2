// 500 patterns from public schemas and interfaces.
import fc from 'fast-check'
import { GenerateError, valid } from '../../src/generate/index.ts'
import found from './patterns.json' with { type: 'json' }

export const patterns: readonly string[] = Object.values(found).flat()

/** Patterns that no text matches, because each `^` follows a literal. */
export const impossible: readonly string[] = [
  'Malformed documentation URL, must match "^(https|http)://.*"',
  '/^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d)[a-zA-Z\\d\\S]{8,64}$/',
]

/** Schemas for one pattern, or for a combination of two patterns. */
export const wishes = {
  matches: (pattern: string) => ({ type: 'string', pattern }),
  'does not match': (pattern: string) => ({ type: 'string', not: { pattern } }),
  'matches, of 12 to 20 characters': (pattern: string) => ({
    type: 'string',
    pattern,
    minLength: 12,
    maxLength: 20,
  }),
  'matches both': (pattern: string, other: string) => ({
    type: 'string',
    allOf: [{ pattern }, { pattern: other }],
  }),
  'matches the one and not the other': (pattern: string, other: string) => ({
    type: 'string',
    pattern,
    not: { pattern: other },
  }),
}

export type Wish = keyof typeof wishes

/** Returns the second pattern of a combination. It is the same in every run. */
const partnerOf = (pattern: string): string =>
  patterns[(patterns.indexOf(pattern) * 7 + 13) % patterns.length] ?? ''

/** Judges the text with the regular expressions of JavaScript. */
export function met(wish: Wish, pattern: string, text: string): boolean {
  const matches = (source: string): boolean => new RegExp(source, 'u').test(text)
  const { length } = [...text]
  switch (wish) {
    case 'matches':
      return matches(pattern)
    case 'does not match':
      return !matches(pattern)
    case 'matches, of 12 to 20 characters':
      return matches(pattern) && length >= 12 && length <= 20
    case 'matches both':
      return matches(pattern) && matches(partnerOf(pattern))
    case 'matches the one and not the other':
      return matches(pattern) && !matches(partnerOf(pattern))
  }
}

/**
 * Returns generated texts. If no text can satisfy the schema, returns null. If the generator only found no
 * text, returns its message.
 */
export function drawn(wish: Wish, pattern: string, numRuns = 20): readonly string[] | string | null {
  try {
    return fc.sample(valid(wishes[wish](pattern, partnerOf(pattern))), { numRuns, seed: 1 }).map(String)
  } catch (error) {
    if (!(error instanceof GenerateError)) throw error
    return error.message.startsWith('Nothing satisfies') ? null : error.message
  }
}
