// Tests the examples of docs/generate.md in vitest, in Jest and in Node's test runner.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'

const home = mkdtempSync(join(tmpdir(), 'tenant-conformance-runners-'))
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:TENANT_|VITEST|NODE_|JEST_)/.test(name)),
)
const modules = join(home, 'node_modules')
const page = readFileSync(join(packageRoot, 'docs/generate.md'), 'utf8')

// Throws an error with the output if the exit code is not 0.
async function run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
    cwd: home,
    env: { ...bare, ...more },
  })
  return stdout + stderr
}

/** Returns the example that imports this test runner. */
function example(runner: string): string {
  const found = [...page.matchAll(/```[jt]s\n(.*?)```/gs)].find(([, code = '']) =>
    code.includes(`from '${runner}'`),
  )
  if (found?.[1] === undefined) throw new Error(`There is no example for ${runner} in docs/generate.md.`)
  return found[1]
}

// Takes the schema from the first example, because the other examples do not contain it.
const schema = /const order = (\{.*?\n\})/s.exec(example('vitest'))?.[1] ?? ''
const store = `
import Ajv from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
export const order = ${schema}
const ajv = new Ajv.default({ allErrors: true, strict: false, ownProperties: true })
addFormats.default(ajv)
const validate = ajv.compile(order)
export function store(value) {
  if (validate(value)) return structuredClone(value)
  throw new Error(validate.errors.map(({ instancePath }) => 'refused at "' + instancePath + '"').join())
}
`

beforeAll(() => {
  mkdirSync(modules)
  for (const name of ['ajv', 'ajv-formats', 'fast-check', 'vitest'])
    symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name))
  symlinkSync(packageRoot, join(modules, 'tenant-conformance'))
  writeFileSync(join(home, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(home, 'store.js'), store)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

test('the example for vitest', async () => {
  writeFileSync(join(home, 'order.test.ts'), example('vitest'))
  const cli = join(packageRoot, 'node_modules/vitest/vitest.mjs')
  expect(await run([cli, 'run', '--root', home])).toMatch(/Tests .*passed/)
})

test("the example for Node's own runner", async () => {
  writeFileSync(join(home, 'order.node.js'), example('node:test'))
  expect(await run(['--test', 'order.node.js'])).toMatch(/fail 0/)
})

test('the example for Jest', async () => {
  const jest = mkdtempSync(join(tmpdir(), 'tenant-conformance-jest-'))
  try {
    writeFileSync(join(jest, 'package.json'), '{"private":true}')
    // Installs Jest here, because its 250 packages are no dependencies of this project.
    await promisify(execFile)('npm', ['install', '--no-audit', '--no-fund', 'jest@30'], {
      cwd: jest,
      env: bare,
    })
    symlinkSync(join(jest, 'node_modules/@jest'), join(modules, '@jest'))
    writeFileSync(join(home, 'order.jest.test.js'), example('@jest/globals'))
    const options = ['--rootDir', home, '--testMatch', '**/order.jest.test.js']
    const cli = join(jest, 'node_modules/jest/bin/jest.js')
    const config = ['--transform', '{}', '--no-watchman']
    expect(await run(['--experimental-vm-modules', cli, ...options, ...config])).toMatch(/Tests: +\d+ passed/)
  } finally {
    rmSync(jest, { recursive: true, force: true })
  }
})
