// Tests that every command in a shell block of a page exists, and that its flags are known.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { unknownFlags } from '../pipelines/known-flags.ts'
import { commandsIn, textOf } from '../pipelines/templates.ts'

const pages = [
  'README.md',
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
]

/** Returns the commands of a page. A command without a name is the command `run`. */
const commandsOf = (page: string): readonly (readonly string[])[] =>
  [...textOf(page).matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) =>
      commandsIn(block.replaceAll(/^tenant-conformance (?=\S)/gm, 'npx tenant-conformance ')),
    )
    .map(([first = '', ...rest]) =>
      first === '' ? ['run'] : first.startsWith('-') ? ['run', first, ...rest] : [first, ...rest],
    )

const commands = pages.flatMap((page) =>
  commandsOf(page).map((command) => [page, command.join(' ')] as const),
)

test('there are commands, and an unknown one would be found', async () => {
  expect(commands.length).toBeGreaterThan(25)
  expect(new Set(commands.map(([page]) => page)).size).toBeGreaterThan(5)
  expect(await unknownFlags(['run', '--no-such-flag'])).toEqual(['--no-such-flag'])
})

test.each(commands)('%s: %s', async (_, command) => {
  // `fleet` passes the arguments after two dashes to its runs.
  const [own = '', handed = ''] = command.split(' -- ')
  const [name = '', second = '', ...rest] = own.split(' ')
  const group = ['export', 'fleet', 'new'].includes(name) && /^[a-z]/.test(second)
  expect(await unknownFlags(group ? [`${name} ${second}`, ...rest] : [name, second, ...rest])).toEqual([])
  expect(await unknownFlags(['run', ...handed.split(' ')])).toEqual([])
})
