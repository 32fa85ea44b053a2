// Masks secrets, and pieces of secrets, in all output and in any encoding.
import { copied } from './clip.ts'
import { type DecodedText, forEachDecoding, type Span, undecoded } from './decoded.ts'
import { ExactNumber } from './numbers/exact-number.ts'
import { redacted, Secret } from './secret.ts'
import { isOfWords, withoutShapes } from './secret-shape.ts'
import { uriEncoded } from './uri.ts'

/** A shorter secret is masked only as a whole. */
const pieceCharacters = 12
/** A mask for shorter values would hide ordinary words. */
const secretCharactersMin = 4
// Testing every ninth position is enough: every piece of a secret contains one of these positions.
const probeCharacters = 4
const probeEvery = pieceCharacters - probeCharacters + 1
// This number of bits causes few collisions, but the table still fits into the processor's cache.
const probeBits = 18
// Only short texts are cached, because most of them occur many times.
const rememberedMax = 4_096
const rememberedCharactersMax = 256
const partCharactersMax = 100

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
  /**
   * The longest secret comes first, because a secret within a longer secret would split the longer secret.
   */
  #whole: readonly string[] = []
  readonly #byPieces: boolean
  readonly #known = new Set<string>()
  readonly #short = new Set<string>()
  readonly #pieces = new Set<string>()
  /** A bit set of pieces that quickly excludes most positions of a text. */
  readonly #probes = new Uint8Array(1 << (probeBits - 3))
  #anyHoldsComma = false
  readonly #redacted = new Memory()
  readonly #parts = new Memory()

  constructor(pieces = true) {
    this.#byPieces = pieces
  }

  add(secret: Secret | string): void {
    const value = typeof secret === 'string' ? secret : secret.reveal()
    // A mask without pieces only finds leaks in responses. There, a single word can be a secret, too.
    const known = this.#byPieces ? isHideable(value) : value.length >= secretCharactersMin
    if (!known || this.#known.has(value)) return
    this.#known.add(value)
    this.#anyHoldsComma ||= value.includes(',')
    this.#redacted.clear()
    this.#parts.clear()
    const short = value.length < pieceCharacters
    if (short) this.#short.add(value)
    // Decoding finds only ASCII texts, so other secrets need each encoded form.
    if (short || !this.#byPieces || !/^[ -~]*$/.test(value))
      this.#whole = [...new Set([...this.#whole, ...formsOf(value)])].sort((a, b) => b.length - a.length)
    if (this.#byPieces) for (const text of decodingsOf(value)) this.#addPieces(text)
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

  get holdsAny(): boolean {
    return this.#known.size > 0
  }

  redact(text: string): string {
    if (text.length > rememberedCharactersMax) return withoutShapes(this.mask(text))
    return this.#redacted.get(text) ?? this.#redacted.set(text, withoutShapes(this.mask(text)))
  }

  mask(text: string): string {
    if (!this.holdsAny || text.length < secretCharactersMin) return text
    if (this.#anyHoldsComma || !text.includes(',')) return this.#partMasked(text)
    const parts = text.split(',')
    const shown = parts.map((part) => this.#partMasked(part))
    return shown.every((part, place) => part === parts[place]) ? text : shown.join(',')
  }

  // No encoding contains a comma, so texts between commas are independent.
  #partMasked(part: string): string {
    if (part.length < secretCharactersMin) return part
    if (part.length > partCharactersMax) return this.#masked(part)
    return this.#parts.get(part) ?? this.#parts.set(copied(part), this.#masked(part))
  }

  #masked(text: string): string {
    let masked = text
    // Faster than one regular expression with all forms.
    for (const form of this.#whole)
      if (form.length <= masked.length && masked.includes(form)) masked = masked.replaceAll(form, redacted)
    if (!this.#byPieces) return masked
    const spans: Span[] = []
    forEachDecoding(undecoded(masked), (decoded) => this.#find(decoded, spans))
    return without(masked, spans)
  }

  maskDeep<T>(value: T): T {
    if (typeof value === 'string') return this.mask(value) as T
    if (Array.isArray(value)) return value.map((item) => this.maskDeep(item)) as T
    if (value instanceof Secret) return redacted as T
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.mask(key), this.maskDeep(member)]),
    ) as T
  }

  #find(decoded: DecodedText, spans: Span[]): void {
    const { text } = decoded
    for (const secret of this.#short)
      for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length))
        spans.push(decoded.span(at, at + secret.length))
    let [from, to] = [0, 0]
    for (let probe = 0; probe + probeCharacters <= text.length; probe += probeEvery) {
      if (!this.#mayBePiece(probeAt(text, probe))) continue
      const first = Math.max(0, probe - probeEvery + 1)
      if (probe > to) {
        let start = first
        while (start <= probe && !this.#isPiece(text, start)) start += 1
        if (start > probe) continue
        if (start > to) {
          if (this.#givesAway(text, from, to)) spans.push(decoded.span(from, to))
          from = start
        }
        to = start + pieceCharacters
      }
      // Backwards, because the piece that starts last also ends last.
      for (let start = probe; start >= first && start + pieceCharacters > to; start -= 1)
        if (this.#isPiece(text, start)) to = start + pieceCharacters
    }
    if (this.#givesAway(text, from, to)) spans.push(decoded.span(from, to))
  }

  /**
   * A few whole words of a secret reveal nothing, except before "…": a shortened text can end within a word.
   */
  #givesAway(text: string, from: number, to: number): boolean {
    return to > from && (text[to] === '…' || !isOfWords(text.slice(from, to), this.#known))
  }

  #isPiece(text: string, start: number): boolean {
    return (
      this.#mayBePiece(probeAt(text, start)) &&
      this.#mayBePiece(probeAt(text, start + pieceCharacters - probeCharacters)) &&
      this.#pieces.has(text.slice(start, start + pieceCharacters))
    )
  }
}

/** Returns false if the mask would also hide unrelated text. */
export function isHideable(value: string): boolean {
  return value.length >= secretCharactersMin && !/^[a-z]{1,11}$/i.test(value)
}

// A closure would allocate memory at each call.
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

/** Returns the forms of a secret in a decoded text, for example with "+" instead of blanks. */
function decodingsOf(value: string): string[] {
  const bytes = Buffer.from(value).toString('latin1')
  return [
    ...new Set([value, bytes].flatMap((one) => [one, one.replaceAll(' ', '+'), one.replace(/\s+/g, '')])),
  ]
}

function formsOf(value: string): string[] {
  const url = uriEncoded(value)
  // URLSearchParams also encodes "~".
  const form = new URLSearchParams({ v: value }).toString().slice(2)
  const encoded = [url, url.replaceAll('%20', '+'), form, form.replaceAll('+', '%20')]
  const forms = [value, JSON.stringify(value).slice(1, -1), ...encoded, ...encoded.map(lowerCased)]
  // In a longer text, base64 of the secret can start at three offsets, and its ends depend on the surrounding
  // bytes.
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

function lowerCased(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())
}
