// Tests an API without suites. Each fault must fail its clause.
import { expect, test } from 'vitest'
import { checkShelves, idsWith } from '../contracts/check-shelves.ts'
import { type ShelfFault, shelfFaults } from '../contracts/shelf-faults.ts'

test.each(Object.entries(shelfFaults))('%s fails %s', async (fault, clause) => {
  const operation = clause.slice(0, clause.lastIndexOf('.') + 1)
  const { report } = await checkShelves(fault as ShelfFault, [operation], 3)
  expect(idsWith(report, 'fail')).toContain(clause)
})
