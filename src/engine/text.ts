// Texts that a tenant must give back exactly as they were sent, among them those that careless code changes.
import fc from 'fast-check'

// What trimming, escaping, rendering, normalising, re-encoding or splitting would change.
// Those that normalising changes are spelt by code point, as an editor may normalise, too.
const telling = [
  ' led and followed by spaces ',
  'two  spaces\tand a tab',
  'caf\u00e9 in composed form',
  'cafe\u0301 in decomposed form',
  '\u212bngstr\u00f6m sign, \ufb01 ligature',
  '<b>bold</b> & "quoted" \'text\'',
  '&lt;already&gt; &amp;escaped&amp;',
  '100%25 %41 %2F+plus',
  'back\\slash \\u0041 \\n',
  '{{code}} {{tenant.friendly_name}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder itself is the text
  '${code} #{code} <%= code %>',
  "Robert'); DROP TABLE streams;--",
  '🙂 astral 𝒳 👩‍👩‍👧',
  'עברית وعربية',
  '漢字かな交じり文',
  'İstanbul ıI',
  'null',
  '0',
  '__proto__',
  'constructor',
]

/** Values that look like a forwarding state and are none (part 2.4). */
export const otherStates: readonly string[] = [
  'ENABLED',
  'Disabled',
  ' enabled',
  'disabled ',
  'active',
  'paused',
  'on',
  '',
]

/** Names of event streams that careless code changes. Which characters a name may have is not shown. */
export const names: readonly string[] = telling

/** Phone messages that careless code changes: also several lines, and line ends of every kind. */
export const templates: readonly string[] = [
  ...telling,
  '',
  'one\ntwo',
  'one\r\ntwo\r\n',
  '\n\nlast line\n',
  'x'.repeat(2000),
]

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.'),
  minLength: 1,
  maxLength: 60,
})
const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })

/** Random names of 1 to 128 characters. */
export const nameTexts: fc.Arbitrary<string> = fc
  .oneof(word, anyText)
  .filter((text) => [...text].length <= 128)

/** Random phone messages. */
export const templateTexts: fc.Arbitrary<string> = fc.oneof(word, anyText)
