// Tests the package as users get it: it is packed, installed, and run by each supported version of Node.js.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-package-'))
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:TENANT_|VITEST|NODE_)/.test(name)),
)
const manifest = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
}
const ownVersion = manifest.version
const vitestVersion = manifest.devDependencies.vitest

/** The allowed contents and the allowed size of the package file. */
const shipped = {
  files: ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', '.env.example'],
  folders: [
    'dist/src/',
    'dist/chunks/',
    'dist/suites/',
    'dist/validators/',
    'schemas/',
    'profiles/',
    'templates/',
  ],
  others:
    /^(?:dist\/(?:completion|precompiled-contract|sources)\.json|dist\/src\/(?:engine\/plan\/measured|diagnostics\/unlocks)\.json|dist\/late\/[\w-]+\.js|docs\/[\w-]+\.md|ci\/[\w.-]+|examples\/(?:orders|todos|servers)\/.+|examples\/loopback\/(?:README\.md|package\.json|server\.js))$/,
  packedBytesMax: 1_450_000,
  unpackedBytesMax: 6_600_000,
}

interface Packed {
  readonly filename: string
  readonly size: number
  readonly unpackedSize: number
  readonly files: readonly { readonly path: string; readonly size: number }[]
}
let packed: Packed = { filename: '', size: 0, unpackedSize: 0, files: [] }
let tarball = ''

// Throws an error with the output of the command if the command fails.
const run = async (command: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, env: bare })).stdout

beforeAll(async () => {
  const [one] = JSON.parse(
    await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], packageRoot),
  ) as Packed[]
  if (one !== undefined) packed = one
  tarball = join(folder, packed.filename)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the tarball contains exactly the expected files, and is small enough', () => {
  const paths = packed.files.map(({ path }) => path)
  const allowed = (path: string): boolean =>
    shipped.files.includes(path) ||
    shipped.folders.some((one) => path.startsWith(one)) ||
    shipped.others.test(path)
  expect(paths.filter((path) => !allowed(path))).toEqual([])
  expect(paths).toEqual(expect.arrayContaining(shipped.files))
  for (const one of shipped.folders)
    expect(
      paths.some((path) => path.startsWith(one)),
      one,
    ).toBe(true)
  expect(
    paths.filter((path) => /\.test\.|\.testing\.|\.map$|(?:^|\/)\.env$|^reports\/|data\.json$/.test(path)),
  ).toEqual([])
  expect(packed.size).toBeLessThan(shipped.packedBytesMax)
  expect(packed.unpackedSize).toBeLessThan(shipped.unpackedBytesMax)
})

describe.each(['20', '22', '24'])('installed, by Node.js %s,', (version) => {
  const home = join(folder, version)
  const node = join(home, 'node_modules/node/bin/node')
  const bin = join(home, 'node_modules/tenant-conformance/dist/src/cli/main.js')
  let told = ''

  beforeAll(async () => {
    mkdirSync(home)
    writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}')
    const wanted = [`node@${version}`, `vitest@${vitestVersion}`, tarball]
    const { stdout, stderr } = await promisify(execFile)(
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', ...wanted],
      { cwd: home, env: bare },
    )
    told = stdout + stderr
  })

  test('npm has no complaint about it', async () => {
    expect(await run(node, ['--version'], home)).toMatch(new RegExp(`^v${version}\\.`))
    expect(told).not.toMatch(/warn.*tenant-conformance/)
  })

  test('the command finds that the reference tenant conforms, and names its version', async () => {
    await run(node, ['--', bin, '--seed', '1', '--depth', 'quick', '--quiet'], home)
    const report = JSON.parse(readFileSync(join(home, 'reports/report.json'), 'utf8')) as {
      readonly outcome: string
      readonly clauses: readonly object[]
    }
    expect(report.outcome).toBe('conformant')
    expect(report.clauses.length).toBeGreaterThan(300)
    const npx = await run('npx', ['--offline', 'tenant-conformance', '--version'], home)
    expect(npx.split('\n')[0]).toBe(ownVersion)
  })

  test('the library checks a tenant, and the generators draw values', async () => {
    const script = `
    import { conformance, startTenant } from 'tenant-conformance'
    import { boundary, violation } from 'tenant-conformance/generate'
    const { environment, close } = await startTenant()
    const { outcome, clauses } = await conformance({
      depth: 'default',
      baseUrl: environment.TENANT_BASE_URL, environment, only: ['event-streams.create.name-length'],
    })
    await close()
    const schema = { type: 'string', maxLength: 3 }
    console.log(JSON.stringify([outcome, clauses.find(({ id }) => id.endsWith('create.name-length')).verdict,
      [...boundary(schema)].length > 0, violation(schema) !== null]))`
    expect((await run(node, ['--input-type=module', '--eval', script], home)).trim()).toBe(
      '["conformant","pass",true,true]',
    )
  })

  test('the entry point for vitest makes a test of a clause', async () => {
    writeFileSync(
      join(home, 'tenant.test.js'),
      "import { conformanceTests } from 'tenant-conformance/vitest'\nconformanceTests({ only: ['event-streams.create.name-length'] })",
    )
    const vitest = join(home, 'node_modules/vitest/vitest.mjs')
    const out = JSON.parse(await run(node, [vitest, 'run', '--reporter=json'], home)) as {
      readonly numPassedTests: number
      readonly numFailedTests: number
    }
    expect(out.numFailedTests).toBe(0)
    expect(out.numPassedTests).toBeGreaterThan(0)
  })

  // The suite imports the package by its name.
  test("a user's contract is planned with its suite", async () => {
    await run(node, [bin, 'new', 'contract', 'mine'], home)
    mkdirSync(join(home, 'mine/suites'))
    writeFileSync(
      join(home, 'mine/suites/todos.get.js'),
      "import { suite } from 'tenant-conformance/suite'\nexport default suite('todos.get', { accepts: async () => {} })",
    )
    const planned = await run(
      node,
      [bin, 'plan', '--contract', 'mine', '--base-url', 'http://127.0.0.1:9'],
      home,
    )
    expect(planned).toContain('63')
  })
})
