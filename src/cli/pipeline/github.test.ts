// Reports to GitHub Actions: annotations, summary and outputs. Text of a tenant cannot add an
// annotation or an output.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hostileText, sampleEvents } from '../../../test/report/sample.ts'
import { ConfigurationError } from '../../base/error.ts'
import { SecretMask } from '../../base/secret-mask.ts'
import { summaryMarkdown, toReport } from '../../report/index.ts'
import { guarded } from '../guarded-terminal.ts'
import { recordingTerminal } from '../recording-terminal.testing.ts'
import { annotated, githubStep } from './github.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-github-'))
afterAll(() => rmSync(folder, { recursive: true }))

const [summary, outputs] = [join(folder, 'summary'), join(folder, 'outputs')]
const runner = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs }
const report = toReport(sampleEvents())

function told(
  of: typeof report,
  { before = '', environment = runner as Readonly<Record<string, string>> } = {},
) {
  writeFileSync(summary, before)
  writeFileSync(outputs, 'before=1\n')
  const { terminal, told: log } = recordingTerminal()
  githubStep(environment, true, guarded(terminal, new SecretMask()))?.tell(
    of,
    ['out/report.json', 'out/junit.xml'],
    1,
  )
  return { log: log.err, summary: readFileSync(summary, 'utf8'), outputs: readFileSync(outputs, 'utf8') }
}

/** Reads the outputs as the GitHub runner reads them. */
function outputsIn(text: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  const lines = text.split('\n')
  while (lines.length > 0) {
    const line = lines.shift() ?? ''
    const [, name = '', delimiter] = /^([^=]+?)<<(.+)$/.exec(line) ?? []
    if (delimiter === undefined) {
      if (line !== '') found[line.split('=')[0] ?? ''] = line.split('=').slice(1).join('=')
      continue
    }
    const end = lines.indexOf(delimiter)
    found[name] = lines
      .splice(0, end + 1)
      .slice(0, -1)
      .join('\n')
  }
  return found
}

test('writes only on GitHub, and only if the option is set', () => {
  const { terminal } = recordingTerminal()
  expect(githubStep({}, true, terminal)).toBeNull()
  expect(githubStep({ GITHUB_ACTIONS: 'false' }, true, terminal)).toBeNull()
  expect(githubStep(runner, false, terminal)).toBeNull()
})

test('appends the summary and the outputs to existing content', () => {
  const { log, ...files } = told(report, { before: '# Another step\n' })
  expect(files.summary).toBe(`# Another step\n${summaryMarkdown(report)}`)
  expect(outputsIn(files.outputs)).toEqual({
    before: '1',
    outcome: 'non-conformant',
    exit: '1',
    report: 'out/report.json',
  })
  expect(log).toMatch(/^::error title=MUST event-streams\.update/m)
})

test("the summary fits GitHub's limit", () => {
  const bytesMax = 1_024 * 1_024
  const full = told(report, { before: 'x'.repeat(bytesMax) })
  expect(full.summary).toHaveLength(bytesMax)
  const nearly = told(report, { before: 'x'.repeat(bytesMax - 600) })
  expect(Buffer.byteLength(nearly.summary)).toBeLessThanOrEqual(bytesMax)
  expect(nearly.summary).toContain('… shortened to fit')
})

test("a tenant's text sets no output and issues no command", () => {
  const hostile = told(toReport(sampleEvents(`${hostileText}\n::set-output name=a::b\nexit<<x`)))
  expect(Object.keys(outputsIn(hostile.outputs))).toEqual(['before', 'outcome', 'exit', 'report'])
  const commands = hostile.log.split('\n').filter((line) => line.trimStart().startsWith('::'))
  expect(commands.filter((line) => !/^::(?:error|warning) title=[^:]*::/.test(line))).toEqual([])
  expect(commands).toHaveLength(told(report).log.trimEnd().split('\n').length)
})

test('a usage error is an annotation, too, without possible secrets', async () => {
  const { terminal, told: log } = recordingTerminal()
  const mask = new SecretMask()
  mask.add('Zk3-0iieo3h050ua')
  const refuse = (environment: Readonly<Record<string, string>>) =>
    annotated(environment, true, guarded(terminal, mask), mask, () =>
      Promise.reject(new ConfigurationError('Zk3-0iieo3h050ua is\n::error::none', ['a detail'])),
    )
  await expect(refuse({})).rejects.toThrow(ConfigurationError)
  expect(log.err).toBe('')
  await expect(refuse(runner)).rejects.toThrow(ConfigurationError)
  expect(log.err).toMatch(
    /^::error title=wrong command line or configuration::\[redacted\] is%0A[^\n]*a detail\n$/,
  )
})

test('reports a file that cannot be written, without an error', () => {
  const environment = { ...runner, GITHUB_STEP_SUMMARY: join(folder, 'no/such/file') }
  expect(told(report, { environment }).log).toMatch(/The GitHub summary or outputs can't be written/)
  expect(outputsIn(told(report, { environment }).outputs).outcome).toBe('non-conformant')
})

test('groups a long text except for its end; the text starts no other group', () => {
  const { terminal, told: log } = recordingTerminal()
  const step = githubStep(runner, true, guarded(terminal, new SecretMask()))
  const long = `${'a line\n'.repeat(80)}::group::of the tenant\n\nClauses\nOutcome\n`
  step?.writeFolded('What was found', long)
  const lines = log.out.split('\n')
  expect(lines[0]).toBe('::group::What was found')
  expect(lines.slice(-4)).toEqual(['::endgroup::', 'Clauses', 'Outcome', ''])
  expect(lines.filter((line) => line.startsWith('::'))).toHaveLength(2)
  log.out = ''
  step?.writeFolded('What was found', 'short\n\nOutcome\n')
  expect(log.out).toBe('short\n\nOutcome\n')
})
