// Finds whether the tenant kept the white space, the line ends and the normal form of a text.

interface Trait {
  readonly name: string
  has(text: string): boolean
}

const squeezable = /[^\S\r\n]{2,}|\t/u

const traits: readonly Trait[] = [
  { name: 'outer white space', has: (text) => text !== text.trim() },
  { name: 'inner white space', has: (text) => squeezable.test(text.trim()) },
  { name: 'line ends', has: (text) => text.trim().includes('\r\n') },
  { name: 'decomposed characters', has: (text) => text !== text.normalize('NFC') },
]

/** Returns "<trait> kept" or "<trait> changed" for each trait that `sent` has (Unicode, UAX #15). */
export function textChanges(sent: string, returned: string): readonly string[] {
  // If the texts differ in other ways too, the tenant truncated or replaced the text.
  if (bare(sent) !== bare(returned)) return []
  return traits
    .filter(({ has }) => has(sent))
    .map(({ name, has }) => `${name} ${has(returned) ? 'kept' : 'changed'}`)
}

function bare(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '')
}
