// Splits identifiers into words, for example "petStoreId" into pet, store and id.
import pluralize from 'pluralize'

export function wordsOf(identifier: string): readonly string[] {
  return identifier
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '')
}

export const kebabOf = (identifier: string): string => wordsOf(identifier).join('-')

export function singularOf(words: readonly string[]): readonly string[] {
  const last = words.at(-1)
  return last === undefined ? [] : [...words.slice(0, -1), pluralize.singular(last)]
}

export function isPlural(literal: string): boolean {
  const last = wordsOf(literal).at(-1)
  return last !== undefined && pluralize.isPlural(last) && pluralize.singular(last) !== last
}

export const lettersOf = (identifier: string): string => wordsOf(identifier).join('')

/** For example "pet" for "Pets". */
export const thingOf = (literal: string): string => singularOf(wordsOf(literal)).join('')
