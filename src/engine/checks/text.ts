// Texts that a tenant must give back as they were sent, among them those that careless code changes.
import fc from 'fast-check'

// What escaping, rendering, re-encoding or splitting would change.
const tricky = [
  '<b>bold</b> & "quoted" \'text\'',
  '&lt;already&gt; &amp;escaped&amp;',
  '100%25 %41 %2F+plus',
  'back\\slash \\u0041 \\n',
  '{{code}} {{tenant.friendly_name}}',
  '\u0024{code} #{code} <%= code %>',
  "Robert'); DROP TABLE users;--",
  '🙂 astral 𐍈',
  'עברית وعربية',
  '漢字とかな',
  'stra\u00dfe \u0131I',
  'null',
  '0',
  '__proto__',
  'constructor',
]

// What trimming and normalising would change: white space and Unicode normal forms. The specification shows neither, so
// that they are told apart. Spelt by code point, as an editor may normalise, too.
const delicate = [
  ' led and followed by spaces ',
  'two  spaces\tand a tab',
  'caf\u00e9 in composed form',
  'cafe\u0301 in decomposed form',
  '\u212bngstr\u00f6m sign, \ufb01 ligature',
  '\u0130stanbul',
  '\u{1d4b3} \u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
]

/** Texts that careless code changes. */
export const trickyTexts: readonly string[] = tricky

/** Texts that something which trims or normalises changes. */
export const delicateTexts: readonly string[] = delicate

/** Texts of several lines, with line ends of every kind. */
export const linedTexts: readonly string[] = ['one\ntwo', 'one\r\ntwo\r\n', '\n\nlast line\n']

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.'),
  minLength: 1,
  maxLength: 60,
})
const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

const normalForms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** Whether trimming, squeezing white space and normalising (Unicode, UAX #15) leave the text as it is. */
export function isPlain(text: string): boolean {
  return (
    normalForms.every((form) => text === text.normalize(form)) &&
    text === text.trim().replace(/\s+/g, ' ') &&
    !/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
  )
}

/** Random plain texts of one character at least. */
export function plainTexts(charactersMax = Number.POSITIVE_INFINITY): fc.Arbitrary<string> {
  return fc.oneof(word, anyText).filter((text) => isPlain(text) && [...text].length <= charactersMax)
}
