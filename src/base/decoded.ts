// Decoded readings of a text, each of which knows where in the text that was written it comes from.

/** A text as somebody may read it. */
export interface Reading {
  readonly text: string
  /** Where the characters `start` up to `end` of it stand in the text that was written. Asked of few readings, so worked out late. */
  span(start: number, end: number): Span
}

/** Start and end of a part of a text. */
export type Span = readonly [start: number, end: number]

// So many encodings around each other are undone, and so many line breaks among them.
const depthMax = 4
// A shorter run of an encoding holds nothing worth hiding.
const hexRun = /[\da-f]{16,}/gi
const base64Run = /[\w+/-]{11,}/g
// What decodes to less readable text in a row is no encoded text.
const readableRun = /[\t\n\r -~]{8,}/g
const readableMin = 8
// Asked first, as most texts hold none, and to look for all of them costs more.
const holdsHexRun = new RegExp(hexRun.source, 'i')
const holdsReadableRun = new RegExp(readableRun.source)
// Eight bytes of ASCII hold six that are written as two groups of four characters, and of each of the three bytes in a
// group the highest bit is 0: so is one bit of the first, of the second and of the third character.
const holdsAscii = /(?:[A-Za-f][A-HQ-Xg-nw-z0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\w+/-]){2}/

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
    readUnbroken(one, next)
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
  if (plain.length === text.length || plain.length < readableMin) return
  let places: Places | null = null
  next({
    text: plain,
    span(start, end) {
      places ??= placesOf(text, plain.length)
      return span(places.from[start] ?? 0, places.to[end - 1] ?? text.length)
    },
  })
}

/** Where each character of a text begins and ends in the text that it was read from. */
interface Places {
  readonly from: Uint32Array
  readonly to: Uint32Array
}

function placesOf(text: string, length: number): Places {
  const [from, to] = [new Uint32Array(length), new Uint32Array(length)]
  let next = 0
  let kept = 0
  const place = (start: number, end: number): void => {
    from[next] = start
    to[next] = end
    next += 1
  }
  const keep = (end: number): void => {
    for (; kept < end; kept += 1) place(kept, kept + 1)
  }
  for (const { 0: whole, index, ...groups } of text.matchAll(escapes)) {
    keep(index)
    kept = index + whole.length
    const character = characterOf(whole, ...(Object.values(groups).slice(0, 7) as string[]))
    for (let unit = 0; unit < character.length; unit += 1) place(index, kept)
  }
  keep(text.length)
  return { from, to }
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

/** Without blanks and line breaks, which encoders put in, and which may be put in by whoever wants to hide something. */
function readUnbroken({ text, span }: Reading, next: Next): void {
  if (!/\s/.test(text)) return
  const unbroken = text.replace(/\s+/g, '')
  if (unbroken.length === text.length || unbroken.length < readableMin) return
  let places: Uint32Array | null = null
  next({
    text: unbroken,
    span(start, end) {
      places ??= placesOfUnbroken(text, unbroken.length)
      return span(places[start] ?? 0, (places[end - 1] ?? 0) + 1)
    },
  })
}

function placesOfUnbroken(text: string, length: number): Uint32Array {
  const places = new Uint32Array(length)
  let next = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    // Between these is none of what a pattern takes for a blank.
    if ((code > 0x20 && code < 0xa0) || !/\s/.test(text.charAt(index))) places[next++] = index
  }
  return places
}

function readHex(reading: Reading, next: Next): void {
  if (!holdsHexRun.test(reading.text)) return
  for (const { 0: run, index } of reading.text.matchAll(hexRun))
    for (const offset of [0, 1]) {
      const bytes = Buffer.from(run.slice(offset), 'hex')
      const first = index + offset
      readBytes(bytes, reading, (start, end) => [first + 2 * start, first + 2 * end], next)
    }
}

function readBase64(reading: Reading, next: Next): void {
  if (!holdsAscii.test(reading.text)) return
  for (const { 0: run, index } of reading.text.matchAll(base64Run)) {
    if (!holdsAscii.test(run)) continue
    // Where four characters begin that stand for three bytes is not known, as the run may begin with something else.
    for (const offset of [0, 1, 2, 3]) {
      const bytes = Buffer.from(run.slice(offset), 'base64')
      const first = index + offset
      // A byte stands in two characters, the first of which may hold the end of the byte before.
      const place = (start: number, end: number): Span => [
        first + Math.floor((8 * start) / 6),
        Math.min(first + Math.floor((8 * (end - 1)) / 6) + 2, index + run.length),
      ]
      readBytes(bytes, reading, place, next)
    }
  }
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
