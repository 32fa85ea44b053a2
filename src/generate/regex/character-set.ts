// Finds the code points of ECMA-262 classes, escapes and properties (flag u).
import type { AST } from '@eslint-community/regexpp'
import { complement, type Ranges, union } from './ranges.ts'

const digits: Ranges = [[0x30, 0x39]]
export const wordCharacters: Ranges = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]
const lineEnds: Ranges = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
]
const scanned = new Map<string, Ranges>()

export function charactersOf(node: AST.Element | AST.CharacterClassElement): Ranges | null {
  switch (node.type) {
    case 'Character':
      return [[node.value, node.value]]
    case 'CharacterClassRange':
      return [[node.min.value, node.max.value]]
    case 'CharacterClass': {
      const parts = node.elements.map((element) => charactersOf(element as AST.CharacterClassElement))
      const whole = union(...parts.map((part) => part ?? []))
      return node.negate ? complement(whole) : union(whole)
    }
    case 'CharacterSet':
      return setOf(node)
    default:
      return null
  }
}

function setOf(node: AST.CharacterSet): Ranges {
  switch (node.kind) {
    case 'any':
      return complement(lineEnds)
    case 'digit':
      return node.negate ? complement(digits) : digits
    case 'word':
      return node.negate ? complement(wordCharacters) : wordCharacters
    case 'space':
      return node.negate ? complement(scan('\\s')) : scan('\\s')
    case 'property':
      return scan(node.raw)
  }
}

// RegExp has the Unicode version that validators use.
function scan(source: string): Ranges {
  const known = scanned.get(source)
  if (known !== undefined) return known
  const pattern = new RegExp(`^${source}$`, 'u')
  const found: [number, number][] = []
  for (let point = 0; point <= 0x10ffff; point++) {
    if (point === 0xd800) point = 0xe000
    if (!pattern.test(String.fromCodePoint(point))) continue
    const last = found.at(-1)
    if (last !== undefined && last[1] === point - 1) last[1] = point
    else found.push([point, point])
  }
  scanned.set(source, found)
  return found
}
