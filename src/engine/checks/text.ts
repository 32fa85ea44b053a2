// Texts that careless servers change, for example by escaping or trimming.
import fc from 'fast-check'

// Escaping, rendering, substituting, re-encoding or splitting would change these texts.
const tricky = [
  '<b>bold</b> & "quoted" \'text\'',
  '&lt;already&gt; &amp;escaped&amp; &#39; &eacute;',
  '100%25 %41 %2F+plus',
  'back\\slash \\u0041 \\x41 \\n \\1 \\0 \\\\',
  '{{code}} {{code}} {{ code }} {{tenant.friendly_name}} {{unknown}} {{{code}}} }}{{',
  '\u0024{code} #{code} @{code} {0} {} {% code %} <%= code %> [[code]]',
  "$& $1 $$ $` $' $<name> $0 price$",
  '%s %d %1$s %n %(name)s',
  '`id` $(id) ; | > ~ * ?',
  "Robert'); DROP TABLE users;-- it''s",
  '../../etc/passwd C:\\temp\\new //host',
  'CaSe iS kePt',
  'tags <script>alert(1)</script> <a href="x">y</a> <!-- no comment -->',
  'a, b; c: d | e = f # g',
  '\u201csmart\u201d \u2018quotes\u2019 \u2013 \u2014 dashes \u20ac \u00b0',
  'עברית وعربية',
  '🙂 astral 𐍈',
  '漢字とかな ไทย привет',
  'stra\u00dfe \u0131I \u00e6\u00f8 \u0142',
  'see https://link.example/a?b=c&d=e#f or www.link.example',
  // An invalid escape may stop a decoder, so the valid escapes are in other texts.
  'escapes %zz 50%% and %',
]

// Careless code converts these values to another type, but only if the text is the entire value.
const whole = [
  'null',
  'true',
  '0',
  '0123',
  '1e3',
  '1.0',
  '12345678901234567890',
  '2024-01-01',
  '{"a":1}',
  '{"b":[1]}',
  '[]',
  '"quoted"',
  '=1+1',
  'undefined',
  '__proto__',
  'constructor',
]

// Servers and editors may trim or normalise these texts, so some characters are escapes.
const delicate = [
  'two  spaces\tand a tab',
  'caf\u00e9 in composed form',
  'cafe\u0301 in decomposed form',
  '\u212bngstr\u00f6m sign, \ufb01 ligature, \u2026 \u2122 \u00bd',
  '\u0130stanbul',
  '\u{1d4b3} \u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  'to the\u200f right\u200e\u202e and\u202c left',
  'non\u200cjoined zero\u200bwidth soft\u00adhyphen',
  'no\u00a0break wide\u3000space thin\u2009space',
  'mark\ufeffinside \ufdfa',
  'bell\u0007 escape\u001b delete\u007f',
]

// Texts with white space at the edges, or with NUL. A tenant may refuse these texts.
const edged = [
  ' led and followed by spaces ',
  '\n\tlines and tabs \u00a0\r\n',
  '\ufeffled by a mark\u200b',
  'nul \u0000 inside',
]

// Half of a surrogate pair. RFC 8259, 8.2, calls the behaviour of receivers unpredictable, so a tenant may
// refuse it.
const barely = ['half \ud800 of a pair']

export const trickyTexts: readonly string[] = tricky

export const wholeTexts: readonly string[] = whole

export const delicateTexts: readonly string[] = delicate

export const edgedTexts: readonly string[] = edged

/** A tenant may refuse these texts, or store any value in their place. */
export const barelyTexts: readonly string[] = barely

export const linedTexts: readonly string[] = [
  'one\ntwo',
  'one\r\ntwo',
  'return\rnext\u0085line\u2028paragraph\u2029end\u000bform\u000cfeed',
]

const wordCharacters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -_.'

const normalForms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

/** Returns true if trimming and normalisation do not change the text (Unicode, UAX #15). */
export function isPlain(text: string): boolean {
  return (
    normalForms.every((form) => text === text.normalize(form)) &&
    text === text.trim().replace(/\s+/g, ' ') &&
    !/[\p{Cf}\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
  )
}

export function plainTexts(charactersMax = Number.POSITIVE_INFINITY): fc.Arbitrary<string> {
  const word = fc.string({ unit: fc.constantFrom(...wordCharacters), minLength: 1, maxLength: 60 })
  const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  return fc.oneof(word, anyText).filter((text) => isPlain(text) && [...text].length <= charactersMax)
}
