// Adds suppressions to the text of a profile, and keeps the rest of the text.
import { createRequire } from 'node:module'
import type * as JsoncParser from 'jsonc-parser'
import { type Parsed, parse } from '../base/json.ts'
import type { Leftover, Suppression } from '../base/suppression.ts'

const require = createRequire(import.meta.url)
// Loads the parser on first use, because many runs have no profile.
const jsonc = (): typeof JsoncParser => require('jsonc-parser')

export type SuppressionKey = 'gaps' | 'waivers' | 'leftovers'

export function parseProfile(text: string): Parsed {
  // Blanks of equal length keep the positions in error messages.
  return parse(jsonc().stripComments(text, ' '))
}

export function withSuppressions(
  text: string,
  kind: SuppressionKey,
  suppressions: readonly (Suppression | Leftover)[],
): string {
  const [edit] = jsonc().modify(text, [kind, -1], null, { isArrayInsertion: true })
  if (edit === undefined || suppressions.length === 0) return text
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const line = (levels: number): string => `${eol}${indent.repeat(levels)}`
  const items = suppressions
    .map((suppression) => `${line(2)}${JSON.stringify(suppression, null, indent).replaceAll('\n', line(2))}`)
    .join(',')
  const comma = edit.content.startsWith(',') ? ',' : ''
  // This comment belongs to the last old entry, so the new entries follow it.
  const [comment = ''] = /^[ \t]*\/\/[^\r\n]*/.exec(text.slice(edit.offset)) ?? []
  const added = edit.content.endsWith('[null]') ? `${line(1)}"${kind}": [${items}${line(1)}]` : items
  const end = comma !== '' ? '' : edit.content.endsWith('[null]') ? eol : line(1)
  return [
    text.slice(0, edit.offset),
    comma,
    comment,
    added,
    end,
    text.slice(edit.offset + edit.length + comment.length),
  ].join('')
}
