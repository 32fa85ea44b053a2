// Tests that tools from npm can read the exported OpenAPI document: a mock server and a generator of clients.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import type { Report } from '../../src/index.ts'
import { command, heard, serveProcess } from '../bin.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-openapi-'))
const document = join(folder, 'openapi.json')
const installed = (file: string): string => join(folder, 'node_modules', file)

// These tools are no dependencies, because the mock server has 90 MB, and the generator needs an older
// TypeScript.
const tools = [
  '@stoplight/prism-cli@5.14.2',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  'typescript@5.9.3',
]

const run = async (program: string, args: readonly string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd: folder })).stdout

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', ...tools])
  const { code, text } = await command(['export', 'openapi', '--output', document], folder).ended
  expect(code, text).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

describe('a mock server made from it', () => {
  let stop = (): void => {}
  let baseUrl = ''
  let report: Report

  beforeAll(async () => {
    baseUrl = `http://127.0.0.1:${await freePort()}`
    const args = [
      installed('@stoplight/prism-cli/dist/index.js'),
      'mock',
      '-h',
      '127.0.0.1',
      '-p',
      new URL(baseUrl).port,
    ]
    const server = spawn(process.execPath, [...args, document], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    stop = () => void server.kill()
    await heard(server).until(/Prism is listening/)
    // Prism refuses requests with status 422. The owner of such a server would declare this in the profile.
    const shipped = readFileSync(join(packageRoot, 'profiles/reference.json'), 'utf8')
    const profile = join(folder, 'profile.json')
    writeFileSync(profile, shipped.replaceAll('"invalidRequest": [400]', '"invalidRequest": [422]'))
    const line = [
      'run',
      '--base-url',
      baseUrl,
      '--writes',
      'destructive',
      '--profile',
      profile,
      '--seed',
      '1',
      '--quiet',
    ]
    const { code, text } = await command(line, folder, { TENANT_ACCESS_TOKEN: 'a-token-of-nobody' }).ended
    expect(code, text).toBe(1)
    report = JSON.parse(readFileSync(join(folder, 'reports/report.json'), 'utf8')) as Report
  })
  afterAll(() => stop())

  const idsOf = (verdict: string): readonly string[] =>
    report.clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)

  test('answers with the examples of the document, and refuses without a token', async () => {
    const { paths } = JSON.parse(readFileSync(document, 'utf8'))
    const authorized = { authorization: 'Bearer anything' }
    const read = await fetch(`${baseUrl}/keys/custom-signing`, { headers: authorized })
    const shown = paths['/keys/custom-signing'].get.responses['200'].content['application/json']
    expect([read.status, await read.json()]).toEqual([200, shown.example])
    const { content } = paths['/event-streams'].post.requestBody
    const made = await fetch(`${baseUrl}/event-streams`, {
      method: 'POST',
      headers: { ...authorized, 'content-type': 'application/json' },
      body: JSON.stringify(content['application/json'].example),
    })
    expect(made.status).toBe(201)
    expect((await fetch(`${baseUrl}/keys/custom-signing`)).status).toBe(401)
  })

  test('fails exactly the clauses that it cannot satisfy', () => {
    expect(idsOf('fail')).toEqual([
      // The mock server accepts any token, and its challenge names no scheme.
      'any.auth-challenge',
      'any.scheme-case',
      'custom-signing-keys.get.auth-malformed',
      'custom-signing-keys.get.auth-not-a-jwt',
      'custom-signing-keys.get.certificates',
      'custom-signing-keys.get.key-material',
      'custom-signing-keys.get.other-methods',
      // The mock server returns the example of the document for every stream.
      'event-streams.create.destination-as-sent',
      'event-streams.create.ids-unique',
      'event-streams.create.name-as-sent',
      'event-streams.create.name-length-characters',
      'event-streams.create.other-methods',
      'event-streams.create.state-as-sent',
      'event-streams.create.subscriptions-as-sent',
      'event-streams.create.times-current',
      'phone-templates.update.other-methods',
    ])
    expect(idsOf('error')).toEqual([])
  })

  test('passes clauses that one response shows, and none that needs a memory', () => {
    // The clauses that a single response can prove. Other clauses cannot pass, because the mock server
    // stores nothing.
    const ofOneResponse =
      /^(?:any\.bearer-token|.+\.(?:accepts|returned-\w+|response-json|json-names-distinct|http-syntax|auth-missing(?:-401)?|auth-wrong-scheme|auth-forgery-harmless|credentials-never-returned|no-server-error|strange-request)|custom-signing-keys\.get\..+|event-streams\.create\.(?:state-optional|destination-closed)|profile\..+\.(?:success|initial-state|invalid-request))$/
    expect(idsOf('pass').length).toBeGreaterThan(20)
    expect(idsOf('pass').filter((id) => !ofOneResponse.test(id))).toEqual([])
    // Clauses about updates, sent values or later states.
    const ofMemory = report.clauses.filter(({ id }) =>
      /^event-streams\.update\.|^rate-limit-policies\.|^phone-templates\.|-as-sent|unique|unchanged|changes-nothing|idempotent|independent/.test(
        id.replace('custom-signing-keys.get.read-changes-nothing', ''),
      ),
    )
    expect(ofMemory.length).toBeGreaterThan(80)
    expect(ofMemory.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id)).toEqual([])
  })
})

test('a client generated from it compiles, and creates a stream', async () => {
  await run(process.execPath, [
    installed('openapi-typescript/bin/cli.js'),
    document,
    '--output',
    'tenant.d.ts',
  ])
  writeFileSync(
    join(folder, 'client.ts'),
    `import createClient from 'openapi-fetch'
import type { paths } from './tenant.d.ts'
const client = createClient<paths>({
  baseUrl: process.env.TENANT_BASE_URL ?? '',
  headers: { authorization: \`Bearer \${process.env.TENANT_ACCESS_TOKEN}\` },
})
const { data, error, response } = await client.POST('/event-streams', {
  body: {
    name: 'of a client',
    subscriptions: [{ event_type: 'user.created' }],
    destination: { type: 'webhook', configuration: { webhook_endpoint: 'https://receiver.example/hook' } },
    status: 'disabled',
  },
})
if (data === undefined) throw new Error(\`\${response.status} \${JSON.stringify(error)}\`)
const { data: updated } = await client.PATCH('/event-streams/{id}', {
  params: { path: { id: data.id } },
  body: { status: 'enabled' },
})
// @ts-expect-error The generated client contains a type with all states, and "paused" is none of them.
if (updated?.status === 'paused') throw new Error('paused')
console.log(JSON.stringify([response.status, data.name, data.status, updated?.status]))
`,
  )
  const compiled = [
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--types',
    'node',
  ]
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true })
  rmSync(installed('@types/node'), { recursive: true, force: true })
  symlinkSync(join(packageRoot, 'node_modules/@types/node'), installed('@types/node'))
  await run(process.execPath, [
    join(packageRoot, 'node_modules/typescript/bin/tsc'),
    ...compiled,
    'client.ts',
  ])
  const server = await serveProcess(folder)
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['client.js'], {
      cwd: folder,
      env: { ...process.env, ...server.environment },
    })
    expect(JSON.parse(stdout)).toEqual([201, 'of a client', 'disabled', 'enabled'])
  } finally {
    await server.stop()
  }
})
