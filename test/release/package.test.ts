// The package as its users get it: packed, installed in an empty folder and run by each supported line of Node.js.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-package-'))
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:TENANT_|VITEST|NODE_)/.test(name)),
)
let tarball = ''

// Throws what the command printed where it fails.
const run = async (command: string, args: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(command, args, { cwd, env: bare })).stdout

beforeAll(async () => {
  const [packed] = JSON.parse(
    await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], packageRoot),
  ) as { filename: string }[]
  tarball = join(folder, packed?.filename ?? '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(['20', '22', '24'])(
  'the installed package finds the reference tenant conformant by Node.js %s',
  async (version) => {
    const home = join(folder, version)
    mkdirSync(home)
    writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}')
    await run('npm', ['install', '--no-audit', '--no-fund', `node@${version}`, tarball], home)
    const node = join(home, 'node_modules/node/bin/node')
    expect(await run(node, ['--version'], home)).toMatch(new RegExp(`^v${version}\\.`))

    const bin = join(home, 'node_modules/tenant-conformance/dist/src/cli/main.js')
    await run(node, [bin, '--seed', '1', '--examples', '2', '--quiet'], home)
    const report = JSON.parse(readFileSync(join(home, 'reports/report.json'), 'utf8')) as { outcome: string }
    expect(report.outcome).toBe('conformant')

    const script = `
    import { conformance, startTenant } from 'tenant-conformance'
    import { boundary, valid, violation } from 'tenant-conformance/generate'
    console.log([conformance, startTenant, boundary, valid, violation].map((one) => typeof one).join())`
    expect((await run(node, ['--input-type=module', '--eval', script], home)).trim()).toBe(
      'function,function,function,function,function',
    )

    // A contract of one's own, with a suite that finds its face by the package's name.
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
  },
)
