// The command `run`: its output in each format, and its progress.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgram } from './program.ts'
import { recordingTerminal } from './recording-terminal.testing.ts'

const clause = 'event-streams.update.toggle-moves-updated-at'

async function run(...argv: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'run-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { terminal, told } = recordingTerminal()
  const options = ['--only', clause, '--examples', '0', '--report-dir', folder]
  const exit = await createProgram(terminal)(['run', ...options, ...argv])
  return { exit, ...told, file: readFileSync(join(folder, 'report.json'), 'utf8') }
}

const fault = ['--fault', 'update-toggle-keeps-updated-at']

test('as text, the report goes to standard output, and progress to standard error', async () => {
  const { exit, out, err } = await run()
  expect(out).toMatch(/^tenant-conformance \d/)
  expect(out).toMatch(/\nOutcome {3}conformant · \d+ of \d+ clauses .*\n$/)
  expect(err).toMatch(/^checking http.*\npreflight …\nexamples …\n/)
  expect(exit).toBe(0)
})

test('as JSON, only the report goes to standard output, equal to its file', async () => {
  const { exit, out, err, file } = await run('--format', 'json', ...fault)
  expect(out).toBe(file)
  expect(err).toContain(`✗ MUST  ${clause}: updated_at did not change`)
  expect(err).toMatch(/\nOutcome {3}non-conformant · .*\n$/)
  expect(exit).toBe(1)
})

test('as TAP, only a point for each clause goes to standard output', async () => {
  const { exit, out, err } = await run('--format', 'tap', ...fault)
  expect(out).toMatch(/^TAP version 14\n1\.\.\d+\n/)
  expect(out.match(/^not ok .*$/gm)).toEqual([
    expect.stringMatching(new RegExp(`^not ok \\d+ - ${clause} \\(MUST\\)$`)),
  ])
  expect(err).toMatch(/\nOutcome {3}non-conformant · .*\n$/)
  expect(exit).toBe(1)
})

test('a failure shows the values, and names a member without an article', async () => {
  const { out } = await run(...fault)
  expect(out).toMatch(/\n +expected {2}updated_at other than \d{4}-[^\n]+Z\n +received {2}200 · \d{4}-/)
})

test('with quiet, prints only failures and the outcome', async () => {
  const { out, err } = await run('--quiet', ...fault)
  expect(out.split('\n')).toEqual([
    `✗ MUST  ${clause}   part 3`,
    expect.stringMatching(/^Outcome {3}non-conformant · /),
    '',
  ])
  expect(err).toBe('')
})
