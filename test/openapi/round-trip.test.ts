// Tests the shipped contract after its export to OpenAPI and its import.
// @module-tag whole
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkByDocument, failedIn, isFoundAgain, namedClauses, roundTripTable } from './round-trip.ts'

test('reads back every keyword with a clause', () => {
  const ofSchemas = namedClauses().filter(({ part }) => part === 'request' || part === 'response')
  expect(ofSchemas.length).toBeGreaterThan(60)
  expect(ofSchemas.filter((one) => !isFoundAgain(one))).toEqual([])
})

test('the reference tenant passes, and nothing is left', async () => {
  const report = await checkByDocument()
  expect(failedIn(report)).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'error')).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(100)
  expect(report.resources.created.length).toBeGreaterThan(0)
  expect(report.resources.leaked).toEqual([])
})

test('the page has the counts of the record', async () => {
  expect(readFileSync('docs/openapi.md', 'utf8'), 'npm run round-trip:measure').toContain(
    await roundTripTable(),
  )
})
