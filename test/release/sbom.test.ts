// Tests that the bill of materials of a release is valid CycloneDX and complete.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'

interface Bill {
  readonly specVersion: string
  readonly metadata: object
  readonly components: readonly {
    readonly name: string
    readonly version: string
    readonly purl: string
    readonly hashes: readonly object[]
    readonly licenses: readonly object[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-sbom-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let text = ''
let bill: Bill = { specVersion: '', metadata: {}, components: [] }

beforeAll(async () => {
  const file = join(folder, 'sbom.cdx.json')
  await promisify(execFile)('npm', ['run', '--silent', 'sbom', '--', file], { cwd: packageRoot })
  text = readFileSync(file, 'utf8')
  bill = JSON.parse(text) as Bill
})

/** Validates the text by the schema of its version. Returns null if there are no errors. */
const errorsIn = async (written: string): Promise<Validation.Types.ValidationError | null> => {
  const version = Object.values(Spec.Version).find((one) => one === bill.specVersion)
  if (version === undefined) throw new Error(`the library knows no CycloneDX ${bill.specVersion}`)
  return new Validation.JsonStrictValidator(version).validate(written)
}

test('is valid by the schema of its version', async () => {
  expect(await errorsIn(text)).toBeNull()
})

test.each<[string, string, string]>([
  ['a digest of an unknown kind', '"alg": "SHA-512"', '"alg": "SHA-5"'],
  ['a member that no one knows', '"bomFormat"', '"bomFormats"'],
  ['a component of no known kind', '"type": "library"', '"type": "book"'],
])('finds %s', async (_, right, wrong) => {
  expect(text.includes(right)).toBe(true)
  expect(await errorsIn(text.replace(right, wrong))).not.toBeNull()
})

test('lists the installed packages, each with its licence and digest', () => {
  expect(bill.metadata).toMatchObject({ component: { name: 'tenant-conformance' } })
  const rows = readFileSync(join(packageRoot, 'docs/licences.md'), 'utf8').matchAll(
    /^\| \[([^\]]+)\]\S+ \| (\S+) \|/gm,
  )
  const listed = [...rows].map(([, name, version]) => `${name}@${version}`)
  expect(bill.components.map(({ name, version }) => `${name}@${version}`).sort()).toEqual(listed.sort())
  for (const { purl, hashes, licenses } of bill.components) {
    expect(purl).toMatch(/^pkg:npm\//)
    expect([hashes.length, licenses.length], purl).toEqual([1, 1])
  }
})
