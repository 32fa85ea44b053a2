// Tests that lists of tenants are read, and that no error message repeats a secret of a list.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigurationError } from '../base/error.ts'
import type { Environment } from '../settings/environment.ts'
import { tenantVariables } from '../settings/tenant-variables.ts'
import { tasksFor, tasksOf } from './task.ts'
import { readFleet } from './tenant-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-fleet-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'list')

const environment: Environment = {
  ACME_TOKEN: 'the-token-of-acme',
  GLOBEX_ID: 'globex',
  GLOBEX_SECRET: 's-of-globex',
}

const fleet = (text: string) => {
  writeFileSync(file, text)
  return readFleet(file, environment, ['TENANT_RATE_LIMIT_POLICY_IDS'])
}

const csv = `name,baseUrl,accessToken,clientId,clientSecret,writes,rateLimitPolicyIds
acme,https://acme.example/api/v2,ACME_TOKEN,,,none,
globex,https://globex.example/api/v2,,GLOBEX_ID,GLOBEX_SECRET,,"rlp_1,rlp_2"
`

test('each tenant gets the variables of a run; the environment provides the credentials', () => {
  const { tenants, credentials } = fleet(csv)
  expect(tenants).toEqual([
    {
      name: 'acme',
      baseUrl: 'https://acme.example/api/v2',
      variables: {
        TENANT_BASE_URL: 'https://acme.example/api/v2',
        TENANT_ACCESS_TOKEN: 'the-token-of-acme',
        TENANT_WRITES: 'none',
      },
    },
    {
      name: 'globex',
      baseUrl: 'https://globex.example/api/v2',
      variables: {
        TENANT_BASE_URL: 'https://globex.example/api/v2',
        TENANT_CLIENT_ID: 'globex',
        TENANT_CLIENT_SECRET: 's-of-globex',
        TENANT_RATE_LIMIT_POLICY_IDS: 'rlp_1,rlp_2',
      },
    },
  ])
  expect([...credentials].sort()).toEqual(['ACME_TOKEN', 'GLOBEX_ID', 'GLOBEX_SECRET'])
  const rows = [
    { name: 'acme', baseUrl: 'https://acme.example/api/v2', accessToken: 'ACME_TOKEN', writes: 'none' },
    {
      ...{ name: 'globex', baseUrl: 'https://globex.example/api/v2', clientId: 'GLOBEX_ID' },
      ...{ clientSecret: 'GLOBEX_SECRET', rateLimitPolicyIds: 'rlp_1,rlp_2' },
    },
  ]
  expect(fleet(JSON.stringify(rows, null, 2))).toEqual({ tenants, credentials })
})

test('every variable of a tenant has a column, except the contract, which all tenants share', () => {
  const own = tenantVariables.filter((name) => name !== 'TENANT_CONTRACT')
  const columns = own.map((name) =>
    name
      .slice(7)
      .toLowerCase()
      .replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  )
  expect(columns).toContain('limitedClientSecret')
  const values = columns.map((name) =>
    name === 'baseUrl'
      ? 'https://a.example'
      : /(?:Token|Secret|Id|^apiKey|^username|^password)$/.test(name)
        ? 'ACME_TOKEN'
        : 'x',
  )
  const [{ variables } = { variables: {} }] = fleet(
    `name,${columns.join(',')}\na,${values.join(',')}`,
  ).tenants
  expect(Object.keys(variables).sort()).toEqual([...own].sort())
})

const refusal = (text: string): string => {
  try {
    fleet(text)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError)
    const { summary, details } = error as ConfigurationError
    expect(summary).toBe(`The list ${file} is not valid:`)
    return details.map((line) => line.replace(`${file}:`, '')).join('\n')
  }
  throw new Error('it was not refused')
}

const head = 'name,baseUrl,accessToken'
const url = 'https://a.example/api/v2'

test.each([
  ['', /^1:1: the list contains no tenant/],
  [head, /^1:1: the list contains no tenant/],
  [`nme,baseUrl\na,${url}`, /^1:1: there is no column "nme" \(did you mean name\?\)/],
  [`name,name,baseUrl\na,b,${url}`, /^1:6: there is a second column "name"/],
  [`${head}\n,${url},ACME_TOKEN`, /^2:1: the tenant has no name/],
  [`${head}\na,,ACME_TOKEN`, /^2:1: the tenant has no baseUrl/],
  [`${head}\na,${url}`, /^2:1: the row has 2 cells, but the header has 3/],
  [`${head}\n../a,${url},ACME_TOKEN`, /^2:1: the name "\.\.\/a" cannot be the name of a folder/],
  [`${head}\na,acme.example,ACME_TOKEN`, /^2:3: baseUrl is "acme\.example": begin it with https:/],
  [`${head}\na,http://a.example:99999,ACME_TOKEN`, /^2:3: baseUrl names the port 99999: a port is/],
  [`${head}\na,ftp://a.example,ACME_TOKEN`, /^2:3: baseUrl is not an http or https address/],
  [
    `${head}\na,${url},NOBODY_TOKEN`,
    /^2:\d+: the variable NOBODY_TOKEN is not set: it must contain accessToken/,
  ],
  [`${head}\na,${url},ACME_TOKEN\nA,${url}/x,ACME_TOKEN`, /^3:1: the tenant in line 2 already has this name/],
  [
    `${head}\na,${url},ACME_TOKEN\nb,${url}/,ACME_TOKEN`,
    /^3:3: the tenant in line 2 already has this baseUrl/,
  ],
  [
    `[{"name":"a","baseUrl":"${url}","accesToken":"ACME_TOKEN"}]`,
    /^1:\d+: there is no column "accesToken" \(did you mean accessToken/,
  ],
])('rejects %j at the wrong position', (text, says) => {
  expect(refusal(text)).toMatch(says)
})

test.each([
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl',
  'GgZ4kq9TtC0pX7vLw2Hs',
  '5f4dcc3b5aa765d61d8327deb882cf99',
  'AKIA2OSF4DNN7EX8MPLE',
  'lower_case_and_short',
  'sk-live-0123456789abcdefghij',
])('rejects %s as a name without repeating it', (secret) => {
  const says = refusal(`${head}\na,${url},${secret}`)
  expect(says).toMatch(
    /^2:28: accessToken must be the name of a variable, in capitals, for example ACME_ACCESS_TOKEN/,
  )
  expect(says).not.toContain(secret)
})

test.each([
  ['profile', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'],
  ['baseUrl', 'https://me:hunter2@a.example/api/v2'],
  ['baseUrl', 'https://a.example/api/v2?token=GgZ4kq9TtC0pX7vLw2Hs'],
  ['audience', 'GgZ4kq9TtC0pX7vLw2Hs'],
  ['name', '5f4dcc3b5aa765d61d8327deb882cf99'],
])('rejects a secret under %s without repeating it', (column, secret) => {
  const row = { name: 'a', baseUrl: url, accessToken: 'ACME_TOKEN', [column]: secret }
  const says = refusal(JSON.stringify([row]))
  expect(says).toMatch(
    new RegExp(`: the value of ${column} looks like a secret, so this message omits the value`),
  )
  expect(says).not.toContain(secret)
  const header = refusal(`name,baseUrl,${secret}\na,${url},x`)
  expect(header).not.toContain(secret)
})

test('reports at most twenty problems', () => {
  expect(refusal(`${head}\n${'x,y,z\n'.repeat(30)}`).split('\n')).toHaveLength(21)
})

test('the tasks cover every part of every tenant; each task has its own folder and one worker', () => {
  const { tenants } = fleet(csv)
  const tasks = tasksOf(tenants, 2, 'reports')
  expect(tasks.map(({ number, folder: place }) => [number, place])).toEqual([
    [1, 'reports/acme/part-1'],
    [2, 'reports/acme/part-2'],
    [3, 'reports/globex/part-1'],
    [4, 'reports/globex/part-2'],
  ])
  expect(tasksOf(tenants, 1, 'reports').map(({ shard, folder: place }) => [shard, place])).toEqual([
    [null, 'reports/acme'],
    [null, 'reports/globex'],
  ])
  const numbers = [1, 2, 3].flatMap((index) =>
    tasksFor({ index, count: 3 }, tasks).map(({ number }) => number),
  )
  expect(numbers).toEqual([1, 4, 2, 3])
  expect(() => tasksFor({ index: 1, count: 5 }, tasks)).toThrow('There are 5 workers for 4 tasks')
})
