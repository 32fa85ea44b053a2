// Tests that setting variables in a text changes nothing else.
import { parse } from 'dotenv'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import { withVariables } from './variables.ts'

const set = (text: string, values: Record<string, string>): string => withVariables(text, values, '.env')

test.each([
  ['an empty file', '', { A: '1' }, 'A=1\n'],
  ['the end', 'B=2\n', { A: '1' }, 'B=2\nA=1\n'],
  ['the end, without a line end', 'B=2', { A: '1' }, 'B=2\nA=1\n'],
  ['the place of an empty one', '# of A\nA=\nB=2\n', { A: '1' }, '# of A\nA=1\nB=2\n'],
  ['the place before a comment', 'A=0 # zero\n', { A: '1' }, 'A=1 # zero\n'],
  ['the place of the last of two', 'A=0\nA=00\n', { A: '1' }, 'A=0\nA=1\n'],
  ['the place of one over lines', 'A="0\n00"\nB=2\n', { A: '1' }, 'A=1\nB=2\n'],
  ['an exported one', 'export A=0\n', { A: '1' }, 'export A=1\n'],
  ['no comment', '# A=0\n', { A: '1' }, '# A=0\nA=1\n'],
  ['lines with CRLF', 'A=0\r\nB=2\r\n', { A: '1', C: '3' }, 'A=1\r\nB=2\r\nC=3\r\n'],
  ['quotes, where they are needed', '', { A: "it's # one", B: 'a b' }, "A=`it's # one`\nB='a b'\n"],
  ['nothing that is so already', 'A="1" # one\n', { A: '1' }, 'A="1" # one\n'],
])('%s', (_, before, values, after) => expect(set(before, values)).toBe(after))

test("rejects a text in which it can't set the variable", () => {
  expect(() => set('B=2\n', { A: '`\'" # all of them' })).toThrow(ConfigurationError)
})

const name = fc.constantFrom('A', 'B', 'TENANT_C')
const value = fc.oneof(
  fc.string(),
  fc.constantFrom('', 'a b', '#', '"', "'", '`', '\\n', 'a=b', '$A', '\'"`'),
)
const line = fc.oneof(
  fc.tuple(name, value).map(([one, text]) => `${one}=${text}`),
  fc.string().map((text) => `# ${text}`),
  fc.constantFrom('', 'export B = 2', 'A="two\nlines"', "B='open", 'C: 3'),
)

test('sets any value in any file and keeps all else, or does nothing', () => {
  fc.assert(
    fc.property(fc.array(line), fc.dictionary(name, value), (lines, values) => {
      const text = lines.join('\n')
      let merged: string
      try {
        merged = set(text, values)
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigurationError)
        return
      }
      expect(parse(merged)).toEqual({ ...parse(text), ...values })
      // Every comment of the text is still there.
      for (const one of lines.filter((held) => held.startsWith('# ') && !/["'`\n\r]/.test(text)))
        expect(merged).toContain(one)
    }),
    { numRuns: 500 },
  )
})
