// Decoded readings of a text, each character with the place in the text that it comes from.

/** A text as somebody may read it. Character `i` of it stands at `from[i]` up to `to[i]` of the text that was written. */
export interface Reading {
  readonly text: string
  readonly from: ArrayLike<number>
  readonly to: ArrayLike<number>
}

// So many encodings around each other are undone, and so many line breaks among them.
const depthMax = 4
// A shorter run of an encoding holds nothing worth hiding.
const hexRun = /[\da-f]{16,}/gi
const base64Run = /[\w+/-]{11,}/g
// What decodes to less readable text in a row is no encoded text.
const readableMin = 8

/** The text as it stands. */
export function plainly(text: string): Reading {
  const from = Uint32Array.from({ length: text.length }, (_, index) => index)
  return { text, from, to: from.map((index) => index + 1) }
}

/** Calls `see` with the reading and with all that it may be an encoding of. */
export function forEachReading(reading: Reading, see: (reading: Reading) => void): void {
  const visit = (one: Reading, depth: number): void => {
    see(one)
    if (depth === 0) return
    for (const next of [unescaped(one), unbroken(one), ...fromHex(one), ...fromBase64(one)])
      if (next !== null && next.text.length >= readableMin) visit(next, depth - 1)
  }
  visit(reading, depthMax)
}

// JSON escapes, a shell's quoted apostrophe, percent codes and character references, whichever of them stand there.
const escapes =
  /\\u([\da-f]{4})|\\(["\\/bfnrt])|'\\''|%([\da-f]{2})|&#(\d{1,7});|&#x([\da-f]{1,6});|&(quot|amp|lt|gt|apos);/gi
const named: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'" }
const lettered: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

function unescaped({ text, from, to }: Reading): Reading | null {
  if (!/[\\%&']/.test(text)) return null
  const parts: string[] = []
  const [starts, ends]: [number[], number[]] = [[], []]
  let kept = 0
  const keep = (end: number): void => {
    parts.push(text.slice(kept, end))
    for (let index = kept; index < end; index += 1) {
      starts.push(from[index] ?? 0)
      ends.push(to[index] ?? 0)
    }
  }
  for (const match of text.matchAll(escapes)) {
    const [whole, unicode, letter, percent, decimal, hex, name] = match
    const code = unicode ?? percent ?? hex
    const point = code === undefined ? Number(decimal) : Number.parseInt(code, 16)
    const character =
      letter !== undefined
        ? (lettered[letter] ?? letter)
        : name !== undefined
          ? (named[name.toLowerCase()] ?? '')
          : whole === "'\\''"
            ? "'"
            : point <= 0x10ffff
              ? String.fromCodePoint(point)
              : ''
    keep(match.index)
    parts.push(character)
    for (let index = 0; index < character.length; index += 1) {
      starts.push(from[match.index] ?? 0)
      ends.push(to[match.index + whole.length - 1] ?? 0)
    }
    kept = match.index + whole.length
  }
  if (kept === 0) return null
  keep(text.length)
  return { text: parts.join(''), from: starts, to: ends }
}

/** Without blanks and line breaks, which encoders put in, and which may be put in by whoever wants to hide something. */
function unbroken({ text, from, to }: Reading): Reading | null {
  if (!/\s/.test(text)) return null
  const [starts, ends]: [number[], number[]] = [[], []]
  // Word by word, as a text may be long and each match costs.
  for (const { 0: word, index } of text.matchAll(/\S+/g))
    for (let at = index; at < index + word.length; at += 1) {
      starts.push(from[at] ?? 0)
      ends.push(to[at] ?? 0)
    }
  return { text: text.replace(/\s+/g, ''), from: starts, to: ends }
}

function fromHex(reading: Reading): Reading[] {
  return [...reading.text.matchAll(hexRun)].flatMap(({ 0: run, index }) =>
    [0, 1].flatMap((offset) => {
      const bytes = Buffer.from(run.slice(offset, run.length - ((run.length - offset) % 2)), 'hex')
      return readable(bytes, (byte) => index + offset + 2 * byte, 2, reading)
    }),
  )
}

function fromBase64(reading: Reading): Reading[] {
  return [...reading.text.matchAll(base64Run)].flatMap(({ 0: run, index }) =>
    // Where four characters begin that stand for three bytes is not known, as the run may begin with something else.
    [0, 1, 2, 3].flatMap((offset) => {
      const bytes = Buffer.from(run.slice(offset), 'base64')
      return readable(bytes, (byte) => index + offset + Math.floor((8 * byte) / 6), 2, reading)
    }),
  )
}

/** The readable stretches of what was decoded. @param place of a byte's first character, of `width` characters */
function readable(
  bytes: Buffer,
  place: (byte: number) => number,
  width: number,
  { from, to }: Reading,
): Reading[] {
  return [...bytes.toString('latin1').matchAll(/[\t\n\r -~]{8,}/g)].map(({ 0: text, index }) => {
    const places = Array.from({ length: text.length }, (_, offset) => place(index + offset))
    return {
      text,
      from: places.map((at) => from[at] ?? 0),
      to: places.map((at) => to[Math.min(at + width, to.length) - 1] ?? 0),
    }
  })
}
