// Tests the files that `init` writes. The files are complete and private, and git ignores them.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { packageRoot } from '../base/package-root.ts'
import { loadContract } from '../contract/index.ts'
import { loadProfile } from '../profile/index.ts'
import { addToGitignore } from './gitignore.ts'
import { isExistingFile, writeFiles } from './output-file.ts'
import { pipelinesFor, writePipeline } from './pipeline.ts'
import { profileText } from './profile-file.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (file: string): number => statSync(file).mode & 0o777
const repository = (): void => void execFileSync('git', ['init', '--quiet'], { cwd: folder })

test('writes a file with its mode over old content, and leaves no other file', async () => {
  const file = join(folder, '.env')
  expect(isExistingFile(file, '--output-env')).toBe(false)
  writeFileSync(file, 'before')
  chmodSync(file, 0o644)
  expect(isExistingFile(file, '--output-env')).toBe(true)
  writeFiles([{ path: file, text: 'after', mode: 0o600 }])
  expect([readFileSync(file, 'utf8'), modeOf(file)]).toEqual(['after', 0o600])
  expect(readdirSync(folder)).toEqual(['.env'])
})

test('rejects a link, a pipe, a folder, and a file in a missing folder', async () => {
  const other = join(folder, 'other')
  writeFileSync(other, 'of somebody')
  symlinkSync(other, join(folder, 'link'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  mkdirSync(join(folder, 'inner'))
  for (const [name, what] of [
    ['link', /is a link and is not overwritten: give another file with --output-env/],
    ['pipe', /is not a regular file/],
    ['inner', /is a folder/],
    ['nowhere/.env', /can't be written/],
  ] as const)
    expect(() => isExistingFile(join(folder, name), '--output-env'), name).toThrow(what)
  // `writeFiles` replaces the link, and does not write into the target of the link.
  writeFiles([{ path: join(folder, 'link'), text: 'mine', mode: 0o600 }])
  expect(readFileSync(other, 'utf8')).toBe('of somebody')
})

test('reports a file that cannot be written, and leaves no file', async () => {
  const written = async (name: string): Promise<void> => writeFiles([{ path: join(folder, name), text: 'a' }])
  await expect(written('nowhere/.env')).rejects.toThrow(/can't be written/)
  mkdirSync(join(folder, 'full'))
  await expect(written('full')).rejects.toThrow(/can't be written/)
  expect(readdirSync(folder)).toEqual(['full'])
})

test('adds nothing outside of a repository', async () => {
  expect(await addToGitignore(join(folder, '.env'))).toBeNull()
})

test('adds one entry to .gitignore and keeps its content', async () => {
  repository()
  mkdirSync(join(folder, 'in ner'))
  writeFileSync(join(folder, '.gitignore'), 'node_modules')
  expect(await addToGitignore(join(folder, 'in ner/.env'))).toMatch(/^git ignores /)
  expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n/in\\ ner/.env\n')
  expect(await addToGitignore(join(folder, 'in ner/.env'))).toBeNull()
})

test.each([
  ['read-only', (file: string) => chmodSync(file, 0o444)],
  [
    'a link',
    (file: string) => {
      rmSync(file)
      writeFileSync(`${file}.other`, '')
      symlinkSync(`${file}.other`, file)
    },
  ],
])('keeps a .gitignore that is %s, and tells the user what to do', async (_, spoil) => {
  repository()
  const file = join(folder, '.gitignore')
  writeFileSync(file, '')
  spoil(file)
  expect(await addToGitignore(join(folder, '.env'))).toMatch(/is not writable: add \/\.env to .* by hand/)
  expect(readFileSync(file, 'utf8')).toBe('')
})

test('reports a file that is in the repository', async () => {
  repository()
  writeFileSync(join(folder, '.env'), '')
  execFileSync('git', ['add', '.env'], { cwd: folder })
  expect(await addToGitignore(join(folder, '.env'))).toMatch(/git rm --cached/)
})

test.each(['auth0', null])('a profile based on %s is valid, and its schema exists', (shipped) => {
  const contract = loadContract()
  const file = join(folder, 'profile.json')
  const text = profileText(file, shipped, 'https://tenant.example:8443/api/v2', contract)
  writeFileSync(file, text)
  const profile = loadProfile(file, contract)
  expect(profile.name).toBe('tenant.example:8443')
  expect(Object.keys(profile.fixtures ?? {}).length > 0).toBe(shipped !== null)
  const schema = String((JSON.parse(text) as { $schema: string }).$schema)
  const path = schema.startsWith('file:') ? fileURLToPath(schema) : resolve(dirname(file), schema)
  expect(path).toBe(join(packageRoot, 'schemas/profile.json'))
  expect(text.indexOf('$schema')).toBeLessThan(10)
})

test('in a project with the package, a profile refers to the schema there', () => {
  const text = profileText(
    join(packageRoot, 'profile.json'),
    null,
    'https://tenant.example/api/v2',
    loadContract(),
  )
  expect(JSON.parse(text)).toMatchObject({ $schema: './schemas/profile.json' })
})

test('offers a pipeline for each forge that the folder uses and that has a template, and never overwrites one', async () => {
  expect(pipelinesFor(folder)).toEqual([])
  mkdirSync(join(folder, '.github'))
  const template = join(packageRoot, 'ci/github.yml')
  if (!existsSync(template)) return expect(pipelinesFor(folder)).toEqual([])
  const [offered] = pipelinesFor(folder)
  expect(offered).toMatchObject({ forge: 'GitHub', there: false })
  if (offered !== undefined) writePipeline(folder, offered)
  expect(readFileSync(join(folder, '.github/workflows/tenant-conformance.yml'), 'utf8')).toBe(
    readFileSync(template, 'utf8'),
  )
  expect(pipelinesFor(folder)).toMatchObject([{ there: true }])
})
