// Completion in bash offers every command, option and value.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { SecretMask } from '../../base/secret-mask.ts'
import { loadContract } from '../../contract/index.ts'
import { shippedProfiles } from '../../profile/index.ts'
import { tenantFaults } from '../../tenant/index.ts'
import { allCommands } from '../help/examples.ts'
import { commands, createProgram } from '../program.ts'
import { recordingTerminal } from '../recording-terminal.testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'completion-'))
const program = commands(recordingTerminal().terminal, new SecretMask(), () => undefined)
const ids = [...loadContract().clauses.keys()]

const script = async (shell: string): Promise<string> => {
  const { terminal, told } = recordingTerminal()
  expect(await createProgram(terminal)(['completion', shell])).toBe(0)
  return told.out
}

beforeAll(async () => {
  writeFileSync(join(folder, 'script'), await script('bash'))
  writeFileSync(join(folder, 'profile.json'), '')
})

function offered(...words: readonly string[]): readonly string[] {
  const text = execFileSync(
    'bash',
    [
      '--norc',
      '-c',
      `source ./script
COMP_WORDS=(tenant-conformance "$@")
COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
_tenant_conformance
printf '%s\\n' "\${COMPREPLY[@]}"`,
      'bash',
      ...words,
    ],
    { cwd: folder, encoding: 'utf8' },
  )
  return text.split('\n').filter(Boolean)
}

test.each(allCommands(program).map(([path, command]) => ({ path, command })))(
  'offers the commands and options of "$path"',
  ({ path, command }) => {
    const words = path.split(' ').filter(Boolean)
    const names = command.commands.map((one) => one.name())
    expect(offered(...words, '').filter((one) => names.includes(one))).toEqual(names)
    const flags = command
      .createHelp()
      .visibleOptions(command)
      .map(({ long }) => long)
    expect(flags).toContain('--help')
    expect(offered(...words, '--')).toEqual(expect.arrayContaining(flags))
  },
)

test.each([
  { words: ['run', '--onl'], offers: ['--only'] },
  { words: ['run', '--writes', ''], offers: ['none', 'reversible', 'destructive'] },
  // Bash makes a separate word of each "=".
  { words: ['--writes', '=', 'r'], offers: ['reversible'] },
  { words: ['--writes', '='], offers: ['none', 'reversible', 'destructive'] },
  { words: ['run', '--format', 'j'], offers: ['json'] },
  { words: ['--only', 'x', 'any.bearer'], offers: ['any.bearer-token'] },
  { words: ['--skip', 'x', '--only', 'any.bearer'], offers: ['any.bearer-token'] },
  { words: ['clauses', 'explain', 'any.bearer'], offers: ['any.bearer-token'] },
  { words: ['help', 'any.bearer'], offers: ['any.bearer-token'] },
  { words: ['help', 'verify'], offers: ['verify-contract'] },
  { words: ['replay', 'prof'], offers: ['profile.json'] },
  { words: ['replay', 'report.json', 'any.bearer'], offers: ['any.bearer-token'] },
  { words: ['replay', 'report.json', 'x', 'any.bearer'], offers: ['any.bearer-token'] },
  { words: ['completion', ''], offers: ['bash', 'zsh', 'fish'] },
  { words: ['run', '--profile', 'prof'], offers: ['profile.json'] },
  { words: ['run', '--profile', 'ref'], offers: ['reference'] },
  { words: ['serve', '--like', 'a'], offers: ['auth0'] },
  { words: ['plan', '--tag', 'even'], offers: ['events'] },
  { words: ['plan', '--operation', 'phone'], offers: ['phone-templates.update'] },
  // The value of an option is not a command, even if it has the name of a command.
  { words: ['--fault', 'run', '--onl'], offers: ['--only'] },
  { words: ['--seed', ''], offers: [] },
])('$words: $offers', ({ words, offers }) => expect(offered(...words)).toEqual(offers))

test('offers all clauses, faults and profiles', async () => {
  expect(offered('run', '--skip', '')).toEqual(ids)
  expect(offered('serve', '--fault', '')).toEqual((await tenantFaults()).map(({ name }) => name))
  expect(offered('run', '--profile', '')).toEqual(expect.arrayContaining([...shippedProfiles()]))
})

test.each(['zsh', 'fish'])('%s has the same commands, options and words', async (shell) => {
  const text = await script(shell)
  for (const [, command] of allCommands(program))
    for (const { long, description } of command.createHelp().visibleOptions(command)) {
      expect(text).toContain(shell === 'fish' ? `-l ${long?.slice(2)} ` : `'${long}:`)
      expect(text).toContain(description.split("'")[0])
    }
  for (const id of ids) expect(text).toContain(` ${id}`)
})

test('rejects a shell without a script', async () => {
  const { terminal, told } = recordingTerminal()
  expect(await createProgram(terminal)(['completion', 'csh'])).toBe(2)
  expect(told.err).toContain('Allowed choices are bash, zsh, fish.')
})
