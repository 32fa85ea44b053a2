// A contract of data alone: laws and schemas check an API that the engine has never heard of, and two contracts stand side by side.
import { expect, test } from 'vitest'
import { conformance } from '../../src/index.ts'
import { checkShelves, idsWith } from './check-shelves.ts'

test('a conforming API fails nothing, nothing is left behind, and what there is one of is put back', async () => {
  const { report, held } = await checkShelves()
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'error')).toEqual([])
  expect(report.summary.pass).toBeGreaterThan(0.95 * report.clauses.length)
  expect(report.resources.leaked).toEqual([])
  expect(report.notes.join('\n')).toContain(
    'the contract shelves 1 (unproven: this contract brings no reference tenant)',
  )
  expect(held).toEqual({
    shelves: ['theirs'],
    books: [],
    sign: { text: 'Please be quiet', light: true },
  })
})

test.each([
  ['title-cut', 'books.create.as-sent'],
  ['state-any', 'books.update.transitions-refused'],
  ['outlives-shelf', 'books.get.gone-with-parent'],
] as const)('%s fails %s (all faults: test/release/data-alone.test.ts)', async (fault, clause) => {
  const { report } = await checkShelves(fault, [clause])
  expect(idsWith(report, 'fail')).toEqual([clause])
})

test('two contracts are checked in one process at the same time', async () => {
  const [shipped, { report }] = await Promise.all([
    conformance({ environment: {}, seed: 1, examples: 1, only: ['custom-signing-keys.'] }),
    checkShelves(undefined, ['shelves.']),
  ])
  expect([shipped.summary.fail, report.summary.fail]).toEqual([0, 0])
  expect(shipped.summary.pass).toBeGreaterThan(5)
  expect(report.summary.pass).toBeGreaterThan(5)
  expect(report.clauses.some(({ id }) => id.startsWith('custom-signing-keys'))).toBe(false)
})
