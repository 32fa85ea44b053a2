// What became of a text that was sent: whether its white space, its line ends and its normal form were kept.

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

/** Of each trait that `sent` has and a tenant may change (Unicode, UAX #15): "<trait> kept" or "<trait> changed". */
export function textChanges(sent: string, returned: string): readonly string[] {
  // All of a text that is cut off or replaced is lost: that is no normalisation.
  if (bare(sent) !== bare(returned)) return []
  return traits
    .filter(({ has }) => has(sent))
    .map(({ name, has }) => `${name} ${has(returned) ? 'kept' : 'changed'}`)
}

function bare(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, '')
}
