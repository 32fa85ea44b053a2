// Tests the public side of the project: dependencies, licences, workflows, forms and pages.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/base/package-root.ts'
import { exitCodes } from '../../src/base/verdict.ts'
import { commandsIn, textOf } from '../pipelines/templates.ts'
import { workflowErrors } from '../pipelines/workflow-rules.ts'

interface Installed {
  readonly name: string
  readonly version: string
  readonly licence: string | null
}
interface Licences {
  readonly allowed: readonly string[]
  installed(lock: object): readonly Installed[]
  licencesPage(lock: object): string
}

const { allowed, installed, licencesPage } = (await import(
  join(packageRoot, 'scripts/licences.mjs')
)) as Licences
const manifest = JSON.parse(textOf('package.json')) as {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
}
const lock = JSON.parse(textOf('package-lock.json')) as { readonly packages: Record<string, object> }
const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-project-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the installed packages', () => {
  test('include each dependency, and nothing for development', () => {
    const names = installed(lock).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    expect(names).not.toContain('typescript')
    expect(names).not.toContain('vitest')
  })

  test('have a licence that allows use', () => {
    expect(installed(lock).filter(({ licence }) => !allowed.includes(licence ?? ''))).toEqual([])
  })

  test('with another licence, or without one, would be found', () => {
    const packages = { 'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only' }, 'node_modules/b': {} }
    expect(installed({ packages }).filter(({ licence }) => !allowed.includes(licence ?? ''))).toHaveLength(2)
  })

  test('are listed in docs/licences.md', () => {
    expect(textOf('docs/licences.md'), 'npm run licences writes it').toBe(licencesPage(lock))
  })
})

test('npm runs no script when the package is installed', () => {
  const ran = ['preinstall', 'install', 'postinstall', 'prepare']
  expect(ran.filter((name) => name in manifest.scripts)).toEqual([])
})

describe('the address of the repository', () => {
  const address = (...args: readonly string[]): void => {
    const script = join(packageRoot, 'scripts/address.mjs')
    execFileSync(process.execPath, [script, ...args], { stdio: 'pipe' })
  }
  const targets = (text: string): readonly string[] =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)

  test('every link of the published README is absolute, and its file exists', () => {
    for (const file of ['package.json', 'README.md']) writeFileSync(join(folder, file), textOf(file))
    writeFileSync(join(folder, 'README.md'), '![picture](docs/a.png) [part](#part)\n', { flag: 'a' })
    address('acme/tenant-conformance', folder)
    const at = (kind: string): string => `${kind}/v${manifest.version}/`
    const bases = [
      at('https://github.com/acme/tenant-conformance/blob'),
      // Pictures have another base address than links, because the page shows them directly.
      at('https://raw.githubusercontent.com/acme/tenant-conformance'),
    ]
    const published = readFileSync(join(folder, 'README.md'), 'utf8')
    const links = targets(published)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((link) => !/^(?:https:|#)/.test(link))).toEqual([])
    const files = links.flatMap((link) =>
      bases.filter((base) => link.startsWith(base)).map((base) => link.slice(base.length)),
    )
    // Skips the picture that this test added.
    const own = targets(textOf('README.md')).filter((link) => !/^(?:https?:|#)/.test(link))
    expect(files.filter((file) => file !== 'docs/a.png')).toEqual(own)
    expect(own.filter((file) => !existsSync(join(packageRoot, file)))).toEqual([])
    expect(published).toContain(
      `![picture](https://raw.githubusercontent.com/acme/tenant-conformance/v${manifest.version}/docs/a.png) [part](#part)`,
    )
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      repository: { url: 'git+https://github.com/acme/tenant-conformance.git' },
      bugs: { url: 'https://github.com/acme/tenant-conformance/issues' },
    })
  })

  test.each(['', 'acme', 'https://github.com/acme/x', 'a/b/c'])('refuses %j', (wrong) => {
    expect(() => address(wrong, folder)).toThrow('give the repository as OWNER/NAME')
  })
})

describe.each(['publish.yml', 'systems.yml', '../../ci/github-systems.yml'])('the workflow %s', (name) => {
  const content = textOf(join('.github/workflows', name))
  const { jobs } = parse(content) as {
    jobs: Readonly<Record<string, { steps: readonly { uses?: string; run?: string }[] }>>
  }
  const steps = Object.values(jobs).flatMap((job) => job.steps)

  test('is valid, pins each action by its commit, and puts no expression into a script', () => {
    expect(workflowErrors(content)).toEqual([])
    expect(workflowErrors(content.replace('runs-on:', 'run-on:'))).not.toEqual([])
    const used = steps.flatMap(({ uses }) => uses ?? [])
    expect(
      used.filter((one) => !/^[\w-]+\/[\w-]+@(?:[\da-f]{40}|COMMIT)$/.test(one)),
      'an action without its commit',
    ).toEqual([])
    for (const { run = '' } of steps) expect(run).not.toContain('${{')
  })

  test('runs existing scripts', () => {
    const scripts = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, one]) => one),
    )
    expect(scripts.filter((one) => !(`${one}` in manifest.scripts))).toEqual([])
    for (const { run = '' } of steps)
      for (const [, version] of run.matchAll(/tenant-conformance@([\d.]+)/g))
        expect(version).toBe(manifest.version)
    if (name.startsWith('..')) expect(steps.flatMap(({ run = '' }) => commandsIn(run))).not.toEqual([])
  })
})

test('a published package names its build, and is tried before', () => {
  const text = textOf('.github/workflows/publish.yml')
  expect(text).toMatch(/id-token: write/)
  const at = (command: string): number => text.indexOf(`- run: ${command}`)
  for (const before of [
    'npm test',
    'npm run check',
    'npm run audit',
    'node scripts/address.mjs "$GITHUB_REPOSITORY"',
  ]) {
    expect(at(before), before).toBeGreaterThan(0)
    expect(at(before), before).toBeLessThan(at('npm publish --provenance'))
  }
})

test('each form has a name, kinds of fields that GitHub knows, and unique names of fields', () => {
  const forms = readdirSync(join(packageRoot, '.github/ISSUE_TEMPLATE')).filter(
    (file) => file !== 'config.yml',
  )
  expect(forms.length).toBeGreaterThan(1)
  for (const file of forms) {
    const { name, description, body } = parse(textOf(join('.github/ISSUE_TEMPLATE', file))) as {
      name?: string
      description?: string
      body: readonly { type: string; id?: string; attributes: { label?: string; value?: string } }[]
    }
    expect(
      [name, description].every((text) => /\S/.test(text ?? '')),
      file,
    ).toBe(true)
    for (const { type, id, attributes } of body) {
      expect(['markdown', 'input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      expect(type === 'markdown' ? attributes.value : id && attributes.label, `${file} ${id}`).toBeTruthy()
    }
    const ids = body.flatMap(({ id }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('the page on stability names exactly the exit codes', () => {
  const codes = [...textOf('docs/stability.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
  expect(codes).toEqual(Object.values(exitCodes))
})

test('the change log describes this version, and none twice', () => {
  const versions = [...textOf('CHANGELOG.md').matchAll(/^## (.+)$/gm)].map(([, one]) => one)
  expect(versions).toContain(manifest.version)
  expect(versions[0]).toBe('Unreleased')
  expect(new Set(versions).size).toBe(versions.length)
})
