// An exact term matches the texts that JavaScript's expression matches.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nullable, transitions } from './derivative.ts'
import { contains } from './ranges.ts'
import { type Term, Terms } from './term.ts'
import { translate } from './translate.ts'

const characters = ['a', 'b', '-', '\n']

function textsUpTo(lengthMax: number): readonly string[] {
  let last = ['']
  const texts = ['']
  for (let length = 1; length <= lengthMax; length++) {
    last = last.flatMap((text) => characters.map((character) => text + character))
    texts.push(...last)
  }
  return texts
}

function holds(terms: Terms, term: Term, text: string): boolean {
  let state = term
  let atStart = true
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const next = transitions(terms, state, atStart).find((each) => contains(each.characters, point))
    if (next === undefined) return false
    state = next.target
    atStart = false
  }
  return nullable(state, atStart)
}

/** Returns null if the term is not exact. */
function disputed(source: string, texts: readonly string[]): readonly string[] | null {
  const terms = new Terms()
  const { term, exact } = translate(terms, source)
  const pattern = new RegExp(source, 'u')
  return exact ? texts.filter((text) => holds(terms, term, text) !== pattern.test(text)) : null
}

const short = textsUpTo(4)

test.each([
  'a(?<!b)b',
  '(?<!a)b',
  '(?<=a)$',
  '^(?<!a)b',
  '(?<=^a)b',
  '(?<=ab)-',
  '(?<!ab|-)b$',
  '^[ab-]*(?<!-)$',
  '^(a|-b)(?<=b)$',
  '\\ba',
  'a\\b',
  '\\Ba',
  '\\b\\w+\\b',
  '^\\b',
  '\\b$',
  '\\B',
  '^(a\\b-?){2}$',
  '^(?:a-?\\b){2}$',
  '(?:^|-)a(?<=-a)',
  '^(a|b)\\1$',
  '^(a|b)(-|a)\\2\\1$',
  '(a|bb?)-\\1',
  '^((a|b)-)\\2$',
  '^(?<one>a|b)\\k<one>{2}$',
  '^\\1(a|b)',
  '^(a\\1)+$',
  '^(?:\\1(a)|b)+$',
  '(?<=\\1(a))b',
  '(?<=(a)\\1)b',
  '^(a|b)(?<=\\1)$',
  '(?=(a|b))a',
  '(?!a)(?<!b)-',
])('%s', (source) => {
  const found = disputed(source, short)
  if (found !== null) expect(found).toEqual([])
})

test('typical patterns of names and codes are exact', () => {
  for (const source of ['^[ab-]{1,9}(?<!-)$', '\\bab\\b', '^(a|b)\\1{3}$', '^(?:a-?\\b){4}$', '^a+(?<!aa)b'])
    expect(disputed(source, short), source).toEqual([])
})

test('any pattern', () => {
  const { pattern } = fc.letrec<{ pattern: string; sequence: string; element: string; atom: string }>(
    (tie) => ({
      pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 2 }).map((all) => all.join('|')),
      sequence: fc.array(tie('element'), { maxLength: 4 }).map((all) => all.join('')),
      element: fc.oneof(
        tie('atom'),
        fc
          .tuple(tie('atom'), fc.constantFrom('?', '*', '+', '{2}', '{1,2}'))
          .map(([atom, count]) => atom + count),
        fc.constantFrom('^', '$', '\\b', '\\B', '(?<!a)', '(?<=b)', '(?<!ab)', '(?=a)', '(?!b-)', '(?<=^a)'),
      ),
      atom: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom('a', 'b', '-', '.', '[ab]', '[^a]', '\\w'),
        tie('pattern').map((inner) => `(?:${inner})`),
        tie('pattern').map((inner) => `(${inner})\\1`),
        tie('pattern').map((inner) => `(${inner})`),
      ),
    }),
  )
  const texts = textsUpTo(4)
  let exact = 0
  fc.assert(
    fc.property(pattern, (source) => {
      fc.pre(isPattern(source))
      const found = disputed(source, texts)
      if (found === null) return
      exact++
      expect(found).toEqual([])
    }),
    { numRuns: 150, seed: 7 },
  )
  expect(exact).toBeGreaterThan(30)
})

function isPattern(source: string): boolean {
  try {
    return new RegExp(source, 'u') !== null
  } catch {
    return false
  }
}
