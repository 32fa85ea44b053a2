// Decodes texts with nested encodings, and maps positions back to the original text.

export interface DecodedText {
  readonly text: string
  /** Returns the corresponding range of the original text. */
  span(start: number, end: number): Span
}

export type Span = readonly [start: number, end: number]

const depthMax = 4
const charactersMin = 4
const hexDigitsMin = 16
const base64CharactersMin = 11
// Shorter readable texts in decoded bytes can occur by chance.
const readableRun = /[\t\n\r -~]{8,}/g
// A test with this pattern is faster than `matchAll`. Most decoded bytes contain no readable text.
const holdsReadableRun = new RegExp(readableRun.source)

export function undecoded(text: string): DecodedText {
  return { text, span: (start, end) => [start, end] }
}

export function forEachDecoding(decoded: DecodedText, see: (decoded: DecodedText) => void): void {
  const visit = (one: DecodedText, depth: number): void => {
    see(one)
    if (depth === 0) return
    const next = (inner: DecodedText): void => visit(inner, depth - 1)
    readUnescaped(one, next)
    if (readUnbroken(one, (unbroken) => visit(unbroken, depth))) return
    readHex(one, next)
    readBase64(one, next)
  }
  visit(decoded, depthMax)
}

type Next = (decoded: DecodedText) => void

// JSON escapes, apostrophes in shell quotes, percent codes and character references.
const escapes =
  /\\u([\da-f]{4})|\\(["\\/bfnrt])|'\\''|'"(['\u2018-\u201b]+)"'|%([\da-f]{2})|&#(\d{1,7});|&#x([\da-f]{1,6});|&(quot|amp|lt|gt|apos);/gi
const named: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
const lettered: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

// A test with this pattern is faster than a replacement. Every escape starts with one of these alternatives.
const holdsEscape = /[\\%&]|'"/

function readUnescaped({ text, span }: DecodedText, next: Next): void {
  if (!holdsEscape.test(text)) return
  const plain = text.replace(escapes, characterOf)
  if (plain.length === text.length || plain.length < charactersMin) return
  next({ text: plain, span: spanThrough(span, () => escapesIn(text)) })
}

function escapesIn(text: string): Replacements {
  const found = new Replacements()
  for (const { 0: whole, index, ...groups } of text.matchAll(escapes)) {
    const character = characterOf(whole, ...(Object.values(groups).slice(0, 7) as string[]))
    found.add(index, index + whole.length, character.length)
  }
  return found
}

function characterOf(whole: string, ...groups: readonly (string | undefined)[]): string {
  const [unicode, letter, apostrophes, percent, decimal, hex, name] = groups
  if (letter !== undefined) return lettered[letter.toLowerCase()] ?? letter
  if (name !== undefined) return named[name.toLowerCase()] ?? ''
  if (apostrophes !== undefined) return apostrophes
  if (whole === "'\\''") return "'"
  const code = unicode ?? percent ?? hex
  const point = code === undefined ? Number(decimal) : Number.parseInt(code, 16)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}

/** Removes whitespace, because encoders insert line breaks. */
function readUnbroken({ text, span }: DecodedText, next: Next): boolean {
  if (!/\s/.test(text)) return false
  const unbroken = text.replace(/\s+/g, '')
  if (unbroken.length >= charactersMin)
    next({ text: unbroken, span: spanThrough(span, () => whitespaceIn(text)) })
  return true
}

function whitespaceIn(text: string): Replacements {
  const found = new Replacements()
  for (const { 0: blanks, index } of text.matchAll(/\s+/g)) found.add(index, index + blanks.length, 0)
  return found
}

class Replacements {
  readonly #from: number[] = []
  readonly #to: number[] = []
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  add(from: number, to: number, characters: number): void {
    const start = from - (this.#to.at(-1) ?? 0) + (this.#ends.at(-1) ?? 0)
    this.#from.push(from)
    this.#to.push(to)
    this.#starts.push(start)
    this.#ends.push(start + characters)
  }

  spanOf(at: number): Span {
    let [low, high] = [-1, this.#starts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const [from = 0, to = 0, end = 0] = low < 0 ? [] : [this.#from[low], this.#to[low], this.#ends[low]]
    if (at < end) return [from, to]
    return [to + at - end, to + at - end + 1]
  }
}

/** @param made returns the replacements; called only at the first use, because most spans are never used */
function spanThrough(outer: DecodedText['span'], made: () => Replacements): DecodedText['span'] {
  let replacements: Replacements | null = null
  return (start, end) => {
    replacements ??= made()
    return outer(replacements.spanOf(start)[0], replacements.spanOf(end - 1)[1])
  }
}

// The classes of every UTF-16 code unit, one bit for each class.
const classes = new Uint8Array(0x1_0000)
const [hexDigit, base64Character, first, second, third] = [1, 2, 4, 8, 16]
const classesBy: readonly (readonly [characterClass: number, pattern: RegExp])[] = [
  [hexDigit, /[\da-f]/i],
  [base64Character, /[\w+/-]/],
  // The top bit of an ASCII byte is zero, which limits the first three base64 characters of three bytes.
  [first, /[A-Za-f]/],
  [second, /[A-HQ-Xg-nw-z0-3]/],
  [third, /[ABEFIJMNQRUVYZcdghklopstwx014589]/],
]
for (const [characterClass, pattern] of classesBy)
  for (let code = 0; code < 0x80; code += 1)
    if (pattern.test(String.fromCharCode(code))) classes[code] = (classes[code] ?? 0) | characterClass

function isOfClass(text: string, at: number, characterClass: number): boolean {
  return ((classes[text.charCodeAt(at)] ?? 0) & characterClass) !== 0
}

function forEachRun(
  text: string,
  characterClass: number,
  charactersMin: number,
  see: (start: number, end: number) => void,
): void {
  let from = 0
  for (let probe = charactersMin - 1; probe < text.length; probe += charactersMin) {
    if (!isOfClass(text, probe, characterClass)) continue
    let start = probe
    while (start > from && isOfClass(text, start - 1, characterClass)) start -= 1
    let end = probe + 1
    while (end < text.length && isOfClass(text, end, characterClass)) end += 1
    if (end - start >= charactersMin) see(start, end)
    from = end
    probe = end
  }
}

function readHex(decoded: DecodedText, next: Next): void {
  const { text } = decoded
  forEachRun(text, hexDigit, hexDigitsMin, (start, end) => {
    for (const from of [start, start + 1]) {
      const bytes = Buffer.from(text.slice(from, end), 'hex')
      readBytes(bytes, decoded, (byte, behind) => [from + 2 * byte, from + 2 * behind], next)
    }
  })
}

function readBase64(decoded: DecodedText, next: Next): void {
  const { text } = decoded
  forEachRun(text, base64Character, base64CharactersMin, (start, end) => {
    if (holdsAscii(text, start, end)) readBase64Run(decoded, start, end, next)
  })
}

function readBase64Run(decoded: DecodedText, start: number, end: number, next: Next): void {
  // The first group of four base64 characters can start at any of four positions.
  for (const from of [start, start + 1, start + 2, start + 3]) {
    const bytes = Buffer.from(decoded.text.slice(from, end), 'base64')
    // The first base64 character of a byte can also contain bits of the previous byte.
    const place = (byte: number, behind: number): Span => [
      from + Math.floor((8 * byte) / 6),
      Math.min(from + Math.floor((8 * (behind - 1)) / 6) + 2, end),
    ]
    readBytes(bytes, decoded, place, next)
  }
}

/** Excludes most texts quickly. Eight ASCII bytes in base64 contain two consecutive full groups. */
function holdsAscii(text: string, start: number, end: number): boolean {
  const isGroup = (at: number): boolean =>
    isOfClass(text, at, first) && isOfClass(text, at + 1, second) && isOfClass(text, at + 2, third)
  for (let at = start; at + 8 <= end; at += 1) if (isGroup(at) && isGroup(at + 4)) return true
  return false
}

function readBytes(
  bytes: Buffer,
  { span }: DecodedText,
  place: (start: number, end: number) => Span,
  next: Next,
): void {
  const decoded = bytes.toString('latin1')
  if (!holdsReadableRun.test(decoded)) return
  for (const { 0: text, index } of decoded.matchAll(readableRun))
    next({ text, span: (start, end) => span(...place(index + start, index + end)) })
}
