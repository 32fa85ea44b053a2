// Tests tokens that a tenant ends early, and changes of the key during a run.
// @module-tag whole
import { afterEach, expect, test } from 'vitest'
import { conformance, startTenant } from '../src/index.ts'
import { passOn, startFaultProxy } from './fault-proxy.ts'

const only = ['any.token-lifetime', 'any.either-scheme', 'any.bearer-token']
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** @param endsAfter returns whether this token request ends all earlier tokens */
async function verdictsWith(faults: readonly string[], endsAfter: (request: number) => boolean) {
  const tenant = await startTenant({ faults })
  closing.push(() => tenant.close())
  const sent = new Set<string>()
  const ended = new Set<string>()
  let tokenRequests = 0
  const proxy = await startFaultProxy(tenant.baseUrl, ({ path, headers: { authorization = '' } }) => {
    if (path.startsWith('/oauth/token')) {
      tokenRequests += 1
      if (endsAfter(tokenRequests)) for (const one of sent) ended.add(one)
      return passOn
    }
    if (ended.has(authorization))
      return ({ write }) =>
        write('HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}')
    sent.add(authorization)
    return passOn
  })
  closing.push(() => proxy.close())
  const environment = {
    ...tenant.environment,
    TENANT_BASE_URL: proxy.baseUrl,
    TENANT_AUTH_URL: new URL(proxy.baseUrl).origin,
  }
  const report = await conformance({ depth: 'default', environment, only, seed: 1 })
  return Object.fromEntries(
    report.clauses.flatMap(({ id, verdict }) => (only.includes(id) ? [[id, verdict]] : [])),
  )
}

const never = () => false

test('a conforming tenant passes', async () => {
  expect(await verdictsWith([], never)).toEqual({
    'any.token-lifetime': 'pass',
    'any.either-scheme': 'pass',
    'any.bearer-token': 'pass',
  })
})

// The supplied token may belong to the same client as the requested tokens. Part 5 of the specification
// does not say how long a token is valid.
test('a tenant that always ends earlier tokens fails the SHOULD about token lifetime, and no clause of part 5', async () => {
  expect(await verdictsWith(['older-tokens-revoked'], never)).toEqual({
    'any.token-lifetime': 'fail',
    'any.either-scheme': 'inconclusive',
    'any.bearer-token': 'inconclusive',
  })
})

test.each([1, 2, 3, 4, 5, 6])(
  'a tenant does not deviate if it ends all tokens only once, at token request %i',
  async (at) => {
    const verdicts = await verdictsWith([], (request) => request === at)
    expect(Object.values(verdicts)).not.toContain('fail')
    expect(verdicts['any.token-lifetime']).toBe('pass')
  },
)

test('a refusal of supplied tokens only is a failure', async () => {
  expect(await verdictsWith(['supplied-tokens-refused'], never)).toMatchObject({
    'any.token-lifetime': 'pass',
    'any.either-scheme': 'fail',
    'any.bearer-token': 'fail',
  })
})

// On this tenant, a token request of one check ends the tokens of other checks.
test('a whole run at a tenant that ends earlier tokens gets its verdicts, and leaves nothing', async () => {
  const report = await conformance({
    depth: 'default',
    environment: {},
    faults: ['older-tokens-revoked'],
    seed: 3,
  })
  const unanswered = report.clauses.filter(({ verdict }) =>
    ['inconclusive', 'not-run', 'error'].includes(verdict),
  )
  expect(
    unanswered
      .map(({ reason }) => reason)
      .filter((reason) => !/the tenant (?:ends the earlier|ended) tokens/.test(reason ?? '')),
  ).toEqual([])
  expect(unanswered.length).toBeLessThan(15)
  expect(report.resources.leaked).toEqual([])
})

test('if the token endpoint accepts no form, the supplied token is sent, and only its clause fails', async () => {
  const report = await conformance({
    ...{ depth: 'default', environment: {}, faults: ['token-form-refused'], seed: 3 },
  })
  const of = (verdict: string) => report.clauses.filter((one) => one.verdict === verdict).map(({ id }) => id)
  expect(of('fail')).toEqual(['any.client-credentials'])
  expect(of('pass').length).toBeGreaterThan(300)
  expect(report.notes).toContain(
    'The token endpoint issues no token: the run sends TENANT_ACCESS_TOKEN instead.',
  )
  expect(report.resources.leaked).toEqual([])
})
