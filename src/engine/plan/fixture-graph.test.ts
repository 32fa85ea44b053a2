// Tests which fixtures the checks use, directly or through other fixtures.
import { expect, test } from 'vitest'
import { contract } from '../exchange.testing.ts'
import { fixture, perOperation, using } from '../fixture.ts'
import type { Check } from '../suite.ts'
import { closure, fixtureGraph } from './fixture-graph.ts'

const id = 'event-streams.update.accepts'
const graphOf = (run: Check) => {
  const clause = contract.clauses.get(id)
  if (clause === undefined) throw new Error(id)
  return fixtureGraph(contract, [{ clause, phase: 'examples', exclusive: null, run }])
}
const usedBy = (run: Check): readonly string[] => graphOf(run).get(`${id} examples`) ?? []
const nothing = async (): Promise<void> => {}

const plain = fixture('plain', nothing)
const ofOperation = fixture('series of *', perOperation, using([plain], nothing))
const asEach = fixture('as *', () => ['one', 'other'], nothing)

test('a function without a declaration uses nothing', () => {
  expect(usedBy(nothing)).toEqual([])
})

test('a fixture with keys is listed once for each key, or for the declared key', () => {
  expect(usedBy(using([ofOperation, asEach], nothing))).toEqual([
    'fixture series of event-streams.update',
    'fixture as one',
    'fixture as other',
  ])
  expect(usedBy(using([[asEach, 'other']], nothing))).toEqual(['fixture as other'])
})

test('a check uses the fixtures of its helpers, each once', () => {
  const helper = using([plain], nothing)
  expect(usedBy(using([helper, plain], using([asEach], nothing)))).toEqual([
    'fixture plain',
    'fixture as one',
    'fixture as other',
  ])
})

test('an adapter represents the resource client, which calibrates the resource', () => {
  expect(usedBy(using([{ kind: 'driver', resource: 'event-streams' }], nothing))).toEqual([
    'fixture observable members of event-streams',
  ])
})

test('fixtures use other fixtures', () => {
  const graph = graphOf(using([ofOperation], nothing))
  expect(graph.get('fixture series of event-streams.update')).toEqual(['fixture plain'])
  expect([...closure([`${id} examples`], graph)]).toContain('fixture plain')
})
