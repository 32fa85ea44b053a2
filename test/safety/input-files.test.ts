// Tests that the tool can read any named file, or refuses it with one sentence.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { loadContract } from '../../src/contract/index.ts'
import { loadProfile } from '../../src/profile/index.ts'
import { readReport } from '../../src/report/index.ts'
import { readCertificate } from '../../src/settings/certificate.ts'
import { processEnvironment } from '../../src/settings/environment.ts'

const readers: readonly (readonly [string, (file: string) => unknown])[] = [
  ['profile', (file) => loadProfile(file, loadContract())],
  ['report or baseline', readReport],
  ['certificate', readCertificate],
  ['.env', processEnvironment],
]

const pipe = join(mkdtempSync(join(tmpdir(), 'pipe-')), 'pipe')
execFileSync('mkfifo', [pipe])

describe.each(readers)('a %s', (_kind, read) => {
  test.each([
    ['device without an end', '/dev/zero'],
    ['pipe that nobody writes to', pipe],
    ['folder', tmpdir()],
  ])('that is a %s is refused in one sentence', async (_what, file) => {
    const thrown = await Promise.resolve()
      .then(() => read(file))
      .then(
        () => null,
        (error: Error) => error,
      )
    expect(thrown?.name).toBe('ConfigurationError')
    expect(thrown?.message).toMatch(/^.+ can't be read \(it is not a regular file\): .+\.$/)
    expect(thrown?.message).toContain(file)
  })
})

test('only files of the package and of the system are read in another way', () => {
  const sources = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' })
  const reading = sources
    .filter((file) => file.endsWith('.ts') && !/\.(test|testing)\.ts$/.test(file))
    .flatMap((file) => {
      const lines = readFileSync(join(packageRoot, 'src', file), 'utf8').split('\n')
      return lines
        .filter(
          (line) =>
            /\breadFile(Sync)?\((?!0)/.test(line) &&
            !/packageRoot|join\(codeRoot, |join\(folder, file\)|readFileSync\(schema,|join\(root, precompiledContractFile\)|['`]\/proc\//.test(
              line,
            ),
        )
        .map((line) => `${file}: ${line.trim()}`)
    })
  expect(reading).toEqual([])
})
