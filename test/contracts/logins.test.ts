// Tests logins: when a run logs in, which parts of a login the reports contain, and failed logins.
// @module-tag whole
import { expect, test } from 'vitest'
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/index.ts'
import { verifyContract } from '../../src/library/verify-contract.ts'
import { lookedAt } from '../diagnostics/diagnosing.ts'
import { idsWith } from './check-shelves.ts'
import { loginContract, startLogin, user, type Variant, type Way } from './login-server.ts'

const ways: readonly Way[] = ['bearer', 'cookie', 'form']
const contractOf = (way: Way) => loadContract(contractIn(loginContract(way)))

async function check(
  way: Way,
  variant?: Variant,
  environment: Readonly<Record<string, string>> = user,
  only: readonly string[] = [],
) {
  const server = await startLogin(way, variant)
  const events: unknown[] = []
  const report = await conformance({
    ...{ depth: 'default', contract: contractOf(way), baseUrl: server.baseUrl, environment, seed: 1, only },
    onEvent: (event) => void events.push(event),
  })
  const logins = server.asked.filter((one) => one.startsWith('POST /login'))
  return { report, server, logins, told: JSON.stringify([report, events]) }
}

test.each(ways)(
  'a correct tenant passes every clause by %s, and shows no secret',
  async (way) => {
    const { report, server, told } = await check(way)
    expect(report.clauses.filter(({ verdict }) => verdict === 'fail')).toEqual([])
    const passed = idsWith(report, 'pass')
    for (const id of ['notes.get.auth-missing', 'notes.get.auth-invalid', 'user.login.login-refuses'])
      expect(passed).toContain(id)
    expect(passed).toContain('user.logout.session-ended')
    expect(report.resources.leaked).toEqual([])
    for (const secret of [user.TENANT_PASSWORD, ...server.given])
      for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
        expect(told).not.toContain(form)
  },
  60_000,
)

test('a run logs in once, and logs out at its end', async () => {
  const { server, logins } = await check('bearer', undefined, user, ['notes.'])
  expect(logins).toEqual(['POST /login 200'])
  expect(server.asked.at(-1)).toBe('POST /logout 204')
  expect([...server.live]).toEqual([])
}, 60_000)

test.each<[Variant, readonly string[]]>([
  ['any-password', ['user.login.login-refuses']],
  ['logout-forgotten', ['user.logout.session-ended']],
])(
  '%s fails only its clause',
  async (variant, clauses) => {
    for (const way of ways) expect(idsWith((await check(way, variant)).report, 'fail'), way).toEqual(clauses)
  },
  120_000,
)

test('a server that accepts invented sessions fails the clauses of wrong credentials', async () => {
  const { report } = await check('cookie', 'any-session')
  expect(idsWith(report, 'fail')).toContain('notes.get.auth-invalid')
}, 60_000)

test('a run logs in again if sessions end early', async () => {
  const { report, logins } = await check('cookie', 'short')
  expect(idsWith(report, 'fail')).toEqual([])
  expect(idsWith(report, 'pass')).toContain('notes.create.stored')
  expect(logins.length).toBeGreaterThan(3)
}, 60_000)

test('a tenant whose logins end earlier sessions fails nothing', async () => {
  expect(idsWith((await check('bearer', 'one')).report, 'fail')).toEqual([])
}, 60_000)

test('after a refused login, the run does not log in again, and the reason says what to do', async () => {
  const { report, logins, told } = await check('bearer', 'refused', user, ['notes.'])
  expect(logins).toEqual(['POST /login 401'])
  const [clause] = report.clauses.filter(({ id }) => id === 'notes.list.accepts')
  expect(clause?.verdict).not.toBe('fail')
  expect(told).toMatch(
    /the login of the scheme \\"user\\" failed, because POST http:\/\/[^ ]+\/login got 401 [^:]+:[^:]+: check TENANT_USERNAME and TENANT_PASSWORD/,
  )
}, 60_000)

test('a supplied credential needs no login', async () => {
  const server = await startLogin('bearer')
  await fetch(`${server.baseUrl}/login`, {
    method: 'POST',
    body: JSON.stringify({ user: { name: user.TENANT_USERNAME, secret: user.TENANT_PASSWORD } }),
  })
  const environment = { TENANT_ACCESS_TOKEN: String(server.given[0]) }
  const report = await conformance({
    ...{ depth: 'default', contract: contractOf('bearer'), baseUrl: server.baseUrl, environment, seed: 1 },
    only: ['notes.list'],
  })
  expect(idsWith(report, 'pass')).toContain('notes.list.accepts')
  expect(server.given).toHaveLength(1)
}, 60_000)

test('doctor names the variables of a login, and tries it', async () => {
  const contract = contractOf('cookie')
  const { baseUrl, live } = await startLogin('cookie')
  const fine = await lookedAt({ TENANT_BASE_URL: baseUrl, ...user }, { contract })
  expect(fine.of('login.user')).toMatchObject({
    state: 'ok',
    found: `POST ${baseUrl}/login returns a credential`,
  })
  expect(fine.of('access')).toMatchObject({ state: 'ok' })
  expect([...live]).toEqual([])
  const none = await lookedAt({ TENANT_BASE_URL: baseUrl }, { contract })
  expect(none.of('credentials')?.remedy).toContain('TENANT_USERNAME and TENANT_PASSWORD')
  const wrong = { TENANT_BASE_URL: baseUrl, ...user, TENANT_PASSWORD: 'not-that-password' }
  const refused = await lookedAt(wrong, { contract })
  expect(refused.of('login.user')).toMatchObject({
    state: 'problem',
    remedy: 'Check TENANT_USERNAME and TENANT_PASSWORD.',
  })
  expect(refused.of('login.user')?.found).toContain('401')
  expect(JSON.stringify(refused)).not.toContain('not-that-password')
}, 60_000)

test.each(ways)(
  'the stub proves the rules of a login by %s',
  async (way) => {
    const only = ['user.login.login-refuses', 'user.logout.session-ended', 'notes.get.auth-']
    const { clauses } = await verifyContract(contractOf(way), { only })
    expect(clauses.filter(({ proven }) => !proven)).toEqual([])
    expect(clauses.length).toBeGreaterThanOrEqual(4)
  },
  120_000,
)

test('refuses a login without a location for the password, or with two credentials', () => {
  const load = (login: object) => () => loadContract(contractIn(loginContract('bearer', { login })))
  expect(load({ path: '/login', username: '/name', credential: '/token' })).toThrow(
    /contract.json at .authentication.schemes.user.login: the login does not say which member of its body is the password/,
  )
  expect(
    load({ path: '/login', username: '/name', password: '/word', credential: '/token', cookie: 'sid' }),
  ).toThrow(/contract.json/)
})
