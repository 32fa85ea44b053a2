// Decoded readings of a text, each of which knows where in the text that was written it comes from.

/** A text as somebody may read it. */
export interface Reading {
  readonly text: string
  /** Where the characters `start` up to `end` of it stand in the text that was written. Asked of few readings, so worked out late. */
  span(start: number, end: number): Span
}

/** Start and end of a part of a text. */
export type Span = readonly [start: number, end: number]

// So many encodings around each other are undone.
const depthMax = 4
// A shorter text holds nothing worth hiding.
const charactersMin = 4
// A shorter run of an encoding holds nothing worth hiding.
const hexDigitsMin = 16
const base64CharactersMin = 11
// What decodes to less readable text in a row is no encoded text.
const readableRun = /[\t\n\r -~]{8,}/g
// Asked first, as most texts hold none, and to look for all of them costs more.
const holdsReadableRun = new RegExp(readableRun.source)

/** The text as it stands. */
export function plainly(text: string): Reading {
  return { text, span: (start, end) => [start, end] }
}

/** Calls `see` with the reading and with all that it may be an encoding of. */
export function forEachReading(reading: Reading, see: (reading: Reading) => void): void {
  const visit = (one: Reading, depth: number): void => {
    see(one)
    if (depth === 0) return
    const next = (inner: Reading): void => visit(inner, depth - 1)
    readUnescaped(one, next)
    // Whatever is encoded between two breaks is so where there are none, too.
    if (readUnbroken(one, (unbroken) => visit(unbroken, depth))) return
    readHex(one, next)
    readBase64(one, next)
  }
  visit(reading, depthMax)
}

type Next = (reading: Reading) => void

// JSON escapes, a shell's quoted apostrophes (as shell.ts writes them, and as others do), percent codes and character references, whichever of them stand there.
const escapes =
  /\\u([\da-f]{4})|\\(["\\/bfnrt])|'\\''|'"(['\u2018-\u201b]+)"'|%([\da-f]{2})|&#(\d{1,7});|&#x([\da-f]{1,6});|&(quot|amp|lt|gt|apos);/gi
const named: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
const lettered: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

// What any of them begins with; a quoted body has none of it.
const holdsEscape = /[\\%&]|'"/

function readUnescaped({ text, span }: Reading, next: Next): void {
  if (!holdsEscape.test(text)) return
  const plain = text.replace(escapes, characterOf)
  if (plain.length === text.length || plain.length < charactersMin) return
  next({ text: plain, span: spanThrough(span, () => partsUnescaped(text)) })
}

function partsUnescaped(text: string): Parts {
  const parts = new Parts()
  for (const { 0: whole, index, ...groups } of text.matchAll(escapes)) {
    const character = characterOf(whole, ...(Object.values(groups).slice(0, 7) as string[]))
    parts.add(index, index + whole.length, character.length)
  }
  return parts
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

/**
 * Without blanks and line breaks, which encoders put in, and which may be put in by whoever wants to hide something.
 * @returns whether there are any
 */
function readUnbroken({ text, span }: Reading, next: Next): boolean {
  if (!/\s/.test(text)) return false
  const unbroken = text.replace(/\s+/g, '')
  if (unbroken.length >= charactersMin)
    next({ text: unbroken, span: spanThrough(span, () => partsUnbroken(text)) })
  return true
}

function partsUnbroken(text: string): Parts {
  const parts = new Parts()
  for (const { 0: blanks, index } of text.matchAll(/\s+/g)) parts.add(index, index + blanks.length, 0)
  return parts
}

/** Parts of a text that a reading of it has something else for. */
class Parts {
  readonly #from: number[] = []
  readonly #to: number[] = []
  /** Where what it has for them begins and ends. */
  readonly #starts: number[] = []
  readonly #ends: number[] = []

  /** One behind all others: from `from` up to `to` in the text, so many characters in the reading. */
  add(from: number, to: number, characters: number): void {
    const start = from - (this.#to.at(-1) ?? 0) + (this.#ends.at(-1) ?? 0)
    this.#from.push(from)
    this.#to.push(to)
    this.#starts.push(start)
    this.#ends.push(start + characters)
  }

  /** Where a character of the reading stands in the text. */
  place(at: number): Span {
    // The last one that begins there or before.
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

/** The place, through a reading of a reading. @param made works the parts out, when they are first asked for */
function spanThrough(outer: Reading['span'], made: () => Parts): Reading['span'] {
  let parts: Parts | null = null
  return (start, end) => {
    parts ??= made()
    return outer(parts.place(start)[0], parts.place(end - 1)[1])
  }
}

// What a code unit may be a part of, by its code: a bit for each. As long as there are codes, so that none is looked up beyond it.
const parts = new Uint8Array(0x1_0000)
const [hexDigit, base64Character, first, second, third] = [1, 2, 4, 8, 16]
const partsBy: readonly (readonly [part: number, pattern: RegExp])[] = [
  [hexDigit, /[\da-f]/i],
  [base64Character, /[\w+/-]/],
  // Of each of the three bytes of ASCII in a group of four characters of base64 the highest bit is 0: so is one bit of the first, of the
  // second and of the third character.
  [first, /[A-Za-f]/],
  [second, /[A-HQ-Xg-nw-z0-3]/],
  [third, /[ABEFIJMNQRUVYZcdghklopstwx014589]/],
]
for (const [part, pattern] of partsBy)
  for (let code = 0; code < 0x80; code += 1)
    if (pattern.test(String.fromCharCode(code))) parts[code] = (parts[code] ?? 0) | part

function isPart(text: string, at: number, part: number): boolean {
  return ((parts[text.charCodeAt(at)] ?? 0) & part) !== 0
}

/**
 * Calls `see` with each run of at least so many characters of one kind. One of any so many in a row stands at a multiple of that
 * number: the others are not looked at.
 */
function forEachRun(
  text: string,
  part: number,
  charactersMin: number,
  see: (start: number, end: number) => void,
): void {
  let from = 0
  for (let probe = charactersMin - 1; probe < text.length; probe += charactersMin) {
    if (!isPart(text, probe, part)) continue
    let start = probe
    while (start > from && isPart(text, start - 1, part)) start -= 1
    let end = probe + 1
    while (end < text.length && isPart(text, end, part)) end += 1
    if (end - start >= charactersMin) see(start, end)
    // No run contains what ends this one.
    from = end
    probe = end
  }
}

function readHex(reading: Reading, next: Next): void {
  const { text } = reading
  forEachRun(text, hexDigit, hexDigitsMin, (start, end) => {
    for (const from of [start, start + 1]) {
      const bytes = Buffer.from(text.slice(from, end), 'hex')
      readBytes(bytes, reading, (byte, behind) => [from + 2 * byte, from + 2 * behind], next)
    }
  })
}

function readBase64(reading: Reading, next: Next): void {
  const { text } = reading
  forEachRun(text, base64Character, base64CharactersMin, (start, end) => {
    if (holdsAscii(text, start, end)) readBase64Run(reading, start, end, next)
  })
}

function readBase64Run(reading: Reading, start: number, end: number, next: Next): void {
  // Where four characters begin that stand for three bytes is not known, as the run may begin with something else.
  for (const from of [start, start + 1, start + 2, start + 3]) {
    const bytes = Buffer.from(reading.text.slice(from, end), 'base64')
    // A byte stands in two characters, the first of which may hold the end of the byte before.
    const place = (byte: number, behind: number): Span => [
      from + Math.floor((8 * byte) / 6),
      Math.min(from + Math.floor((8 * (behind - 1)) / 6) + 2, end),
    ]
    readBytes(bytes, reading, place, next)
  }
}

/** Whether eight bytes of ASCII may be encoded in a run: they hold six that are written as two groups of four characters. */
function holdsAscii(text: string, start: number, end: number): boolean {
  const isGroup = (at: number): boolean =>
    isPart(text, at, first) && isPart(text, at + 1, second) && isPart(text, at + 2, third)
  for (let at = start; at + 8 <= end; at += 1) if (isGroup(at) && isGroup(at + 4)) return true
  return false
}

/** The readable stretches of what was decoded. @param place of some of the bytes in the text that was decoded */
function readBytes(
  bytes: Buffer,
  { span }: Reading,
  place: (start: number, end: number) => Span,
  next: Next,
): void {
  const decoded = bytes.toString('latin1')
  if (!holdsReadableRun.test(decoded)) return
  for (const { 0: text, index } of decoded.matchAll(readableRun))
    next({ text, span: (start, end) => span(...place(index + start, index + end)) })
}
