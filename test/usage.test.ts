// Tests that wrong usage ends with code 2 and one sentence, before any request.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-usage-'))

let requests = 0
const server = createServer((_, response) => {
  requests += 1
  response.end('{}')
})
let baseUrl = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`
  writeFileSync(join(folder, 'unknown-key.json'), '{"name":"a","evntStream":{}}')
  writeFileSync(join(folder, 'broken.json'), '{"name":')
  writeFileSync(join(folder, 'file'), '')
  writeFileSync(
    join(folder, 'half.env'),
    'TENANT_BASE_URL=\nTENANT_LIMITED_ACCESS_TOKEN=a-token-of-half-a-tenant\n',
  )
  writeFileSync(join(folder, 'list.csv'), `name,baseUrl,accessToken\na,${baseUrl},PATH`)
  mkdirSync(join(folder, 'folder'))
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string): string => join(folder, name)

const token = { TENANT_ACCESS_TOKEN: 'a-token-of-a-tenant' }

test.each([
  { says: /no profile "nope": .*auth0, reference/, args: ['--profile', 'nope'], environment: token },
  {
    says: /no profile "nope", which TENANT_PROFILE names: .*auth0/,
    args: [],
    environment: { ...token, TENANT_PROFILE: 'nope' },
  },
  {
    says: /"evntStream" is unknown here; did you mean "eventStream"/,
    args: ['--profile', at('unknown-key.json')],
    environment: token,
  },
  { says: /is not JSON/, args: ['--profile', at('broken.json')], environment: token },
  { says: /No credentials are set for .*set TENANT_ACCESS_TOKEN/, args: [], environment: {} },
  {
    says: /TENANT_CLIENT_ID is set without TENANT_CLIENT_SECRET/,
    args: [],
    environment: { TENANT_CLIENT_ID: 'me' },
  },
  {
    says: /report folder .* can't be written.*--report-dir/,
    args: ['--report-dir', at('file/reports')],
    environment: token,
  },
  { says: /selects no clause/, args: ['--only', 'nothing.at-all'], environment: token },
  { says: /--shard is "4\/3"/, args: ['--shard', '4/3'], environment: token },
  {
    says: /--shard 999\/999 has no clause to check: \d+ are selected/,
    args: ['--shard', '999/999'],
    environment: token,
  },
  {
    says: /--shard auto finds CI_NODE_TOTAL without CI_NODE_INDEX/,
    args: ['--shard', 'auto'],
    environment: { ...token, CI_NODE_TOTAL: '3' },
  },
  {
    says: /--shard auto finds two CI systems .*GitLab \(CI_NODE_INDEX\) and Buildkite/,
    args: ['--shard', 'auto'],
    environment: { ...token, CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3', BUILDKITE_PARALLEL_JOB: '0' },
  },
  { says: /--skip xyz\.\* selects no clause/, args: ['--skip', 'xyz.*'], environment: token },
  { says: /--level is|Allowed choices/, args: ['--level', 'MAY'], environment: token },
  { says: /--part 44 selects no clause: choose among 1, /, args: ['--part', '44'], environment: token },
  {
    says: /--operation event-stream.create selects no clause \(did you mean event-streams.create\?\)/,
    args: ['--operation', 'event-stream.create'],
    environment: token,
  },
  {
    says: /--webhook-cert is given without --webhook-key/,
    args: ['--webhook-cert', at('file')],
    environment: token,
  },
  { says: /No clause is left to check/, args: ['--only', 'any.', '--skip', 'any.*'], environment: token },
  { says: /--write-waivers needs --reason/, args: ['--write-waivers', 'a.json'], environment: token },
  { says: /--reason needs --write-waivers FILE/, args: ['--reason', 'because'], environment: token },
  {
    says: /"auth0" is a shipped profile and can't be changed/,
    args: ['--write-gaps', 'auth0'],
    environment: token,
  },
  { says: /its folder does not exist/, args: ['--write-gaps', at('no/such/a.json')], environment: token },
  { says: /"evntStream" is unknown/, args: ['--write-gaps', at('unknown-key.json')], environment: token },
  {
    says: /Allowed choices are none, reversible, destructive/,
    args: ['--writes', 'maybe'],
    environment: token,
  },
  {
    says: /^TENANT_WRITES is "maybe": give none, reversible or destructive/,
    args: [],
    environment: { ...token, TENANT_WRITES: 'maybe' },
  },
  { says: /unknown option '--frobnicate'/, args: ['--frobnicate'], environment: token },
  { says: /Give a number/, args: ['--examples', 'many'], environment: token },
  {
    says: /no report "jnit" \(did you mean junit\?\): choose among events, json/,
    args: ['--reports', 'json,jnit'],
    environment: token,
  },
  { says: /no report "": choose among events, json, junit/, args: ['--reports', ''], environment: token },
  { says: /--attest needs --subject/, args: ['--attest', at('a.json')], environment: token },
  {
    says: /but sha256 needs 64 hexadecimal digits/,
    args: ['--attest', at('a.json'), '--subject', 'image=sha256:abc'],
    environment: token,
  },
  { says: /give both, or neither/, args: ['--subject', `gitCommit:${'a'.repeat(40)}`], environment: token },
])('$says', async ({ says, args, environment }) => {
  const { status, error } = await command(['--base-url', baseUrl, ...args], environment)
  expect(error).toMatch(says)
  expect(status).toBe(2)
})

// The cases are invalid values of options, files instead of folders, and folders instead of files.
test.each([
  {
    args: ['serve', '--port', '99999'],
    says: /^--port is 99999: a port is a whole number from 0 to 65535\./,
  },
  { args: ['serve', '--port', '-1'], says: /^--port is -1: a port is/ },
  { args: ['serve', '--cors', 'nonsense'], says: /^--cors is "nonsense": give a browser origin/ },
  { args: ['serve', '--latency', '-1'], says: /^--latency is "-1": give whole milliseconds/ },
  { args: ['serve', '--rate-limit', '5'], says: /^--rate-limit is "5": give BURST\/PER_SECOND/ },
  { args: ['serve', '--admin-port', '99999'], says: /^--admin-port is 99999: a port is/ },
  { args: ['serve', '--state', at('folder')], says: /^\S+\/folder can't be read .*--state/ },
  { args: ['serve', '--state', at('broken.json')], says: /^\S+\/broken\.json is not JSON \(.+\): .*--state/ },
  {
    args: ['serve', '--seed-data', at('unknown-key.json')],
    says: /at \/ \("name" is unknown here\): .*--seed-data/,
  },
  { args: ['serve', '--record', at('folder')], says: /^\S+\/folder can't be written .*--record/ },
  { args: ['serve', '--tls-cert', at('file')], says: /^--tls-cert is given without --tls-key/ },
  { args: ['serve', '--tls-ca', at('ca.pem')], says: /^--tls-ca .*: give --tls as well/ },
  {
    args: ['serve', '--deliver-ca', at('file')],
    says: /^The certificate \S+\/file can't be read .*--deliver-ca/,
  },
  { args: ['serve', '--port', '1.5'], says: /^--port is 1\.5: a port is/ },
  {
    args: ['run', '--report-dir', at('file')],
    says: /^The report folder \S+\/file can't be written .*--report-dir/,
  },
  { args: ['merge', at('file'), '--report-dir', at('file')], says: /^\S+\/file is not JSON/ },
  {
    args: ['sweep', '--report-dir', at('file')],
    says: /^\S+\/file\/ledger\.jsonl can't be swept .*--report-dir/,
  },
  {
    args: ['run', '--contract', at('file')],
    says: /^\S+\/file can't be used: the document is empty/,
  },
  { args: ['verify-contract', at('file')], says: /^\S+\/file can't be used: the document is empty/ },
  { args: ['new', 'contract', at('file')], says: /^\S+\/file is a file: give a new or empty folder/ },
  { args: ['run', '--profile', at('folder')], says: /^The profile \S+\/folder can't be read/ },
  { args: ['run', '--baseline', at('folder')], says: /^The report \S+\/folder can't be read/ },
  { args: ['run', '--env-file', at('folder')], says: /^\S+\/folder can't be read .*--env-file/ },
  { args: ['run', '--ca', at('folder')], says: /^The certificate \S+\/folder can't be read/ },
  { args: ['fleet', 'plan', at('folder')], says: /^The list \S+\/folder can't be read .*CSV or JSON/ },
  {
    args: ['fleet', 'run', at('list.csv'), '--shards', '0'],
    says: /^--shards is "0": give a whole number from 1/,
  },
  {
    args: ['fleet', 'run', at('list.csv'), '--at-once', '0'],
    says: /^--at-once is "0": give a whole number from 1/,
  },
  {
    args: ['fleet', 'run', at('list.csv'), '--worker', '4/3'],
    says: /^--worker is "4\/3": give I\/N/,
  },
  {
    args: ['fleet', 'run', at('list.csv'), '--worker', '1/3'],
    says: /^There are 3 workers for 1 task: start at most 1 worker/,
  },
  {
    args: ['fleet', 'run', at('list.csv'), '--', '--report-dir=x'],
    says: /^--report-dir can't be passed to the runs of a fleet/,
  },
  { args: ['replay', at('folder')], says: /^The report \S+\/folder can't be read/ },
  { args: ['diff', at('folder'), at('folder')], says: /^The report \S+\/folder can't be read/ },
  { args: ['export', 'openapi', '--output', at('folder')], says: /^\S+\/folder can't be written .*--output/ },
  { args: ['export', 'har', '--report', at('folder')], says: /^The report \S+\/folder can't be read/ },
])('$args', async ({ args, says }) => {
  const { status, error } = await command(args, {})
  expect(error).toMatch(says)
  expect(error.trim()).not.toContain('\n')
  expect(status).toBe(2)
})

test('refuses a port that is in use', async () => {
  const { port } = server.address() as AddressInfo
  const { status, error } = await command(['serve', '--port', String(port)], {})
  expect(error).toMatch(
    /^Port \d+ on 127\.0\.0\.1 is in use: choose another port, or 0 for any free port\.\n$/,
  )
  expect(status).toBe(2)
})

test('reports mistakes in a contract line by line', async () => {
  mkdirSync(join(folder, 'contract/schemas'), { recursive: true })
  writeFileSync(join(folder, 'contract/schemas/contract.json'), '{"titel":"a"}')
  const { status, error } = await command(['clauses', '--contract', at('contract')], {})
  expect(error).toMatch(
    /is not valid:\n {2}schemas\/contract\.json at \/name: "name" is missing\n {2}schemas/,
  )
  expect(status).toBe(2)
})

test('refuses an invalid address', async () => {
  const { status, error } = await command(['--base-url', 'nonsense'], token)
  expect(error).toMatch(/^--base-url is not an http or https address: give an address such as https:/)
  expect(status).toBe(2)
})

// With an empty address, the run could check the embedded tenant by mistake.
test.each([
  { says: /^TENANT_BASE_URL is empty: give the address with/, environment: { TENANT_BASE_URL: '' } },
  {
    says: /^TENANT_ACCESS_TOKEN is set, but the address of the tenant is not: give the address with/,
    environment: { ...token, TENANT_BASE_URL: ' ' },
  },
  { says: /^TENANT_PROFILE is set, but/, environment: { TENANT_PROFILE: 'auth0' } },
  { says: /did you mean TENANT_BASE_URL\?/, environment: { TENANT_BASEURL: 'http://127.0.0.1:1/api/v2' } },
  { says: /^--base-url is empty/, args: ['--base-url', ''] },
  { says: /^--insecure-http is set, but/, args: ['--insecure-http'] },
  {
    says: /there-is-none.env can't be read .*: give another --env-file/,
    args: ['--env-file', at('there-is-none.env')],
  },
  { says: /^TENANT_LIMITED_ACCESS_TOKEN is set, but/, args: ['--env-file', at('half.env')] },
  { says: /^npm took --base-url .*put -- before/, environment: { npm_config_base_url: 'true' } },
  { says: /^The variable tenant_base_url is unknown, but/, environment: { tenant_base_url: 'http://x' } },
  {
    says: /^The variable \\ufeffTENANT_BASE_URL is unknown/,
    environment: { '\ufeffTENANT_BASE_URL': 'http://x' },
  },
])('$says, before the embedded tenant is checked', async ({ says, args = [], environment = {} }) => {
  const { status, error } = await command(args, environment)
  expect(error).toMatch(says)
  expect(error.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})

// If the file sets no variable of a tenant, the command ends with code 2.
test.each([
  {
    name: 'utf-16',
    content: utf16('TENANT_BASE_URL=http://x\n', true),
    says: /can't be read \(it is UTF-16/,
  },
  { name: 'utf-16 without a mark', content: utf16('TENANT_BASE_URL=http://x\n'), says: /begins with NUL/ },
  { name: 'latin-1', content: Buffer.from('TENANT_PROFILE=caf\xe9', 'latin1'), says: /it is not UTF-8/ },
  { name: 'empty', content: '', says: /sets no TENANT_ variable: write one variable per line/ },
  { name: 'comments', content: '# TENANT_BASE_URL=http://x\n', says: /sets no TENANT_ variable/ },
  { name: 'variables of others', content: 'PORT=3000\n', says: /sets no TENANT_ variable/ },
  { name: 'without values', content: 'TENANT_BASE_URL=\n', says: /sets no TENANT_ variable/ },
  {
    name: 'json',
    content: '{\n  "TENANT_BASE_URL": "http://x"\n}',
    says: /^Line 2 of .* sets TENANT_BASE_URL in/,
  },
  {
    name: 'a list',
    content: '- TENANT_BASE_URL=http://x',
    says: /^Line 1 of .* write it as TENANT_BASE_URL=/,
  },
  { name: 'cmd', content: 'PORT=1\r\nset TENANT_BASE_URL=http://x', says: /^Line 2 of / },
  { name: 'powershell', content: '$env:TENANT_BASE_URL = "http://x"', says: /^Line 1 of / },
  { name: 'lower case', content: 'tenant_base_url=http://x', says: /^Line 1 of / },
  { name: 'other separators', content: 'TENANT-BASE-URL=http://x', says: /^Line 1 of / },
])('--env-file in another notation: $name', async ({ name, content, says }) => {
  const file = at(`${name}.env`)
  writeFileSync(file, content)
  const { status, error } = await command(['--env-file', file], {})
  expect(error).toMatch(says)
  expect(error.trim().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})

test.each([
  ['a byte order mark', '\ufeffTENANT_PROFILE=auth0\n'],
  ['a colon', 'TENANT_PROFILE: auth0\n'],
  ['export', 'export TENANT_PROFILE=auth0\n'],
  ['line ends of Windows', 'PORT=1\r\nTENANT_PROFILE=auth0\r\n'],
])('reads --env-file with %s', async (_, content) => {
  writeFileSync(at('good.env'), content)
  const { error } = await command(['--env-file', at('good.env')], {})
  expect(error).toMatch(/^TENANT_PROFILE is set, but the address of the tenant is not/)
})

function utf16(text: string, marked = false): Buffer {
  return Buffer.from(`${marked ? '\ufeff' : ''}${text}`, 'utf16le')
}

test('reports mistakes in a list by line and column', async () => {
  writeFileSync(
    join(folder, 'wrong.csv'),
    `name,baseUrl,clientSecret\na,${baseUrl},GgZ4kq9TtC0pX7vLw2Hs\nb,x,PATH\n`,
  )
  const { status, error } = await command(['fleet', 'run', at('wrong.csv')], {})
  expect(error).toMatch(
    /wrong\.csv is not valid:\n {2}\S+wrong\.csv:2:\d+: clientSecret must be the name of a variable/,
  )
  expect(error).toMatch(/\n {2}\S+wrong\.csv:3:3: baseUrl is not an http or https address/)
  expect(error).not.toContain('GgZ4')
  expect(status).toBe(2)
})

test('a plan of a fleet describes each task, without any credential', async () => {
  const { status, out } = await command(['fleet', 'plan', at('list.csv'), '--shards', '2'], {})
  expect(out).toMatch(/^1 tenant, 2 tasks: start up to 2 workers/)
  expect(out).toMatch(/^ +2 {2}a {2}http:\S+ {2}part 2 of 2 {2}fleet\/a\/part-2$/m)
  expect(status).toBe(0)
})

test('suggests the nearest names for an unknown fault', async () => {
  const { status, error } = await command(['--fault', 'create-name-129'], {})
  expect(error).toMatch(/no fault "create-name-129" \(did you mean "create-/)
  expect(status).toBe(2)
})

test('no wrong usage sent a request', () => expect(requests).toBe(0))
