// What a run has written into a resource of which there is one: whether a value that stands there came from it.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { isObject, type Json } from '../../base/json.ts'
import { digestOf } from '../ledger/ledger-entry.ts'

// Values of which one may be what a tenant made its own of.
const recentMax = 50
// A shorter text may be in another one by chance.
const tellingCharactersMin = 8

export class Written {
  readonly #marker: string
  /** Digests of the values without the marker, those of a killed process of the run included. */
  readonly #digests = new Set<string>()
  /** The last ones, by their digests. */
  readonly #recent = new LatestMap<string, string>(recentMax)

  /** @param marker tells the run's by itself */
  constructor(marker: string) {
    this.#marker = marker
  }

  /** How many are known by their digests alone. */
  get size(): number {
    return this.#digests.size
  }

  /** Takes over what another process of the run has written. */
  adopt(digests: readonly string[]): void {
    for (const digest of digests) this.#digests.add(digest)
  }

  /**
   * Notes values that are about to be written.
   * @returns digests of those that were not known and that nothing else tells to be the run's
   */
  note(values: readonly Json[]): readonly string[] {
    const texts = values.map(textOf)
    for (const text of texts) this.#recent.set(digestOf(text), text)
    const fresh = texts.filter((text) => !this.#has(text)).map(digestOf)
    this.adopt(fresh)
    return fresh
  }

  /** Whether the run has written that value, or it bears its marker. */
  has(value: Json | undefined): boolean {
    return this.#has(textOf(value))
  }

  /** Whether a value is one that the run has written but for how it is spelt. */
  isSpeltOtherwise(value: Json | undefined): boolean {
    return this.#some(value, (stored, sent) => stored.length >= tellingCharactersMin && stored === sent)
  }

  /** Whether a value may be what the tenant has made of one that the run has written. */
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
    // Asked seldom, and written often: only here is it worked out what storage may have left of them.
    return [...this.#recent.values()].some((sent) =>
      essencesOf(sent).some((one, index) => matches(stored[index] ?? '', one)),
    )
  }
}

// A text as it is, and anything else as JSON with its members in one order; what is not there as null.
function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value ?? null, (_, inner: Json) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

// What careless storage leaves of a text, as it stands and without what may be escapes.
function essencesOf(text: string): readonly string[] {
  const unescaped = text.replace(/&#?\w{1,8};|%[\da-f]{2}|\\u[\da-f]{4}/gi, '')
  return [text, unescaped].map((one) =>
    one
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
}
