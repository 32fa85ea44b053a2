// Tests an OpenAPI document as the contract, with a conforming server and with faulty servers.
// @module-tag whole
import { expect, test } from 'vitest'
import { checkKitchen, type RecipeFault, recipesContract } from './recipes.ts'

test('a conforming server fails nothing, and nothing is left', async () => {
  const { report, left, failed } = await checkKitchen()
  expect(failed).toEqual([])
  expect(report.clauses.filter(({ verdict }) => verdict === 'error')).toEqual([])
  const answered = report.clauses.filter(({ verdict }) => verdict === 'pass').length
  expect(answered).toBeGreaterThan(0.85 * report.clauses.length)
  expect(left).toEqual(['Ada', 'Ben', 'Cleo', 'Dev'])
  expect(JSON.stringify(report)).not.toContain('kitchen-key-of-the-test')
}, 120_000)

test('a server that refuses a member of its own schema is checked without that member', async () => {
  const { report, failed } = await checkKitchen('nickname-refused')
  expect(failed.filter((id) => report.clauses.find((one) => one.id === id)?.level === 'MUST')).toEqual([])
  expect(report.clauses.find(({ id }) => id === 'cooks.create.accepts')?.verdict).toBe('pass')
  expect(report.notes.join('\n')).toMatch(/refuses a valid value of nickname of cook \(400/)
}, 120_000)

test.each<[RecipeFault, string, string]>([
  ['title-too-long', 'recipes.create.title-max-length', 'SHOULD'],
  ['cook-not-listed', 'cooks.list.listed', 'SHOULD'],
  ['put-undocumented-status', 'recipes.replace.documented-status', 'SHOULD'],
  ['no-location', 'cooks.create.response-headers', 'MUST'],
  ['without-key', 'recipes.get.auth-missing', 'MUST'],
  ['recipe-stays', 'recipes.delete.gone-after-delete', 'SHOULD'],
  ['pin-shown', 'cooks.get.secret-hidden', 'SHOULD'],
  ['error-without-text', 'recipes.get.response-404', 'MUST'],
])(
  '%s fails %s',
  async (fault, clause, level) => {
    const { report, failed } = await checkKitchen(fault, [clause.split('.').slice(0, 2).join('.')])
    expect(failed).toContain(clause)
    expect(report.clauses.find(({ id }) => id === clause)?.level).toBe(level)
  },
  120_000,
)

test('the clauses name their locations in the document', async () => {
  const { contract, questions } = await recipesContract()
  const partOf = (id: string): string | undefined => contract.clauses.get(id)?.part
  expect(partOf('recipes.create.title-max-length')).toBe('#/components/schemas/NewRecipe/properties/title')
  expect(partOf('cooks.get.returned-since')).toBe('#/components/schemas/Cook/allOf/0/properties/since')
  expect(partOf('cooks.get.accepts')).toBe('#/paths/~1cooks~1{cookId}/get')
  expect(contract.resources.get('recipes')?.references).toEqual(new Map([['/cookId', 'cooks']]))
  expect(contract.resources.get('cooks')?.paging).toEqual({
    ...{ by: 'offset', parameter: 'offset', size: 'limit' },
  })
  expect(questions).toEqual([])
})
