// Help about commands and clauses, with suggestions and with examples that work.
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import { exitCodes } from '../../base/verdict.ts'
import { commands, createProgram } from '../program.ts'
import { recordingTerminal } from '../recording-terminal.testing.ts'
import { allCommands } from './examples.ts'

const line = async (...argv: readonly string[]) => {
  const { terminal, told } = recordingTerminal()
  return { exit: await createProgram(terminal)(argv), ...told }
}

const fresh = (): Command => commands(recordingTerminal().terminal, new SecretMask(), () => undefined)
const all = allCommands(fresh()).map(([path]) => path)

const examplesOf = async (path: string): Promise<readonly string[]> => {
  const { out } = await line(...path.split(' ').filter(Boolean), '--help')
  return (/^Examples:\n((?: {2}.*\n)+)$/m.exec(out)?.[1] ?? '').split('\n').filter(Boolean)
}

test.each(all)('the program accepts the examples of "%s"', async (path) => {
  const lines = await examplesOf(path)
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.length).toBeLessThanOrEqual(4)
  expect(lines[0]).toMatch(new RegExp(`^  npx tenant-conformance ?${path}`))
  for (const text of lines) {
    const [npx, name, ...words] = text
      .trim()
      .split(' ')
      .map((word) => word.replaceAll("'", ''))
    expect([npx, name]).toEqual(['npx', 'tenant-conformance'])
    const program = fresh()
    let taken = 0
    for (const [, command] of allCommands(program))
      command.action(() => {
        taken += 1
      })
    await program.parseAsync(words, { from: 'user' })
    expect(taken, text).toBe(1)
  }
})

test('prints help about a command, a subcommand and a clause', async () => {
  expect((await line('help')).out).toMatch(/^Usage: tenant-conformance \[options\] \[command\]/)
  expect((await line('help', 'serve')).out).toMatch(/^Usage: tenant-conformance serve/)
  expect((await line('help', 'export', 'har')).out).toMatch(/^Usage: tenant-conformance export har/)
  const explained = await line('help', 'any.bearer-token')
  expect(explained.out).toBe((await line('clauses', 'explain', 'any.bearer-token')).out)
  expect(explained.exit).toBe(0)
})

test('the first screen lists every command, the ways of use and the exit codes', async () => {
  const { out } = await line('--help')
  const leaves = allCommands(fresh()).filter(([path, { commands }]) => path !== '' && commands.length === 0)
  const listed = (path: string): boolean => new RegExp(`^ {2}${path} {2,}\\S`, 'm').test(out)
  expect(leaves.map(([path]) => path).filter((path) => !listed(path))).toEqual([])
  expect(listed('clauses')).toBe(true)
  expect(out).toMatch(/^ {2}run +check an API \(the default command\)$/m)
  expect(out).toMatch(/your own API +--contract FILE --base-url URL/)
  for (const code of Object.values(exitCodes)) expect(out).toMatch(new RegExp(`^ {2}${code} {3,}\\S`, 'm'))
  expect((await line('run', '--help')).out).toContain('Exit codes:\n  0 ')
  for (const text of out.split('\n')) expect(text.length, text).toBeLessThanOrEqual(80)
  expect(out.split('\n').length).toBeLessThan(66)
})

test('prints the version, and the version of the report schema', async () => {
  expect((await line('--version')).out).toMatch(/^\d+\.\d+\.\d+\nreport schema 1\n$/)
})

test.each([
  { argv: ['rnu'], says: 'There is no command "rnu" (did you mean run?)' },
  { argv: ['https://tenant.example/api/v2'], says: 'run --base-url ADDRESS' },
  {
    argv: ['explain', 'any.bearer-token'],
    says: 'There is no command "explain" (did you mean clauses explain?)',
  },
  { argv: ['version'], says: 'There is no command "version" (did you mean --version?)' },
  {
    argv: ['run', 'http://127.0.0.1:9/api/v2'],
    says: 'An address needs --base-url: write `npx tenant-conformance run --base-url ADDRESS`.',
  },
  {
    argv: ['serve', 'http://127.0.0.1:9'],
    says: 'serve does not accept "http://127.0.0.1:9": `npx tenant-conformance serve --help` lists the options',
  },
  { argv: ['run', 'quiet'], says: 'run does not accept "quiet" (did you mean --quiet?)' },
  { argv: ['diff', 'a', 'b', 'c'], says: 'diff does not accept "c"' },
  {
    argv: ['run', '--base-url', '--quiet'],
    says: '--base-url has no value, because --quiet follows it: write --base-url <url>.',
  },
  { argv: ['--profile', '--writes', 'none'], says: '--profile has no value, because --writes follows it' },
  { argv: ['serve', '--fault', '--port', '0'], says: '--fault has no value, because --port follows it' },
  {
    argv: ['--fault', 'nope'],
    says: 'There is no fault "nope": `npx tenant-conformance serve --list-faults` lists them.',
  },
  { argv: ['clauses', 'explain', 'any.bearer'], says: '(did you mean any.bearer-token?)' },
  { argv: ['--only', 'event-stream.create'], says: '(did you mean event-streams.create?)' },
  { argv: ['--tag', 'auth'], says: '--tag auth selects no clause: choose among authentication, ' },
  {
    argv: ['--operation', 'event-streams.delete'],
    says: '--operation event-streams.delete selects no clause: choose among ',
  },
  { argv: ['--part', '99'], says: '--part 99 selects no clause: choose among ' },
  {
    argv: ['clauses', 'explian', 'x'],
    says: 'There is no command "explian" of clauses (did you mean explain?)',
  },
  { argv: ['export', 'hra'], says: 'There is no command "hra" of export (did you mean har?)' },
  { argv: ['new', 'contrct', 'x'], says: 'There is no command "contrct" of new (did you mean contract?)' },
  {
    argv: ['help', 'plam'],
    says: 'There is no command, clause or profile key "plam" (did you mean plan?)',
  },
  { argv: ['help', 'any.bearer-tokem'], says: '(did you mean any.bearer-token?)' },
  { argv: ['clauses', 'explain', 'any.bearer-tokem'], says: '(did you mean any.bearer-token?)' },
  { argv: ['--only', 'any.bearer-tokem'], says: '(did you mean any.bearer-token?)' },
  { argv: ['--operation', 'phone-template.update'], says: '(did you mean phone-templates.update?)' },
  { argv: ['--tag', 'token'], says: '(did you mean tokens?)' },
  { argv: ['--profile', 'referenec'], says: '(did you mean reference?)' },
  {
    argv: ['--fault', 'update-toggle-keep-updated-at'],
    says: '(did you mean "update-toggle-keeps-updated-at" or',
  },
  { argv: ['serve', '--like', 'auht0'], says: '(did you mean "auth0"?): known: auth0.' },
])('$argv: $says', async ({ argv, says }) => {
  await expect(line(...argv)).rejects.toThrow(says)
})

test.each([
  { argv: ['--reprot-dir', 'x'], says: 'Did you mean --report-dir?' },
  { argv: ['run', '--onyl', 'x'], says: 'Did you mean --only?' },
  { argv: ['run', '--no-env-fiel'], says: 'Did you mean --no-env-file?' },
  { argv: ['serve', '--prot', '1'], says: 'Did you mean --port?' },
  { argv: ['clauses', 'explain', 'any.bearer-token', '--contrct', 'x'], says: 'Did you mean --contract?' },
  { argv: ['export', 'har', '--outptu', 'x'], says: 'Did you mean --output?' },
  { argv: ['run', '--writes', 'revers'], says: 'Allowed choices are none, reversible, destructive.' },
])('$argv: $says', async ({ argv, says }) => {
  const { exit, err } = await line(...argv)
  expect(err).toContain(says)
  expect(exit).toBe(2)
})
