// Tests security schemes in `doctor`, in `init` and in the OpenAPI export.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { expect, test } from 'vitest'
import { init } from '../../src/cli/first-run/init.ts'
import { recordingTerminal } from '../../src/cli/recording-terminal.testing.ts'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { askForTenant } from '../../src/init/interview.ts'
import type { Prompts } from '../../src/init/prompts.ts'
import { openApiOf } from '../../src/openapi/export/document.ts'
import { blankProfile } from '../../src/profile/index.ts'
import { credentials, guardedContract, startGuardedShelves } from '../contracts/guarded-shelves.ts'
import { closeAfterTest, lookedAt, without } from './diagnosing.ts'

const contract = loadContract(contractIn(guardedContract))

async function variables() {
  const server = await startGuardedShelves()
  closeAfterTest(() => server.close())
  return { TENANT_BASE_URL: server.baseUrl, ...credentials }
}

test('doctor sends the credentials of the first read, and names missing ones', async () => {
  const all = await variables()
  const whole = await lookedAt(all, { contract })
  expect(whole.of('credentials')?.state).toBe('ok')
  expect(whole.of('access')).toMatchObject({ state: 'ok', found: 'sign.get: 200' })
  expect(whole.all('problem')).toEqual([])
  const less = await lookedAt(without(all, 'TENANT_API_KEY_COOKIEKEY'), { contract })
  expect(less.of('credentials')).toMatchObject({
    state: 'warning',
    found: 'no credentials for shelves.delete',
    remedy: 'Set TENANT_API_KEY_COOKIEKEY for the scheme "cookieKey", in the environment or in .env.',
  })
  const none = await lookedAt({ TENANT_BASE_URL: all.TENANT_BASE_URL }, { contract })
  expect(none.of('credentials')?.state).toBe('problem')
  for (const variable of [
    'TENANT_API_KEY_HEADERKEY',
    'TENANT_USERNAME and TENANT_PASSWORD',
    'TENANT_CLIENT_ID',
  ])
    expect(none.of('credentials')?.remedy).toContain(variable)
})

test('doctor says that a key is refused', async () => {
  const wrong = { ...(await variables()), TENANT_PASSWORD: 'another-password' }
  const { of } = await lookedAt(wrong, { contract })
  expect(of('access')?.found).toMatch(/^the tenant rejects the credentials: 401/)
})

test('init writes the variables of the schemes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'init-schemes-'))
  const { terminal, told } = recordingTerminal()
  const flags = {
    ...{ outputEnv: join(folder, '.env'), outputProfile: join(folder, 'profile.json') },
    ...{ reportDir: join(folder, 'reports'), contract: guardedContract },
  }
  const given = await variables()
  expect(await init(flags, { variables: given, file: null }, terminal), told.out + told.err).toBe(0)
  expect(parse(readFileSync(join(folder, '.env'), 'utf8'))).toMatchObject(given)
  expect(told.out + told.err).not.toContain(credentials.TENANT_PASSWORD)
})

test('init asks for each scheme, with secrets hidden', async () => {
  const hidden: string[] = []
  const ask: Prompts = {
    line: async () => 'ann',
    secret: async (message) => {
      hidden.push(message)
      return 'a-secret'
    },
    yes: async (message) => !message.includes('queryKey'),
    one: async (_, [first]) => first?.value as never,
  }
  const told = await askForTenant(ask, { TENANT_BASE_URL: 'http://127.0.0.1' }, undefined, contract)
  expect(told).toMatchObject({
    TENANT_API_KEY_HEADERKEY: 'a-secret',
    TENANT_USERNAME: 'ann',
    TENANT_CLIENT_ID: 'ann',
  })
  expect(told).not.toHaveProperty('TENANT_API_KEY_QUERYKEY')
  expect(hidden).toEqual([
    'TENANT_API_KEY_HEADERKEY',
    'TENANT_API_KEY_COOKIEKEY',
    'TENANT_PASSWORD',
    "The client's secret",
  ])
})

test('the OpenAPI export writes schemes and alternatives', () => {
  const document = JSON.parse(JSON.stringify(openApiOf(contract, blankProfile, '1.0.0')))
  expect(document.security).toBeUndefined()
  expect(document.components.securitySchemes).toEqual({
    headerKey: { type: 'apiKey', in: 'header', name: 'X-Shelf-Key' },
    queryKey: { type: 'apiKey', in: 'query', name: 'shelf key' },
    cookieKey: { type: 'apiKey', in: 'cookie', name: 'shelf' },
    userName: { type: 'http', scheme: 'basic' },
    signed: { type: 'http', scheme: 'bearer' },
    oauth: {
      type: 'oauth2',
      flows: {
        clientCredentials: {
          tokenUrl: 'https://tenant.example/token',
          scopes: { 'shelves:write': '', 'shelves:read': '' },
        },
      },
    },
  })
  expect(document.paths['/sign'].put.security).toEqual([
    { headerKey: [], userName: [] },
    { oauth: ['shelves:write'] },
  ])
  expect(document.paths['/shelves/{shelfId}/books/{bookId}'].patch.security).toEqual([])
  expect(document.paths['/shelves/{shelfId}/books'].get.security).toEqual([{}, { headerKey: [] }])
})
