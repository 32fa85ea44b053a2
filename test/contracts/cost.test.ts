// Tests the number of requests for each clause of a contract without suites.
// @module-tag whole
import { expect, onTestFinished, test } from 'vitest'
import { conformance } from '../../src/index.ts'
import { checkShelves, contract, idsWith } from './check-shelves.ts'
import { startShelves } from './shelf-server.ts'

// The limit for this small contract. The fewer keywords a contract has, the more requests a run needs for
// each clause. With larger contracts, a run needs fewer than four.
const requestsPerClauseMax = 6.5

test('a run without a named depth sends few requests for each clause, and says what a deeper run adds', async () => {
  const server = await startShelves()
  onTestFinished(() => server.close())
  const { traffic, clauses, run } = await conformance({
    contract,
    baseUrl: server.baseUrl,
    environment: {},
    seed: 1,
  })
  expect(traffic.requests / clauses.length).toBeLessThan(requestsPerClauseMax)
  expect(run.depth).toMatchObject({ deeper: { depth: 'deep' } })
  expect(run.depth?.reason).toContain('more than 4 requests for each clause')
})

// Both clauses judge the same requests. The failure of one clause must not hide the failure of the other.
test('if the server stores a cut value, both clauses that compare this value fail', async () => {
  const { report } = await checkShelves('title-cut', ['books.create.as-sent', 'books.create.stored'])
  expect(idsWith(report, 'fail')).toEqual(['books.create.as-sent', 'books.create.stored'])
})
