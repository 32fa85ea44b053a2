// Tests that docs/kill-matrix.md and the README cover all faults.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { tenantFaults } from '../src/tenant/index.ts'

test('the README shows the figures of the kill matrix', () => {
  const textOf = (file: string): string => readFileSync(join(packageRoot, file), 'utf8')
  const [, figures] = /^Written by `npm run proof`\. (.*)$/m.exec(textOf('docs/kill-matrix.md')) ?? []
  const [, told] = /<!-- generated: proof -->\n(.*)\n<!-- end -->/.exec(textOf('README.md')) ?? []
  expect(told, '`npm run docs -- README.md` writes them').toBe(figures)
})

test('the kill matrix contains all faults, and every one is found', async () => {
  const rows = readFileSync(join(packageRoot, 'docs/kill-matrix.md'), 'utf8').matchAll(
    /^\| ([a-z0-9-]+) \| (\S+) \| (yes|\*\*no\*\*) \|/gm,
  )
  const caught = [...rows].filter(([, , , verdict]) => verdict === 'yes').map(([, name]) => name)
  expect(caught).toEqual((await tenantFaults()).map(({ name }) => name).sort())
})
