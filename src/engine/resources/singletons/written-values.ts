// Recognises values that the run wrote into a singleton.

import { LatestMap } from '../../../base/collections/latest-map.ts'
import { isObject, type Json } from '../../../base/json.ts'
import { digestOf } from '../../ledger/ledger-entry.ts'

const recentMax = 50
// A shorter text may equal another client's text by chance.
const tellingCharactersMin = 8

export class WrittenValues {
  readonly #marker: string
  /** Includes the values of a killed process of the run. */
  readonly #digests = new Set<string>()
  readonly #recent = new LatestMap<string, string>(recentMax)

  constructor(marker: string) {
    this.#marker = marker
  }

  get size(): number {
    return this.#digests.size
  }

  adopt(digests: readonly string[]): void {
    for (const digest of digests) this.#digests.add(digest)
  }

  /** @returns digests of the values that are new and do not contain the marker */
  note(values: readonly Json[]): readonly string[] {
    const texts = values.map(textOf)
    for (const text of texts) this.#recent.set(digestOf(text), text)
    const fresh = texts.filter((text) => !this.#has(text)).map(digestOf)
    this.adopt(fresh)
    return fresh
  }

  /** Returns true for a written value, and for any value that contains the marker. */
  has(value: Json | undefined): boolean {
    return this.#has(textOf(value))
  }

  /** Returns true if the value has the letters and digits of a written value, for example in upper case. */
  isSpeltOtherwise(value: Json | undefined): boolean {
    return this.#some(value, (stored, sent) => stored.length >= tellingCharactersMin && stored === sent)
  }

  mayBeMadeOf(value: Json | undefined): boolean {
    return this.#some(
      value,
      (stored, sent) =>
        sent.includes(stored) || (sent.length >= tellingCharactersMin && stored.includes(sent)),
    )
  }

  #has(text: string): boolean {
    return this.#digests.has(digestOf(text)) || text.includes(this.#marker)
  }

  #some(value: Json | undefined, matches: (stored: string, sent: string) => boolean): boolean {
    const stored = essencesOf(textOf(value))
    return [...this.#recent.values()].some((sent) =>
      essencesOf(sent).some((one, index) => matches(stored[index] ?? '', one)),
    )
  }
}

function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value ?? null, (_, inner: Json) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

// A tenant that alters a text usually keeps its letters and digits, but may add escapes such as `&amp;`.
function essencesOf(text: string): readonly string[] {
  const unescaped = text.replace(/&#?\w{1,8};|%[\da-f]{2}|\\u[\da-f]{4}/gi, '')
  return [text, unescaped].map((one) =>
    one
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
}
