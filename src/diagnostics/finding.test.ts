// Findings: their remedies, and the exit code that follows from them.
import { expect, test } from 'vitest'
import { exitOf, question, splitRemedy } from './finding.ts'

test.each([
  ['The host is wrong (X): correct it, or wait.', 'The host is wrong (X)', 'Correct it, or wait.'],
  ['It is at https://a.example: start it.', 'It is at https://a.example', 'Start it.'],
  ['Nothing is said of it', 'Nothing is said of it', 'otherwise'],
  ['It was answered with 404: {"a":1}', 'It was answered with 404: {"a":1}', 'otherwise'],
])('%s', (sentence, found, remedy) => {
  expect(splitRemedy(sentence, 'otherwise')).toEqual([found, remedy])
})

const about = question('a', 'Is it?')

test.each([
  ['nothing', [], 0],
  [
    'what is well, a warning and what is unknown',
    [about.ok('b'), about.warning('b', 'c'), about.unknown('b')],
    0,
  ],
  ['a problem of the tenant', [about.ok('b'), about.problem('tenant', 'b', 'c')], 3],
  [
    'one of the configuration, which outweighs it',
    [about.problem('tenant', 'b', 'c'), about.problem('configuration', 'b', 'c')],
    2,
  ],
])('%s determine the exit code', (_, findings, code) => expect(exitOf(findings)).toBe(code))
