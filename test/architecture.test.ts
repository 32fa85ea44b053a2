// Tests the architecture: imports between layers go only downwards, as ARCHITECTURE.md lists them.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** The folders that each folder may import, in addition to itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'src/base': [],
  'src/contract': ['src/base'],
  'src/client': ['src/base'],
  'src/tenant': ['src/base'],
  'src/report': ['src/base'],
  'src/generate': ['src/base'],
  'src/profile': ['src/base', 'src/contract'],
  'src/oracle': ['src/base', 'src/contract', 'src/profile'],
  'src/engine': [
    'src/base',
    'src/contract',
    'src/client',
    'src/generate',
    'src/profile',
    'src/oracle',
    'suites',
  ],
  // Suites may import only `src/suite.ts`.
  suites: ['src'],
  // This layer must not import the engine, because the stub and the engine could then share a mistake.
  'src/verify': ['src/base', 'src/contract', 'src/generate', 'src/oracle'],
}

const files = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => file.endsWith('.ts') && statSync(join(root, file)).isFile())

const houseOf = (file: string): string | undefined =>
  Object.keys(allowed).find((folder) => file.startsWith(`${folder}/`))

const imports = new Map<string, string[]>()

const importsOf = (file: string): string[] => {
  const known = imports.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(root, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    relative(root, join(root, dirname(file), path)),
  )
  imports.set(file, found)
  return found
}

const sources = [...files('src'), ...files('suites')].filter((file) => !file.endsWith('.test.ts'))

const product = sources.filter((file) => !file.endsWith('.testing.ts'))

test.each(Object.entries(allowed))('%s imports only what the plan allows', (folder, others) => {
  const wrong = sources
    .filter((file) => houseOf(file) === folder)
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => {
          const house = houseOf(target) ?? 'src'
          return house !== folder && !others.includes(house)
        })
        .map((target) => `${file} -> ${target}`),
    )
  expect(wrong).toEqual([])
})

test('suites import only the interface for suites, and each other', () => {
  const imported = sources.filter((file) => file.startsWith('suites/')).flatMap(importsOf)
  const strange = imported.filter((target) => !target.startsWith('suites/') && target !== 'src/suite.ts')
  expect(strange).toEqual([])
})

test('the table names only existing folders', () => {
  for (const folder of Object.keys(allowed)) expect(files(folder), folder).not.toEqual([])
})

test('other layers import a layer only through its index.ts, except base, in which each file is public', () => {
  const byThe = (window: string): boolean =>
    houseOf(window)?.startsWith('src/') === true &&
    houseOf(window) !== 'src/base' &&
    !window.endsWith('/index.ts')
  const wrong = product.flatMap((file) =>
    importsOf(file)
      .filter((target) => houseOf(target) !== houseOf(file) && byThe(target))
      .map((target) => `${file} -> ${target}`),
  )
  expect(wrong).toEqual([])
})

/** The maximum number of files in a folder. A longer list of files is not useful as a table of contents. */
const filesMax = 22

/** Folders that exceed the limit and are not divided yet. */
const crowded: readonly string[] = []

test('a folder is small enough to serve as a table of contents', () => {
  const holds = (folder: string): number => product.filter((file) => dirname(file) === folder).length
  const full = [...new Set(product.map(dirname))].filter((folder) => holds(folder) > filesMax)
  expect(full.sort()).toEqual(crowded)
})

const fileLinesMax = 250

test('no file is longer than one job needs', () => {
  const lines = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1
  expect(product.filter((file) => lines(file) > fileLinesMax)).toEqual([])
})

const rooms = [...new Set(product.map(dirname))].filter((folder) => /^src\/\w+\/\w/.test(folder))

test.each(rooms)('%s describes its contents, and other folders import only its entry points', (room) => {
  const index = existsSync(join(root, room, 'index.ts'))
  const words = readFileSync(join(root, room, index ? 'index.ts' : 'README.md'), 'utf8')
  const [, opened = ''] = /^From outside: (.*)/ms.exec(words) ?? []
  const open = index ? ['index.ts'] : [...opened.matchAll(/`([\w.-]+\.ts)`/g)].map(([, file = '']) => file)
  const used = product
    .filter((file) => dirname(file) !== room)
    .flatMap(importsOf)
    .filter((target) => dirname(target) === room)
    .map((target) => basename(target))
  expect([...new Set(used)].sort()).toEqual(open.sort())
})

test('folders inside of a layer have no import cycle', () => {
  const targets = new Map(rooms.map((room) => [room, new Set<string>()]))
  for (const file of product)
    for (const target of importsOf(file)) targets.get(dirname(file))?.add(dirname(target))
  // Removes the folders that import no other remaining folder, and repeats this. Only import cycles remain.
  const circle = (left: readonly string[]): readonly string[] => {
    const rest = left.filter((room) => left.some((other) => other !== room && targets.get(room)?.has(other)))
    return rest.length === left.length ? rest : circle(rest)
  }
  expect(circle(rooms)).toEqual([])
})

/** These two files may import each other, because some demands are functions that take branches. */
const recursive = ['src/generate/branch/branch.ts', 'src/generate/branch/demand.ts']

test('files have no import cycle, also through types', () => {
  const targets = new Map(
    product.map((file) => [file, importsOf(file).filter((one) => product.includes(one))]),
  )
  // Removes the files that import no remaining file or that no remaining file imports, and repeats this.
  // Only import cycles remain.
  const circle = (left: ReadonlySet<string>): ReadonlySet<string> => {
    const imported = new Set([...left].flatMap((file) => targets.get(file) ?? []))
    const rest = new Set(
      [...left].filter((file) => imported.has(file) && targets.get(file)?.some((one) => left.has(one))),
    )
    return rest.size === left.size ? rest : circle(rest)
  }
  expect([...circle(new Set(product))].sort()).toEqual(recursive)
})

test('exactly one file uses the clock, one random numbers, one the environment, and one the exit of the process', () => {
  const uses = (pattern: RegExp): string[] =>
    sources.filter((file) =>
      pattern.test(readFileSync(join(root, file), 'utf8').replace(/^\s*(?:\/\/|\*).*$/gm, '')),
    )
  expect(uses(/Date\.now\(|performance\.now\(/)).toEqual(['src/base/clock.ts'])
  expect(uses(/randomBytes\(|randomInt\(|Math\.random\(|randomUUID\(/)).toEqual(['src/base/chance.ts'])
  expect(uses(/process\.env/)).toEqual(['src/settings/environment.ts'])
  expect(uses(/process\.exit/)).toEqual(['src/cli/main.ts'])
  expect(uses(/console\./)).toEqual([])
})

test('the first line of each file says what it contains', () => {
  const silent = [...sources, ...files('test')].filter(
    (file) => !/^(?:#!.*\n)?\/\/ \S/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(silent).toEqual([])
})

test('an operation has a schema, a suite and a route with one base name', () => {
  const names = (folder: string, extension: string): string[] =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith(extension) && !file.includes('.test.') && !file.startsWith('cross.'))
      .map((file) => file.slice(0, -extension.length))
      .sort()
  const operations = names('schemas/operations', '.json')
  expect(names('suites', '.ts')).toEqual(operations)
  expect(names('src/tenant/routes', '.ts')).toEqual(operations)
})

test('every path that the architecture names exists', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const named = [
    ...text.matchAll(/`((?:src|suites|schemas|profiles|test|docs|scripts|bench)\/[^`\s<]*)`/g),
  ].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !/[<*]/.test(path) && !existsSync(join(root, path)))).toEqual([])
})
