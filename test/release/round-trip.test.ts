// Tests which seeded faults a run finds after the export to OpenAPI and the import. `npm run
// round-trip:measure` tries all faults and writes docs/openapi.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'
import { faultsFile, isFaultFound, recordedFaults, roundTripTable } from '../openapi/round-trip.ts'
import { partOf } from '../proof/part.ts'

const page = 'docs/openapi.md'
const [begin, end] = [
  '<!-- round trip: written by npm run round-trip:measure -->',
  '<!-- end of round trip -->',
]
const faults = await tenantFaults()

test.skipIf(process.env.ROUND_TRIP !== 'write')('write the table', { timeout: 10_800_000 }, async () => {
  const found: string[] = []
  const left = [...faults]
  const worker = async (): Promise<void> => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      if (await isFaultFound(fault)) found.push(fault.name)
      if (left.length % 50 === 0) process.stderr.write(`${found.length} found, ${left.length} left\n`)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  writeFileSync(faultsFile, `${found.sort().join('\n')}\n`)
  const text = readFileSync(page, 'utf8')
  const [before = '', rest = ''] = text.split(begin)
  const after = rest.slice(rest.indexOf(end))
  writeFileSync(page, `${before}${begin}\n${await roundTripTable()}\n${after}`)
  expect(found.length).toBeGreaterThan(0)
})

const recorded = recordedFaults()
const isRecorded = ({ name }: Fault): boolean => recorded.has(name)
const some = [
  ...partOf(faults.filter(isRecorded), 20),
  ...partOf(
    faults.filter((fault) => !isRecorded(fault)),
    40,
  ),
]

test.skipIf(process.env.ROUND_TRIP === 'write').each(some)('$name is found as recorded', async (fault) => {
  expect(await isFaultFound(fault)).toBe(isRecorded(fault))
})
