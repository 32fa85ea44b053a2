// Tests the commands with another contract than the shipped one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SecretMask } from '../../src/base/secret-mask.ts'
import { commandLine } from '../../src/cli/command-line.ts'
import { recordingTerminal } from '../../src/cli/recording-terminal.testing.ts'
import { contractFolder, shelfContract } from '../contracts/shelf-contract.ts'
import { type ShelfServer, startShelves } from '../contracts/shelf-server.ts'

const contract = contractFolder(shelfContract)
const folder = mkdtempSync(join(tmpdir(), 'tc-'))
const failed = join(folder, 'failed')
const shipped = join(folder, 'shipped')
let server: ShelfServer

const command = async (...argv: readonly string[]) => {
  const { terminal, told } = recordingTerminal()
  return { exit: await commandLine(argv, terminal, new SecretMask()), ...told }
}
const run = (reportDir: string, ...argv: readonly string[]) =>
  command('run', '--quiet', '--seed', '1', '--examples', '1', '--report-dir', reportDir, ...argv)
const ofShelves = (...argv: readonly string[]) => [
  ...['--contract', contract, '--base-url', server.baseUrl],
  ...argv,
]

beforeAll(async () => {
  server = await startShelves('list-lacks')
  await run(failed, ...ofShelves('--only', 'books.list.listed'))
  await run(shipped, '--only', 'custom-signing-keys.get.accepts')
})

afterAll(async () => {
  await server.close()
  for (const one of [folder, contract]) rmSync(one, { recursive: true })
})

test('every report names the contract, and says that it is unproven', async () => {
  const text = (file: string): string => readFileSync(join(failed, file), 'utf8')
  const unproven = 'this contract has no reference tenant'
  expect(JSON.parse(text('report.json'))).toMatchObject({
    contract: { name: 'shelves', title: 'Shelves', version: '1', unproven },
  })
  expect(text('report.json')).toContain(`verify-contract ${contract}`)
  expect(text('junit.xml')).toContain('<property name="contract" value="shelves 1"/>')
  expect(text('report.html')).toContain(`Shelves (shelves 1), unproven: ${unproven}`)
  expect(text('report.html')).toMatch(/<title>non-conformant: [^<]*, contract shelves 1</)
  expect(text('summary.md')).toContain('contract shelves 1')
  const { out } = await command(
    ...['run', '--report-dir', join(folder, 'text'), '--examples', '1', '--only', 'sign.get.accepts'],
    ...ofShelves(),
  )
  const [header = ''] = out.split('\n\n', 1)
  expect(header).toContain('contract shelves 1')
  expect(out.replaceAll(/\s+/g, ' ')).toContain('which has no reference tenant. To test on a stub')
})

test('a report of the shipped contract names it, and calls nothing unproven', () => {
  const report = JSON.parse(readFileSync(join(shipped, 'report.json'), 'utf8'))
  const { families, ...contract } = report.contract
  expect(contract).toEqual({ name: 'management-api', title: 'Management API', version: '2' })
  expect(families).toContain('authentication')
})

test('the command that replays a failure names the contract as it was given', async () => {
  const dir = join(folder, 'lines')
  const { out } = await command(
    ...['run', '--report-dir', dir, '--examples', '1', '--seed', '1', '--only', 'books.list.listed'],
    ...ofShelves(),
  )
  expect(out).toContain(`replay ${join(dir, 'report.json')} books.list.listed --contract ${contract}\n`)
  // The replay command contains the path of the contract, because the reader may run it in another folder.
  expect(readFileSync(join(dir, 'report.html'), 'utf8')).toContain('books.list.listed --contract DIR</pre>')
})

test('replays a failure only with its contract', async () => {
  const report = join(failed, 'report.json')
  const again = await command('replay', report, '--quiet', ...ofShelves())
  expect(again).toMatchObject({
    exit: 1,
    out: expect.stringContaining('STILL FAILING  MUST books.list.listed'),
  })
  const other = await command('replay', report, '--quiet', '--base-url', server.baseUrl)
  expect(other.exit).toBe(2)
  expect(other.err).toContain('belongs to the contract shelves 1, but this command has management-api 2')
})

test('reports of different contracts are neither compared nor merged', async () => {
  const [one, other] = [join(failed, 'report.json'), join(shipped, 'report.json')]
  for (const argv of [
    ['diff', one, other],
    ['merge', one, other, '--report-dir', join(folder, 'merged')],
  ]) {
    const { exit, err } = await command(...argv)
    expect(exit).toBe(2)
    expect(err).toContain('different contracts (shelves 1 and management-api 2)')
  }
  expect((await command('diff', one, one)).exit).toBe(0)
})

test('explain shows the source of a clause, and the command that proves the clause', async () => {
  const { out } = await command('clauses', 'explain', 'books.create.title-max-length', '--contract', contract)
  for (const text of ['shelves 1 (Shelves)', 'POST /shelves/{shelfId}/books', 'request: maxLength 60'])
    expect(out).toContain(text)
  expect(out).toContain(`verify-contract ${contract}`)
  expect(out).not.toContain('part ')
})

test('a stub counts the plan, and the tenant receives nothing', async () => {
  const selected = ofShelves('--only', 'sign.replace.', '--examples', '5')
  const { exit, out } = await command('plan', ...selected)
  expect(exit).toBe(0)
  expect(out).toContain('contract shelves 1')
  const [, about = ''] = /--writes destructive[\s\S]*?requests +about +(\d+)/.exec(out) ?? []
  const planned = join(folder, 'planned')
  await run(planned, ...selected)
  const { traffic } = JSON.parse(readFileSync(join(planned, 'report.json'), 'utf8'))
  expect(Number(about)).toBeGreaterThan(0.8 * traffic.requests)
  expect(Number(about)).toBeLessThan(1.3 * traffic.requests + 20)
})

test('the OpenAPI document and the profile are those of the contract', async () => {
  const { out } = await command('export', 'openapi', '--contract', contract)
  const document = JSON.parse(out)
  expect(document).toMatchObject({ info: { title: 'Shelves', version: '1' } })
  expect(Object.keys(document.paths)).toContain('/shelves/{shelfId}/books/{bookId}')
  expect(out).not.toMatch(/securitySchemes|oauth/i)
  expect((await new Validator().validate(document)).valid).toBe(true)
  const report = ['--report', join(failed, 'report.json')]
  expect((await command('export', 'profile', '--contract', contract, ...report)).exit).toBe(0)
  expect((await command('export', 'profile', ...report)).exit).toBe(2)
  expect((await command('export', 'har', ...report)).out).toContain('/books')
})

test('a sweep accepts only the ledger of its contract', async () => {
  const { baseUrl } = server
  const first = {
    ...{ entry: 'run', version: 1, marker: 'tc-0000abcd', baseUrl, authUrl: baseUrl, tokenUrl: baseUrl },
    ...{ audience: '', embedded: false, profile: null, fixtures: {} },
    contract: { name: 'shelves', version: '1' },
  }
  const intent = { entry: 'intent', number: 1, kind: 'shelf', name: 'tc-0000abcd 1' }
  const file = join(failed, 'ledger.jsonl')
  writeFileSync(file, [first, intent].map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  const other = await command('sweep', '--report-dir', failed, '--base-url', baseUrl)
  expect(other).toMatchObject({ exit: 2, err: expect.stringContaining('belongs to the contract shelves 1') })
  rmSync(file)
})

test('verify-contract prints text and JSON, and its exit code depends on the proof', async () => {
  const only = ['--only', 'sign.get.returned-text']
  const text = await command('verify-contract', contract, ...only)
  expect(text).toMatchObject({
    exit: 0,
    out: expect.stringContaining('proven by: a response violates the clause'),
  })
  const { out } = await command('verify-contract', contract, '--format', 'json', ...only)
  expect(JSON.parse(out)).toMatchObject({
    contract: { name: 'shelves', version: '1' },
    summary: { clauses: 1, proven: 1, unproven: 0 },
    clauses: [{ clause: 'sign.get.returned-text', proven: true }],
  })
  expect((await command('verify-contract', folder)).exit).toBe(2)
})
