// Tests that `clauses explain` names the files and lines of checks and fixtures.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { loadSources, type Sources, sourcesOf } from '../src/catalogue/clause-sources.ts'
import { loadContract } from '../src/contract/index.ts'
import { fixtureGraph, loadSuites, planChecks } from '../src/engine/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'sources-'))
const file = join(folder, 'sources.json')
const contract = loadContract()
const clauses = [...contract.clauses.values()]
const graph = fixtureGraph(contract, planChecks(contract, await loadSuites(contract)))

let sources: Sources | null = null
beforeAll(() => {
  execFileSync(process.execPath, [join(packageRoot, 'scripts/sources.mjs'), file])
  sources = loadSources(file)
})
afterAll(() => rmSync(folder, { recursive: true }))

const textAt = (place: string): string => {
  const [path = '', line = '1'] = place.split(':')
  return readFileSync(join(packageRoot, path), 'utf8')
    .split('\n')
    .slice(Number(line) - 1)
    .join('\n')
}

test('each observable clause has a file and line that check it', () => {
  const without = clauses.filter(
    (clause) =>
      clause.unobservable === null && sourcesOf(clause, contract, sources, graph).checks.length === 0,
  )
  expect(without.map(({ id }) => id)).toEqual([])
})

test('the line in a suite begins the check with that name', () => {
  const inSuites = clauses.flatMap((clause) =>
    sourcesOf(clause, contract, sources, graph)
      .checks.slice(0, 1)
      .filter((place) => /^suites.*\.ts:/.test(place))
      .map((place) => ({ name: clause.name, text: textAt(place) })),
  )
  expect(inSuites.length).toBeGreaterThan(100)
  for (const { name, text } of inSuites) expect(text.trimStart()).toMatch(new RegExp(`^'?${name}'?[:(]`))
})

test('each line of a function declares a function', () => {
  const functions = clauses.flatMap((clause) => sourcesOf(clause, contract, sources, graph).checks.slice(1))
  for (const place of functions.filter((one) => one.includes(':')))
    expect(textAt(place)).toMatch(/^export (?:async function|function|const) \w/)
})

test('each fixture that a check declares has a file and line', () => {
  const fixtures = clauses.flatMap((clause) => sourcesOf(clause, contract, sources, graph).fixtures)
  expect(fixtures.length).toBeGreaterThan(100)
  for (const { name, place } of fixtures) {
    expect(place, name).not.toBeNull()
    expect(textAt(place ?? '').split('\n')[0], name).toContain('fixture(')
  }
})
