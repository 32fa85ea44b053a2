// Tests security schemes. A server with one broken scheme fails only the clause of this scheme.
// @module-tag whole
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, type Report } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { idsWith } from './check-shelves.ts'
import {
  credentials,
  type GuardFault,
  guardedContract,
  guardedFiles,
  guardFaults,
  startGuardedShelves,
} from './guarded-shelves.ts'
import { contractFolder, shelfContract } from './shelf-contract.ts'

const contract = loadContract(contractIn(guardedContract))
const ofCredentials = [...contract.clauses.keys()].filter((id) => /\.auth-/.test(id))

interface ContractHead {
  readonly [member: string]: unknown
  readonly authentication: { readonly schemes: Record<string, unknown> }
}

interface Checked {
  readonly report: Report
  readonly optional: readonly string[]
  readonly told: string
}

async function check(
  fault?: GuardFault,
  environment: Readonly<Record<string, string>> = credentials,
  only: readonly string[] = ofCredentials,
): Promise<Checked> {
  const server = await startGuardedShelves(fault)
  try {
    const { baseUrl, optional } = server
    const events: unknown[] = []
    const onEvent = (event: unknown): void => void events.push(event)
    const report = await conformance({
      depth: 'default',
      ...{ contract, baseUrl, environment, seed: 1, examples: 2, only, onEvent },
    })
    return { report, optional, told: JSON.stringify([report, events]) }
  } finally {
    await server.close()
  }
}

test('only operations that need credentials have clauses of credentials', () => {
  const without = ofCredentials.filter((id) => /^books\.(list|update)\./.test(id))
  expect(without).toEqual([])
  expect(ofCredentials).toContain('sign.replace.auth-scope')
  expect(ofCredentials.filter((id) => id.endsWith('auth-expired'))).toEqual([])
})

test('a correct guard passes every clause, and shows no secret', async () => {
  const { report, optional, told } = await check(undefined, credentials, [])
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  const passed = idsWith(report, 'pass')
  expect(ofCredentials.filter((id) => !passed.includes(id))).toEqual([])
  expect(new Set(optional)).toEqual(new Set(['right']))
  const { TENANT_CLIENT_ID: _, ...secrets } = credentials
  const basic = btoa(`${secrets.TENANT_USERNAME}:${secrets.TENANT_PASSWORD}`)
  for (const secret of [...Object.values(secrets), basic])
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
      expect(told).not.toContain(form)
  expect(told).toContain('"shown":"$TENANT_API_KEY_QUERYKEY"')
})

test.each(Object.keys(guardFaults) as GuardFault[])('%s fails only its clauses', async (fault) => {
  const { report } = await check(fault)
  expect(idsWith(report, 'fail')).toEqual([...guardFaults[fault]].sort())
})

test('a report shows a failure with variables instead of secrets, and its command reproduces the failure', async () => {
  const server = await startGuardedShelves('any-password')
  try {
    const { baseUrl } = server
    const only = ['sign.get.auth-invalid']
    const report = await conformance({ contract, baseUrl, environment: credentials, seed: 1, only })
    const [clause] = report.clauses.filter(({ verdict }) => verdict === 'fail')
    const curl = String(clause?.failures[0]?.curl)
    expect(curl).toMatch(/-u "\$TENANT_USERNAME:not-the-password-\w+"/)
    expect(clause?.failures[0]?.message).toBe(
      'A request with a wrong password of the scheme userName was accepted.',
    )
  } finally {
    await server.close()
  }
})

test('without variables, names every scheme with its variables', async () => {
  await expect(check(undefined, {})).rejects.toThrow(/TENANT_API_KEY_HEADERKEY for the scheme "headerKey"/)
  const { TENANT_API_KEY_QUERYKEY: _, ...others } = credentials
  const { report } = await check(undefined, others)
  const [clause] = report.clauses.filter(({ id }) => id === 'shelves.get.auth-missing')
  expect(clause).toMatchObject({ verdict: 'not-run' })
  expect(clause?.reason).toContain('TENANT_API_KEY_QUERYKEY for the scheme "queryKey"')
})

test('the stub proves every clause of credentials', async () => {
  const { clauses } = await verifyContract(contract, { only: ofCredentials })
  expect(clauses.filter(({ proven }) => !proven)).toEqual([])
  expect(clauses.map(({ clause }) => clause)).toEqual(ofCredentials)
})

test('a key without a scope is refused if the scope is required', async () => {
  const create = {
    ...guardedFiles['schemas/operations/shelves.create.json'],
    security: [{ headerKey: ['shelves:write'] }],
  }
  const files = { ...guardedFiles, 'schemas/operations/shelves.create.json': create }
  const scoped = loadContract(contractIn(contractFolder(files)))
  const { clauses } = await verifyContract(scoped, { only: ['shelves.create.auth-scope'] })
  expect(clauses.map(({ proven, statement }) => [proven, statement])).toEqual([
    [
      true,
      'The tenant returns a 4xx status for a request with credentials that lack the scope shelves:write.',
    ],
  ])
})

test('tries forged tokens if a scheme says that its tokens are JWTs', async () => {
  const head = structuredClone(guardedFiles['schemas/contract.json']) as ContractHead
  head.authentication.schemes.signed = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }
  const files = { ...guardedFiles, 'schemas/contract.json': head }
  const jwt = loadContract(contractIn(contractFolder(files)))
  const only = ['books.get.auth-']
  const { clauses } = await verifyContract(jwt, { only })
  expect(clauses.map(({ clause, proven }) => [clause, proven])).toEqual([
    ['books.get.auth-expired', true],
    ['books.get.auth-invalid', true],
    ['books.get.auth-missing', true],
  ])
})

test('refuses a contract that names an unknown scheme, or security without schemes', () => {
  const secured = { ...guardedFiles['schemas/operations/sign.get.json'], security: [{ keys: [] }] }
  const broken = { ...guardedFiles, 'schemas/operations/sign.get.json': secured }
  expect(() => loadContract(contractIn(contractFolder(broken)))).toThrow(
    /sign.get.json at .security.0.keys: there is no security scheme "keys"/,
  )
  const head = { ...shelfContract['schemas/contract.json'], authentication: { tokens: 'opaque' } }
  expect(() =>
    loadContract(contractIn(contractFolder({ ...guardedFiles, 'schemas/contract.json': head }))),
  ).toThrow(/at .security: the contract has no security schemes/)
})
