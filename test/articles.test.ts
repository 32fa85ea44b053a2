// Tests that no message puts a fixed article before the name of a member or of a resource, for example "a
// updated_at". A member needs no article, and `aOf` returns the right article for a resource.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'

const files = execFileSync('git', ['ls-files', 'src/engine', 'src/oracle', 'suites'], {
  cwd: packageRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file.endsWith('.ts') && !/\.test(?:ing)?\.ts$/.test(file))

const articleBeforeName = /\b[Aa]n? \$\{[^}]*(?:title|member|field|moving)\b[^}]*\}/g

test('no message has a fixed article before a name', () => {
  expect(files.length).toBeGreaterThan(100)
  const found = files.flatMap((file) =>
    (readFileSync(join(packageRoot, file), 'utf8').match(articleBeforeName) ?? []).map(
      (text) => `${file}: ${text}`,
    ),
  )
  expect(found).toEqual([])
})
