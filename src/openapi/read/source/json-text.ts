// Finds mistakes and repeated names in JSON texts.
import { createRequire } from 'node:module'
import type * as JsoncParser from 'jsonc-parser'
import { clip } from '../../../base/clip.ts'

const require = createRequire(import.meta.url)
// Loads the parser on first use, because the parser loads slowly.
const jsonc = (): typeof JsoncParser => require('jsonc-parser')

export const nameShown = 200

/**
 * JSON.parse silently keeps only the last member with a repeated name.
 * @param text valid JSON with no more levels than the limit
 */
export function repeatedName(text: string): string | null {
  const open: Set<string>[] = []
  let found: string | null = null
  jsonc().visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, _offset, _length, line, column) {
      const names = open.at(-1)
      if (names?.has(name)) found ??= repeated(placeOf(line, column), name)
      names?.add(name)
    },
  })
  return found
}

export function repeated(place: string, name: string): string {
  return `${place}: the name "${clip(name, nameShown)}" occurs twice in one object: remove one of them`
}

export function mistakeIn(text: string): string | null {
  let found: string | null = null
  const onError = (_code: number, _offset: number, _length: number, line: number, column: number): void => {
    found ??= placeOf(line, column)
  }
  try {
    jsonc().visit(text, { onError }, { disallowComments: true })
  } catch {
    // The text has too many levels for the parser.
  }
  return found
}

export function placeOf(line: number, column: number): string {
  return `line ${line + 1}, column ${column + 1}`
}
