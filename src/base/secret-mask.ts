// The mask that every written byte passes: no piece of a secret that is worth having comes through, however it is encoded.
import { copied } from './clip.ts'
import { forEachReading, plainly, type Reading, type Span } from './decoded.ts'
import { ExactNumber } from './numbers/exact-number.ts'
import { redacted, Secret } from './secret.ts'
import { withoutShapes } from './secret-shape.ts'
import { uriEncoded } from './uri.ts'

/** A secret shorter than this is hidden where it stands whole between other characters; a piece of a longer one is, too. */
const pieceCharacters = 12
/** A shorter value would blank out ordinary words, and is no secret worth the name. */
const secretCharactersMin = 4
// Whatever a piece begins with, one of so many places in a row begins a probe within it.
const probeCharacters = 4
const probeEvery = pieceCharacters - probeCharacters + 1
// As many probes as hardly any two share one, in as few bytes as stay near the processor.
const probeBits = 18
// Most of what is redacted was before: headers, addresses, reasons, members of bodies.
const rememberedMax = 4_096
const rememberedCharactersMax = 256
// What is longer, between two commas, seldom comes again.
const partCharactersMax = 100

/** What became of texts. Bounded. */
class Memory {
  readonly #of = new Map<string, string>()

  get(text: string): string | undefined {
    return this.#of.get(text)
  }

  set(text: string, shown: string): string {
    if (this.#of.size >= rememberedMax) this.#of.clear()
    this.#of.set(text, shown)
    return shown
  }

  clear(): void {
    this.#of.clear()
  }
}

export class SecretMask {
  /** Secrets that no piece tells, in the spellings in which they travel, longest first, so that none is cut by one that it contains. */
  #whole: readonly string[] = []
  readonly #byPieces: boolean
  readonly #known = new Set<string>()
  /** Those of them that are too short for pieces. */
  readonly #short = new Set<string>()
  readonly #pieces = new Set<string>()
  /** Which probes stand in a piece, so that most of a text is never looked at closely. */
  readonly #probes = new Uint8Array(1 << (probeBits - 3))
  /** Whether a known secret has a comma. */
  #anyHoldsComma = false
  readonly #redacted = new Memory()
  readonly #parts = new Memory()

  /** @param pieces whether pieces of a secret are known as well as the whole */
  constructor(pieces = true) {
    this.#byPieces = pieces
  }

  /** Makes `value` unprintable from now on, whole and in pieces of twelve characters, in every common encoding. */
  add(secret: Secret | string): void {
    const value = typeof secret === 'string' ? secret : secret.reveal()
    // What is looked for in an answer may be a word; what would be hidden wherever it stands may not.
    const known = this.#byPieces ? isHideable(value) : value.length >= secretCharactersMin
    if (!known || this.#known.has(value)) return
    this.#known.add(value)
    this.#anyHoldsComma ||= value.includes(',')
    this.#redacted.clear()
    this.#parts.clear()
    const short = value.length < pieceCharacters
    if (short) this.#short.add(value)
    // Of encoded bytes only ASCII is read.
    if (short || !this.#byPieces || !/^[ -~]*$/.test(value))
      this.#whole = [...new Set([...this.#whole, ...formsOf(value)])].sort((a, b) => b.length - a.length)
    if (this.#byPieces) for (const reading of readingsOf(value)) this.#addPieces(reading)
  }

  #addPieces(form: string): void {
    for (let start = 0; start + pieceCharacters <= form.length; start += 1)
      this.#pieces.add(form.slice(start, start + pieceCharacters))
    for (let start = 0; start + probeCharacters <= form.length; start += 1)
      this.#addProbe(probeAt(form, start))
  }

  #addProbe(probe: number): void {
    this.#probes[probe >> 3] = (this.#probes[probe >> 3] ?? 0) | (1 << (probe & 7))
  }

  #mayBePiece(probe: number): boolean {
    return (((this.#probes[probe >> 3] ?? 0) >> (probe & 7)) & 1) === 1
  }

  /** Whether it knows any secret. */
  get holdsAny(): boolean {
    return this.#known.size > 0
  }

  /** `text` without what the mask knows, and without what has the shape of a secret or stands where one does. */
  redact(text: string): string {
    if (text.length > rememberedCharactersMax) return withoutShapes(this.mask(text))
    return this.#redacted.get(text) ?? this.#redacted.set(text, withoutShapes(this.mask(text)))
  }

  /** `text` with every piece of a known secret, in whatever encoding, replaced by "[redacted]". */
  mask(text: string): string {
    if (!this.holdsAny || text.length < secretCharactersMin) return text
    if (this.#anyHoldsComma || !text.includes(',')) return this.#partMasked(text)
    const parts = text.split(',')
    const shown = parts.map((part) => this.#partMasked(part))
    return shown.every((part, place) => part === parts[place]) ? text : shown.join(',')
  }

  // No escape holds a comma, and nothing that is encoded: what stands between two of them is looked at by itself. Most of it
  // stands in most bodies.
  #partMasked(part: string): string {
    if (part.length < secretCharactersMin) return part
    if (part.length > partCharactersMax) return this.#masked(part)
    return this.#parts.get(part) ?? this.#parts.set(copied(part), this.#masked(part))
  }

  #masked(text: string): string {
    let masked = text
    // Looking for each form is faster than one large alternation: almost no text holds any.
    for (const form of this.#whole)
      if (form.length <= masked.length && masked.includes(form)) masked = masked.replaceAll(form, redacted)
    if (!this.#byPieces) return masked
    const spans: Span[] = []
    forEachReading(plainly(masked), (reading) => this.#find(reading, spans))
    return without(masked, spans)
  }

  /** A copy of a JSON-like value with every string in it, member names included, masked. */
  maskDeep<T>(value: T): T {
    if (typeof value === 'string') return this.mask(value) as T
    if (Array.isArray(value)) return value.map((item) => this.maskDeep(item)) as T
    if (value instanceof Secret) return redacted as T
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.mask(key), this.maskDeep(member)]),
    ) as T
  }

  #find(reading: Reading, spans: Span[]): void {
    const { text } = reading
    for (const secret of this.#short)
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
        spans.push(reading.span(at, at + secret.length))
    // Pieces that overlap are one span.
    let [from, to] = [0, 0]
    for (let probe = 0; probe + probeCharacters <= text.length; probe += probeEvery) {
      if (!this.#mayBePiece(probeAt(text, probe))) continue
      const first = Math.max(0, probe - probeEvery + 1)
      if (probe > to) {
        let start = first
        while (start <= probe && !this.#isPiece(text, start)) start += 1
        if (start > probe) continue
        if (start > to) {
          if (to > from) spans.push(reading.span(from, to))
          from = start
        }
        to = start + pieceCharacters
      }
      // The last piece around the probe tells as much as all before it.
      for (let start = probe; start >= first && start + pieceCharacters > to; start -= 1)
        if (this.#isPiece(text, start)) to = start + pieceCharacters
    }
    if (to > from) spans.push(reading.span(from, to))
  }

  #isPiece(text: string, start: number): boolean {
    return (
      this.#mayBePiece(probeAt(text, start)) &&
      this.#mayBePiece(probeAt(text, start + pieceCharacters - probeCharacters)) &&
      this.#pieces.has(text.slice(start, start + pieceCharacters))
    )
  }
}

/** Whether `value` can be hidden: a word or less would blank out all that contains it. */
export function isHideable(value: string): boolean {
  return value.length >= secretCharactersMin && !/^[a-z]{1,11}$/i.test(value)
}

// Asked for some ten thousand places in a second: a closure here was a tenth of all that a run allocates.
function probeAt(text: string, start: number): number {
  return (
    (text.charCodeAt(start) ^
      (text.charCodeAt(start + 1) << 4) ^
      (text.charCodeAt(start + 2) << 8) ^
      (text.charCodeAt(start + 3) << 12)) &
    ((1 << probeBits) - 1)
  )
}

function without(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text
  const parts: string[] = []
  let kept = 0
  for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (start > kept || (start === kept && parts.at(-1) !== redacted))
      parts.push(text.slice(kept, start), redacted)
    kept = Math.max(kept, end)
  }
  parts.push(text.slice(kept))
  return parts.join('')
}

/** How a value looks where all else is decoded: bytes one by one, in a form's blanks, without what blanks it holds. */
function readingsOf(value: string): string[] {
  const bytes = Buffer.from(value).toString('latin1')
  return [
    ...new Set([value, bytes].flatMap((one) => [one, one.replaceAll(' ', '+'), one.replace(/\s+/g, '')])),
  ]
}

function formsOf(value: string): string[] {
  const url = uriEncoded(value)
  // Forms encode more than URLs do (application/x-www-form-urlencoded), among it the "~" that tokens may hold.
  const form = new URLSearchParams({ v: value }).toString().slice(2)
  const encoded = [url, url.replaceAll('%20', '+'), form, form.replaceAll('+', '%20')]
  const forms = [value, JSON.stringify(value).slice(1, -1), ...encoded, ...encoded.map(lowerCased)]
  // Base64 of a longer text that contains the value: the value may start at any of three offsets, and the
  // characters at both ends mix with its neighbours, so only those in between are sure to appear.
  for (const lead of [0, 1, 2]) {
    const bytes = Buffer.from('\0'.repeat(lead) + value)
    const sure = bytes
      .toString('base64')
      .replaceAll('=', '')
      .slice(lead === 0 ? 0 : lead + 1, bytes.length % 3 === 0 ? undefined : -1)
    if (sure.length >= 8) forms.push(sure, sure.replaceAll('+', '-').replaceAll('/', '_'))
  }
  return forms
}

// Escapes mean the same in either case.
function lowerCased(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}
