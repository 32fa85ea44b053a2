// Secrets: a type that prints as [redacted], and the mask that every written byte passes.
import { inspect } from 'node:util'

const redacted = '[redacted]'

/** A value that no log, report or error may show. It prints, inspects and serialises as "[redacted]". */
export class Secret {
  readonly #value: string
  constructor(value: string) {
    this.#value = value
  }
  /** The value itself; call it only where the value goes onto the wire. */
  reveal(): string {
    return this.#value
  }
  toString(): string {
    return redacted
  }
  toJSON(): string {
    return redacted
  }
  [inspect.custom](): string {
    return redacted
  }
}

// A shorter value would blank out ordinary words, and is no secret worth the name.
const secretCharactersMin = 4

/** Replaces the values it knows, in the encodings in which they travel, in whatever is about to be written. */
export class SecretMask {
  // Longest first, so that no form is cut by a shorter one that it contains.
  #forms: readonly string[] = []

  /** Makes `value` unprintable from now on: plain, JSON-escaped, URL-, form-, base64- and base64url-encoded. */
  add(secret: Secret | string): void {
    const value = typeof secret === 'string' ? secret : secret.reveal()
    if (value.length < secretCharactersMin || this.#forms.includes(value)) return
    this.#forms = [...new Set([...this.#forms, ...formsOf(value)])].sort((a, b) => b.length - a.length)
  }

  /** Whether it knows any secret. */
  get holdsAny(): boolean {
    return this.#forms.length > 0
  }

  /** `text` with every known secret replaced by "[redacted]". */
  mask(text: string): string {
    let masked = text
    // Looking for each form is faster than one large alternation: almost no text holds any.
    for (const form of this.#forms)
      if (form.length <= masked.length && masked.includes(form)) masked = masked.replaceAll(form, redacted)
    return masked
  }

  /** A copy of a JSON-like value with every string in it, member names included, masked. */
  maskDeep<T>(value: T): T {
    if (typeof value === 'string') return this.mask(value) as T
    if (Array.isArray(value)) return value.map((item) => this.maskDeep(item)) as T
    if (value instanceof Secret) return redacted as T
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => [this.mask(key), this.maskDeep(member)]),
    ) as T
  }
}

function formsOf(value: string): string[] {
  const url = encodeURIComponent(value)
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
