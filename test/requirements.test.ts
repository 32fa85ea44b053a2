// Tests that the requirements of the specification and the clauses refer to each other without gaps.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../src/base/package-root.ts'
import { requirementsPage, withRequirements } from '../src/catalogue/requirements-page.ts'
import {
  idsMatching,
  loadContract,
  loadRequirements,
  partOf,
  type Requirement,
} from '../src/contract/index.ts'

const contract = loadContract()
// This call throws an error if the file is invalid.
const requirements = loadRequirements()
const decisions = readdirSync(join(packageRoot, 'docs/decisions')).map((file) => file.slice(0, 4))

const clausesOf = (names: readonly string[] = []): readonly string[] =>
  names.flatMap((name) => idsMatching(name, contract.clauses.keys()))

test('every requirement has exactly one account, for example clauses or open points', () => {
  for (const { id, statement, ...account } of requirements)
    expect(Object.keys(account), `${id} ${statement}`).toHaveLength(1)
})

test('requirements are numbered without gaps, by part in reading order', () => {
  const parts = [...new Set(requirements.map(partOf))]
  expect(parts).toEqual([...parts].sort())
  const numbered = parts.flatMap((part) =>
    requirements
      .filter((requirement) => partOf(requirement) === part)
      .map((_, index) => `${part}-${String(index + 1).padStart(2, '0')}`),
  )
  expect(requirements.map(({ id }) => id)).toEqual(numbered)
})

test('no part contains a statement twice', () => {
  const said = requirements.map((requirement) => `${partOf(requirement)}: ${requirement.statement}`)
  expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
})

test('all names in a requirement exist', () => {
  const points = new Set(contract.openPoints.map(({ id }) => id))
  const wrong = requirements.flatMap(({ id, clauses = [], openPoints = [], decision }) => [
    ...clauses.filter((name) => clausesOf([name]).length === 0).map((name) => `${id}: no clause ${name}`),
    ...openPoints.filter((name) => !points.has(name)).map((name) => `${id}: no open point ${name}`),
    ...(decision === undefined || decisions.includes(decision) ? [] : [`${id}: no decision ${decision}`]),
  ])
  expect(wrong).toEqual([])
})

test('every clause has a requirement', () => {
  const grounded = new Set(requirements.flatMap(({ clauses }) => clausesOf(clauses)))
  const lacking = [...contract.clauses.values()].filter(({ id }) => !grounded.has(id))
  expect(
    lacking.map(({ id, part }) => `${id} (part ${part})`),
    `Name these clauses in schemas/requirements.json, each at the statement of its part that it judges: ${lacking.map(({ id }) => id).join(', ')}`,
  ).toEqual([])
})

test('every open point belongs to a requirement', () => {
  const left = new Set(requirements.flatMap(({ openPoints = [] }) => openPoints))
  const lacking = contract.openPoints.filter(({ id }) => !left.has(id))
  expect(
    lacking.map(({ id, part }) => `${id} (part ${part})`),
    `Name these open points in schemas/requirements.json: ${lacking.map(({ id }) => id).join(', ')}`,
  ).toEqual([])
})

test('requirements of the cited part, or of the part around it, name each clause and open point', () => {
  const elsewhere = (id: string, part: string, names: (one: Requirement) => readonly string[]): boolean =>
    !requirements.some((one) => {
      const place = partOf(one)
      return (place === part || part.startsWith(`${place}.`)) && names(one).includes(id)
    })
  const wrong = [
    ...[...contract.clauses.values()].filter(({ id, part }) =>
      elsewhere(id, part, ({ clauses }) => clausesOf(clauses)),
    ),
    ...contract.openPoints.filter(({ id, part }) => elsewhere(id, part, ({ openPoints = [] }) => openPoints)),
  ]
  expect(wrong.map(({ id, part }) => `${id} cites part ${part}, where no requirement names it`)).toEqual([])
})

test('the page of requirements is up to date (npm run build && npm run docs:requirements writes it)', async () => {
  const page = readFileSync(join(packageRoot, 'docs/requirements.md'), 'utf8')
  expect(page.split('\n'), 'npm run build && npm run docs:requirements').toEqual(
    withRequirements(page, await requirementsPage()).split('\n'),
  )
})
