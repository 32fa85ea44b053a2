// Tests that the README shows real outputs. Only numbers may differ.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { bin } from '../bin.ts'
import { expectSameRequests } from '../generated-parts.ts'

const file = join(packageRoot, 'README.md')
const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('TENANT_')),
)

const output = (...args: readonly string[]): string =>
  spawnSync(process.execPath, [bin(), '--seed', '1', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: environment,
  }).stdout

/** Returns the text of a generated part. */
const part = (name: string): string =>
  new RegExp(`<!-- generated: ${name} -->\n([\\s\\S]*?)<!-- end -->`).exec(readFileSync(file, 'utf8'))?.[1] ??
  ''

const block = (text: string): string => `\`\`\`\n${text.trim()}\n\`\`\`\n`

// Replaces ports, ids, requests and times, because they vary. The numbers of clauses do not vary.
const stable = (text: string): string =>
  text
    .split('\n')
    .map((line) =>
      line.startsWith('Clauses')
        ? line
        : line.replace(/\d+(?:\.\d+)?/g, '#').replace(/\b(?:es|tc-)[a-z#]+\b/g, '@'),
    )
    // Skips lines with texts of different lengths, because their line breaks vary.
    .filter(
      (line) => !/^(?:Traffic|\s+(?:curl|control|sent|received|api |new_id|STREAM_|\{|\()|\s{18})/.test(line),
    )
    .join('\n')

test.each([
  ['first run', []],
  ['first fault', ['--fault', 'update-toggle-keeps-updated-at']],
] as const)('the command prints the part "%s"', (name, args) => {
  const printed = block(output(...args))
  if (process.env.README === 'write') {
    const text = readFileSync(file, 'utf8')
    writeFileSync(
      file,
      text.replace(`<!-- generated: ${name} -->\n${part(name)}`, `<!-- generated: ${name} -->\n${printed}`),
    )
  }
  expectSameRequests(part(name), printed)
  expect(
    stable(part(name)),
    'README=write npx vitest run --project release test/release/readme.test.ts writes it',
  ).toBe(stable(printed))
})
