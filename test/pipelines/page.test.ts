// Tests that docs/pipelines.md names only existing files, commands, flags, formats and outputs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { defaultFormats, reportFormats } from '../../src/report/index.ts'
import { flagsOf, unknownFlags } from './known-flags.ts'
import { action, commandsIn, textOf } from './templates.ts'

const page = textOf('docs/pipelines.md')

test('every named file exists', () => {
  const links = [...page.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, file = '']) => file)
  const schemas = page.match(/schemas\/meta\/[\w-]+\.json/g) ?? []
  expect(links.length).toBeGreaterThan(7)
  expect([...links, ...schemas].filter((file) => !existsSync(join(packageRoot, file)))).toEqual([])
})

test('names every file for pipelines', () => {
  for (const file of [
    'github.yml',
    'gitlab.yml',
    'Jenkinsfile',
    'azure-pipelines.yml',
    'circleci.yml',
    'kubernetes.yml',
    'kubernetes-parts.yml',
    'github-parts.yml',
    'github-systems.yml',
    'slurm.sh',
  ])
    expect(page).toContain(`(../ci/${file})`)
})

test('every shown command and flag exists', async () => {
  const commands = commandsIn(
    page.replaceAll('`', '\n').replaceAll(/^tenant-conformance (?=\w)/gm, 'npx tenant-conformance '),
  )
  expect(commands.length).toBeGreaterThan(6)
  for (const command of commands) expect(await unknownFlags(command), command.join(' ')).toEqual([])
  const all = new Set([...(await flagsOf('run')), ...(await flagsOf('serve')), ...(await flagsOf('diff'))])
  const flags = [...page.matchAll(/`(--[a-z-]+)[^`]*`/g)].map(([, flag = '']) => flag)
  const others = ['--user']
  expect(flags.filter((flag) => !all.has(flag) && !others.includes(flag))).toEqual([])
})

test('names every report and every output, and the default ones', () => {
  const named = [...page.matchAll(/^\| `(\w+)` \| `[\w.]+` \|/gm)].map(([, name = '']) => name)
  expect(named).toEqual(reportFormats)
  expect(page).toContain(
    `by default ${defaultFormats
      .map((name) => `\`${name}\``)
      .join(', ')
      .replace(/, (?=[^,]*$)/, ' and ')}.`,
  )
  for (const output of Object.keys(action.outputs)) expect(page).toContain(`\`${output}\``)
})
