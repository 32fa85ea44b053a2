// Amending a profile's text: more excuses, and all that a person wrote left as it was, comments and layout too.
import { applyEdits, modify, stripComments } from 'jsonc-parser'
import type { Excuse, Leftover } from '../base/excuse.ts'
import { type Parsed, parse } from '../base/json.ts'

/** The keys of a profile under which excuses stand. */
export type ProfileExcuses = 'gaps' | 'waivers' | 'leftovers'

/** Parses the text of a profile: JSON, in which comments may stand. */
export function parseProfile(text: string): Parsed {
  // Blanks in their places keep the positions that an error names.
  return parse(stripComments(text, ' '))
}

/**
 * The text of a profile with `excuses` after those that it has.
 * @param text a JSON object, perhaps with comments
 */
export function withExcuses(
  text: string,
  kind: ProfileExcuses,
  excuses: readonly (Excuse | Leftover)[],
): string {
  const [, indent = '  '] = /^([ \t]+)"/m.exec(text) ?? []
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  return excuses.reduce(
    (amended, excuse) =>
      applyEdits(amended, modify(amended, [kind, -1], excuse, { formattingOptions, isArrayInsertion: true })),
    text,
  )
}
