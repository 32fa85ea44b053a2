// Lists the values at the limits of a clause's keywords.
import { expect, test } from 'vitest'
import { loadContract } from '../contract/index.ts'
import { casesOf } from './clause-cases.ts'

const contract = loadContract()
const casesFor = (id: string): readonly string[] => {
  const clause = contract.clauses.get(id)
  if (clause === undefined) throw new Error(`no clause ${id}`)
  return casesOf(clause, contract)
}

test('a length has values on both sides of its limits', () => {
  expect(casesFor('event-streams.create.name-length')).toEqual([
    'name: "a", to be accepted',
    'name: "aa", to be accepted',
    'name: "", to be refused',
    'name: 128 characters, to be accepted',
    'name: 127 characters, to be accepted',
    'name: 129 characters, to be refused',
  ])
})

test('a clause without a keyword in a request has no values', () => {
  expect(casesFor('event-streams.update.rest-unchanged')).toEqual([])
  expect(casesFor('any.event-disabled')).toEqual([])
})

test('shortens a long list', () => {
  expect(casesFor('event-streams.update.subscriptions-type').at(-1)).toMatch(/^and \d+ more$/)
})
