// Tests a contract folder that names a document. The folder overrides the document. It is an error if the
// folder names a part that the document does not contain.
// @module-tag whole
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Json } from '../../src/base/json.ts'
import { listClauses } from '../../src/cli/clauses.ts'
import { newContractFrom } from '../../src/cli/first-run/contract-from.ts'
import { recordingTerminal } from '../../src/cli/recording-terminal.testing.ts'
import { resolveContract } from '../../src/settings/contract.ts'
import { checkKitchen, recipesFile } from './recipes.ts'

function folderOf(files: Readonly<Record<string, Json>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(recipesFile, join(folder, 'recipes.yaml'))
  for (const [name, content] of Object.entries({
    'contract.json': { openapi: '../recipes.yaml' },
    ...files,
  })) {
    mkdirSync(dirname(join(folder, 'schemas', name)), { recursive: true })
    writeFileSync(join(folder, 'schemas', name), JSON.stringify(content))
  }
  return folder
}

test('a folder adds clauses as MUST, and removes others', async () => {
  const folder = folderOf({
    'resources/recipes.json': { unique: ['/title'], replaces: true },
    'operations/cooks.get.json': { rules: { 'unknown-id': null } },
  })
  const contract = await resolveContract({ contract: folder }, {})
  expect(contract.clauses.get('recipes.create.unique-refused')?.level).toBe('MUST')
  expect(contract.clauses.get('recipes.replace.replaces')?.level).toBe('MUST')
  expect(contract.clauses.has('cooks.get.unknown-id')).toBe(false)
  expect(contract.clauses.get('recipes.create.title-max-length')?.level).toBe('SHOULD')
  const { failed, report } = await checkKitchen(null, ['recipes'], folder)
  expect(failed).toEqual([])
  expect(report.clauses.find(({ id }) => id === 'recipes.create.unique-refused')?.verdict).toBe('pass')
}, 120_000)

test("if a folder uses an operation's name from the document, the error gives its name in the contract", async () => {
  const folder = folderOf({ 'operations/addCook.json': { rules: {} } })
  await expect(resolveContract({ contract: folder }, {})).rejects.toMatchObject({
    details: [
      expect.stringContaining('the name of addCook in the contract is cooks.create: rename the file'),
    ],
  })
})

test('a part that the document no longer has is an error with its location', async () => {
  const folder = folderOf({
    'operations/cooks.fire.json': { rules: {} },
    'resources/recipes.json': { life: { read: 'recipes.show' }, compare: { '/none': 'ignore' } },
  })
  await expect(resolveContract({ contract: folder }, {})).rejects.toMatchObject({
    details: [
      expect.stringMatching(
        /^schemas\/operations\/cooks\.fire\.json: the document has no operation cooks\.fire, or no longer has this operation/,
      ),
    ],
  })
  rmSync(join(folder, 'schemas/operations'), { recursive: true })
  await expect(resolveContract({ contract: folder }, {})).rejects.toMatchObject({
    details: [
      expect.stringMatching(/^schemas\/resources\/recipes\.json at \/compare\/~1none: /),
      expect.stringMatching(
        /^schemas\/resources\/recipes\.json at \/life\/read: there is no operation "recipes\.show"/,
      ),
    ],
  })
})

test('`new contract --from` writes a folder with the meaning of the document', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'recipes-')), 'mine')
  onTestFinished(() => rmSync(dirname(folder), { recursive: true, force: true }))
  const { terminal } = recordingTerminal()
  await newContractFrom(folder, recipesFile, terminal)
  expect(JSON.parse(readFileSync(join(folder, 'schemas/resources/recipes.json'), 'utf8'))).toMatchObject({
    life: { create: 'recipes.create' },
    references: { '/cookId': 'cooks' },
  })
  expect(readFileSync(join(folder, 'QUESTIONS.md'), 'utf8')).toContain(
    'None: the document contains everything that a run needs.',
  )
  const [own, document] = await Promise.all(
    [folder, recipesFile].map(async (contract) => [
      ...(await resolveContract({ contract }, {})).clauses.keys(),
    ]),
  )
  // The run judges more clauses with the folder, because the folder states facts that the loader must
  // otherwise guess.
  expect(document?.every((id) => own?.includes(id))).toBe(true)
})

test('`clauses` lists resources, kinds of operations and locations', async () => {
  const { terminal, told } = recordingTerminal()
  await listClauses({ contract: recipesFile, format: 'text' }, {}, terminal)
  expect(told.out).toContain('replace  recipes.replace (PUT /recipes/{id})')
  expect(told.out).toContain('#/components/schemas/NewRecipe/properties/title: The tenant rejects a request')
})
