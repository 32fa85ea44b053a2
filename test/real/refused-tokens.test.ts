// Tests tokens that a tenant must refuse. If the user supplies a token without the expected defect, the
// clause has no verdict, and `doctor` reports the token.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conformance, type Report, startTenant, type Tenant } from '../../src/index.ts'
import { command } from '../command.ts'

const variables = {
  'auth-non-global': 'TENANT_NON_GLOBAL_ACCESS_TOKEN',
  'auth-expired': 'TENANT_EXPIRED_ACCESS_TOKEN',
  'auth-other-audience': 'TENANT_OTHER_AUDIENCE_ACCESS_TOKEN',
  'auth-not-yet-valid': 'TENANT_NOT_YET_VALID_ACCESS_TOKEN',
  'auth-other-issuer': 'TENANT_OTHER_ISSUER_ACCESS_TOKEN',
  'auth-scope': 'TENANT_LIMITED_ACCESS_TOKEN',
} as const
const operation = 'custom-signing-keys.get'
const only = Object.keys(variables).map((name) => `${operation}.${name}`)

let tenant: Tenant
beforeAll(async () => {
  tenant = await startTenant()
})
afterAll(() => tenant.close())

/** Returns variables in which one token replaces all tokens that a tenant must refuse. */
const having = (token: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(tenant.environment).filter(([name]) => !/LIMITED|NON_GLOBAL/.test(name)),
  ),
  ...Object.fromEntries(Object.values(variables).map((name) => [name, token])),
})

const verdicts = ({ clauses }: Report): readonly (readonly [string, string])[] =>
  clauses
    .filter(({ id }) => only.includes(id))
    .map(({ verdict, reason }) => [verdict, reason.replace(/^\w+_ACCESS_TOKEN /, '')])

test.each([
  ['abcdef', 'contains no JWT, although the tenant accepts JWTs'],
  ['a served one', 'contains a token that the tenant accepts'],
  ['a served one in quotation marks', 'is in quotation marks'],
])('a refusal of %s shows nothing', async (kind, why) => {
  const { TENANT_ACCESS_TOKEN: served = '' } = tenant.environment
  const token = kind === 'abcdef' ? kind : kind.endsWith('marks') ? `"${served}"` : served
  const environment = having(token)
  const report = await conformance({ environment, only, seed: 1 })
  expect(verdicts(report)).toEqual(
    only.map(() => ['inconclusive', `${why}, so the refusal of this token proves nothing`]),
  )
  expect(JSON.stringify(report)).not.toContain(served)
  const { out } = await command(['doctor', '--format', 'json'], environment)
  const found = out.match(/"found": "TENANT_\w+_ACCESS_TOKEN [^"]*would prove nothing/g) ?? []
  expect(found).toHaveLength(only.length)
})

test('suitable tokens pass', async () => {
  const report = await conformance({ environment: tenant.environment, only, seed: 1 })
  expect(verdicts(report).map(([verdict]) => verdict)).toEqual(only.map(() => 'pass'))
})
