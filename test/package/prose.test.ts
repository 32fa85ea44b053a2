// Tests that the prose check reports the lines of banned sentences in pages and comments, and that it ignores
// code, data and statements.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'prose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the exit code, and the lines that the check reports for the text. */
async function check(name: string, text: string): Promise<{ code: number; lines: readonly string[] }> {
  const file = join(folder, name)
  writeFileSync(file, text)
  const script = join(packageRoot, 'scripts/prose.mjs')
  return new Promise((resolve) => {
    execFile(process.execPath, [script, relative(packageRoot, file)], (error, _, printed) => {
      const lines = printed.split('\n').filter(Boolean)
      resolve({
        code: error === null ? 0 : Number(error.code),
        lines: lines.map((line) => line.split(name)[1] ?? line),
      })
    })
  })
}

test.each([
  ['What is built lies in few files.', 'start with the noun'],
  ['It keeps what was sent and is listed.', 'write a noun'],
  ['The operator is told the reason.', 'name who'],
  ['The report tells the reason.', 'use the verb'],
  ['The run lets go of it.', 'use the verb'],
  ['An id is taken for a number.', 'name who'],
  ['All are alike.', 'use a plain word'],
  ["It has one's own name.", 'use a plain word'],
  ['A list of which one of whom is gone.', 'split the chain'],
  [`A page has ${'one more '.repeat(17)}word.`, 'split it: 38 words'],
])('a page fails for "%s"', async (sentence, advice) => {
  const { code, lines } = await check('page.md', `# Title\n\nA plain line. Another\none. ${sentence}\n`)
  expect(code).toBe(1)
  expect(lines[0]).toMatch(/^:4: /)
  expect(lines[0]).toContain(advice)
})

test('a comment fails; a statement of a clause and code do not', async () => {
  const source = [
    '// MUST 4.5: What is refused changes nothing,',
    '//   and what is sent is kept.',
    'const what = "What is said is a text."',
    '  /** What is kept. */',
    '  /**',
    '   * A plain line.',
    '   * @param id tells the id',
    '   */',
  ]
  const { code, lines } = await check('source.ts', source.join('\n'))
  expect(code).toBe(1)
  expect(lines.map((line) => line.slice(0, 3))).toEqual([':4:', ':7:'])
})

test('a message fails for a bare command, and for a plural that is wrong for 1', async () => {
  const source = [
    "const bare = 'To remove them, run tenant-conformance sweep.'",
    "const short = 'Run doctor to find the reason.'",
    "const marked = 'To list the clauses, use `clauses`.'",
    'say(`$' + '{count} more clauses`)',
    "say(count === 1 ? '1 clause' : `$" + '{count} clauses`)',
    'say(`$' + '{clausesMax} clauses`)',
    'const whole = `To remove them, run \\`npx tenant-conformance sweep\\`: $' + "{counted(2, 'clause')}`",
  ]
  const { code, lines } = await check('message.ts', source.join('\n'))
  expect(code).toBe(1)
  expect(lines.map((line) => line.slice(0, 3))).toEqual([':1:', ':2:', ':3:', ':4:'])
})

test('headings, code, generated blocks and plain sentences pass', async () => {
  const page = [
    '# What is kept',
    'The word `what is told` is code. What is a clause?',
    '```\nWhat is printed is printed.\n```',
    '<!-- generated: x -->\nWhat is made is made.\n<!-- end -->',
    '| key | what it gives |',
  ]
  expect(await check('page.md', page.join('\n\n'))).toEqual({ code: 0, lines: [] })
})
