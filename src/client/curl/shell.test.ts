// Quotes words for real shells, and by the rules of PowerShell.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quoted } from './shell.ts'

const shells = [
  ['/bin/sh', []],
  ['/bin/bash', []],
  ['/bin/bash', ['--norc', '--noediting', '-i', '-o', 'histexpand']],
  ['/usr/bin/zsh', ['-f']],
].filter(([file]) => existsSync(String(file))) as [string, string[]][]

const text = fc.string({
  unit: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        ...'\'"`$(){}[]!;|&<>\\#~^*?=%@-+ \n\r\t\u0003\u0004\u001b\u2018\u2019\u201a\u201b\u201c\u201d\u202ea',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '$(exit 9)',
        '`exit 9`',
        "'; exit 9; '",
        '\n exit 9 \n',
        '\n^a^b',
        '\n!!',
        '!!',
        "$'",
        '=ls',
      ),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  ),
  maxLength: 20,
})
// The seed is fixed, because bash 5.2 itself aborts on a few texts ("free(): invalid next size").
const texts = fc.sample(text, { numRuns: 200, seed: 1 })

// In a string of several lines, bash sometimes forgets that it is within quotes. Then it expands "!".
test('in text of several lines, no "!" remains for the history of bash', () => {
  const several = texts.filter((one) => one.includes('\n') && one.includes('!'))
  expect(several.length).toBeGreaterThan(5)
  for (const one of several) expect(quoted(one)).not.toContain('!')
})

test.each(shells)('any text is one word: %s %j', (file, args) => {
  const script = `${texts.map((one) => `printf '%s\\0' ${quoted(one)}`).join('\n')}\n`
  const output = execFileSync(file, args, {
    input: script,
    env: { PATH: '/usr/bin:/bin', HISTFILE: '/dev/null', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: 60_000,
  }).toString()
  // Arguments cannot contain NUL. U+FFFD replaces invalid Unicode.
  const words = texts.map((one) => Buffer.from(one.replaceAll('\0', '')).toString())
  expect(output.split('\0').slice(0, -1)).toEqual(words)
})

// In PowerShell, a string begins and ends with one of these characters (about_Quoting_Rules).
const single = /['\u2018-\u201b]/
const double = /["\u201c-\u201e]/

/**
 * Returns the parts of the line that PowerShell executes: text outside of quotes, and `$` expressions
 * in double quotes.
 */
function powerShellCode(line: string): string {
  let code = ''
  let quote: RegExp | null = null
  for (const character of line)
    if (quote?.test(character)) quote = null
    else if (quote === null && single.test(character)) quote = single
    else if (quote === null && double.test(character)) quote = double
    else if (quote !== single) code += character
  return quote === null ? code : `${code} (without an end)`
}

test('PowerShell executes no part of a quoted text', () => {
  const code = /^(?:[\w/.:=@%+,-]|['\u2018-\u201b]|\$\(printf '(?:\\\d{3})+'\))*$/
  for (const one of texts)
    expect(powerShellCode(`curl ${quoted(one)}`).slice('curl '.length), one).toMatch(code)
})

test('a quoted word contains no control characters', () => {
  for (const one of texts) expect(quoted(one)).not.toMatch(/[^\P{C}\n]/u)
})

test('a text without special characters stays unquoted', () => {
  for (const word of ['est_8sQ', 'https://a.example/x?y', '/etc/passwd', '@file'])
    expect(quoted(word)).toBe(word.includes('?') ? `'${word}'` : word)
  expect(quoted("it's")).toBe(`'it'"'"'s'`)
  expect(quoted('')).toBe("''")
  expect(quoted('=ls')).toBe("'=ls'")
})
