// Finds simpler strings: shorter ones, then plainer ones.
import { nearing, withoutParts } from './steps.ts'

const plainest = [...'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const ranks = new Map(plainest.map((character, rank) => [character, rank]))
const samples = ['a', '0', 'A', ' ', '-', '\u0080']

function rankOf(character: string): number {
  return ranks.get(character) ?? plainest.length + (character.codePointAt(0) ?? 0)
}

function characterOf(rank: number): string {
  const point = rank - plainest.length
  if (point < 0) return plainest[rank] ?? 'a'
  return point >= 0xd800 && point <= 0xdfff ? '\ue000' : String.fromCodePoint(point)
}

export function* smallerTexts(text: string): IterableIterator<string> {
  const characters = [...text]
  yield* shorter(characters)
  // Some implementations count UTF-16 units, so two letters replace a wide character.
  if (text.length > characters.length)
    yield characters.map((each) => (each.length > 1 ? 'aa' : each)).join('')
  if (characters.some((character) => rankOf(character) > 0)) yield 'a'.repeat(characters.length)
  for (const sample of samples) {
    const rank = rankOf(sample)
    if (characters.some((each) => rankOf(each) > rank))
      yield characters.map((each) => (rankOf(each) > rank ? sample : each)).join('')
  }
  for (const [index, character] of characters.entries()) {
    for (const simpler of simplerCharacters(character)) yield characters.with(index, simpler).join('')
  }
  for (let index = 1; index < characters.length; index++) {
    const [before = '', here = ''] = [characters[index - 1], characters[index]]
    if (rankOf(before) > rankOf(here))
      yield characters
        .with(index - 1, here)
        .with(index, before)
        .join('')
  }
}

function* shorter(characters: readonly string[]): IterableIterator<string> {
  for (const length of nearing(characters.length)) yield 'a'.repeat(length)
  for (const length of nearing(characters.length)) {
    yield characters.slice(0, length).join('')
    yield characters.slice(characters.length - length).join('')
  }
  for (const list of withoutParts(characters, 0)) yield list.join('')
}

function* simplerCharacters(character: string): IterableIterator<string> {
  const rank = rankOf(character)
  const tried = new Set<number>()
  for (const each of [...samples.map(rankOf), ...nearing(rank)]) {
    if (each >= rank || tried.has(each)) continue
    tried.add(each)
    yield characterOf(each)
  }
}
