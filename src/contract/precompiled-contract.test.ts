// The precompiled contract equals the contract of its sources, and is not used after a change of a source.
import { cpSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { shippedContract, sourcesIn } from './contract-folders.ts'
import { contractFromFiles } from './load.ts'
import { precompiledContract, precompiledContractFile, precompiledText } from './precompiled-contract.ts'

const root = mkdtempSync(join(tmpdir(), 'kept-contract-'))
afterAll(() => rmSync(root, { recursive: true }))

const folders = { ...shippedContract, schemas: join(root, 'schemas') }
cpSync(shippedContract.schemas, folders.schemas, { recursive: true })
const loaded = contractFromFiles(folders, true)
writeFileSync(join(root, precompiledContractFile), precompiledText(loaded, sourcesIn(folders)))

test('the precompiled contract equals the loaded contract, and is frozen', () => {
  const kept = precompiledContract(folders, root)
  expect(kept).toStrictEqual(loaded)
  expect(Object.isFrozen(kept?.clauses)).toBe(true)
  expect(Object.isFrozen(kept?.operations.get('event-streams.create')?.request?.properties)).toBe(true)
})

test.each(['contract.json', 'operations/event-streams.create.json', 'cross'])(
  'ignores the precompiled contract after a change of %s',
  (source) => {
    const later = new Date(Date.now() + 60_000)
    utimesSync(join(folders.schemas, source), later, later)
    expect(precompiledContract(folders, root)).toBeNull()
    const before = new Date(0)
    utimesSync(join(folders.schemas, source), before, before)
    expect(precompiledContract(folders, root)).not.toBeNull()
  },
)

test('returns null if no precompiled contract exists', () => {
  expect(precompiledContract(folders, join(root, 'schemas'))).toBeNull()
  expect(precompiledContract({ ...folders, schemas: root }, root)).toBeNull()
})
