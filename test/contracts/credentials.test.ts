// Security schemes: each operation gets the credentials that it asks for, and a guard that is broken fails its clause alone.
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, type Report } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { idsWith } from './check-shelves.ts'
import {
  credentials,
  type GuardFault,
  guardedContract,
  guardFaults,
  startGuardedShelves,
} from './guarded-shelves.ts'

const contract = loadContract(contractIn(guardedContract))
const ofCredentials = [...contract.clauses.keys()].filter((id) => /\.auth-/.test(id))

interface Checked {
  readonly report: Report
  readonly optional: readonly string[]
}

async function check(
  fault?: GuardFault,
  environment: Readonly<Record<string, string>> = credentials,
  only: readonly string[] = ofCredentials,
): Promise<Checked> {
  const server = await startGuardedShelves(fault)
  try {
    const { baseUrl, optional } = server
    const report = await conformance({ contract, baseUrl, environment, seed: 1, examples: 2, only })
    return { report, optional }
  } finally {
    await server.close()
  }
}

test('clauses of credentials are those of operations that need them', () => {
  const without = ofCredentials.filter((id) => /^books\.(list|update)\./.test(id))
  expect(without).toEqual([])
  expect(ofCredentials).toContain('sign.replace.auth-scope')
  expect(ofCredentials.filter((id) => id.endsWith('auth-expired'))).toEqual([])
})

test('a healthy guard passes every clause, and no secret is shown', async () => {
  const { report, optional } = await check(undefined, credentials, [])
  expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
  const passed = idsWith(report, 'pass')
  expect(ofCredentials.filter((id) => !passed.includes(id))).toEqual([])
  expect(new Set(optional)).toEqual(new Set(['right']))
  const text = JSON.stringify(report)
  for (const [name, value] of Object.entries(credentials))
    if (name !== 'TENANT_CLIENT_ID') expect(text).not.toContain(JSON.stringify(value).slice(1, -1))
})

test.each(Object.keys(guardFaults) as GuardFault[])('%s fails its clauses alone', async (fault) => {
  const { report } = await check(fault)
  expect(idsWith(report, 'fail')).toEqual([...guardFaults[fault]].sort())
})

test('a failure is shown with variables, and the line shows it again', async () => {
  const server = await startGuardedShelves('any-password')
  try {
    const { baseUrl } = server
    const only = ['sign.get.auth-invalid']
    const report = await conformance({ contract, baseUrl, environment: credentials, seed: 1, only })
    const [clause] = report.clauses.filter(({ verdict }) => verdict === 'fail')
    const curl = String(clause?.failures[0]?.curl)
    expect(curl).toMatch(/-u "\$TENANT_USERNAME:not-the-password-\w+"/)
    expect(clause?.failures[0]?.message).toContain('a wrong password')
  } finally {
    await server.close()
  }
})

test('without variables every scheme is named, with each variable', async () => {
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
