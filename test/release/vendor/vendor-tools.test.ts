// Tests two tools of the public vendor from npm over TLS: the SDK and the deploy tool.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { serveProcess } from '../../bin.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'vendor-tools-'))
const ca = join(folder, 'ca.pem')
const at = (name: string): string => join(folder, name)

let served: Awaited<ReturnType<typeof serveProcess>>
beforeAll(async () => {
  served = await serveProcess(folder, ['--like', 'auth0', '--tls', '--tls-ca', ca])
})
afterAll(async () => {
  await served.stop()
  rmSync(folder, { recursive: true })
})

const domain = (): string => new URL(served.environment.TENANT_BASE_URL ?? '').host
/** Returns the variables of a process that trusts the tenant. */
const environment = (): NodeJS.ProcessEnv => ({
  ...{ PATH: process.env.PATH, HOME: folder },
  ...served.environment,
  NODE_EXTRA_CA_CERTS: ca,
})

interface MadeCall {
  readonly name: string
  readonly ok: boolean
  readonly error?: string
}

const require = createRequire(import.meta.url)
// The deploy tool contains the previous major version of the SDK.
const ofDeployTool = createRequire(require.resolve('auth0-deploy-cli'))

function versionOf(file: string): string {
  const folderOf = (place: string): string => {
    const text = join(place, 'package.json')
    try {
      const { name, version } = JSON.parse(readFileSync(text, 'utf8')) as { name?: string; version?: string }
      if (name === 'auth0' && version !== undefined) return version
    } catch {
      // The file is not in this folder, so the search continues in the folder above.
    }
    return folderOf(dirname(place))
  }
  return folderOf(dirname(file))
}

test.each([
  ['7', require.resolve('auth0')],
  ['6', ofDeployTool.resolve('auth0')],
])('the SDK of major version %s makes its calls over TLS, unmodified', async (major, sdk) => {
  expect(versionOf(sdk).split('.')[0]).toBe(major)
  const script = fileURLToPath(new URL('sdk-calls.mjs', import.meta.url))
  const own = await serveProcess(folder, ['--like', 'auth0', '--tls', '--tls-ca', at(`ca-${major}.pem`)])
  try {
    const host = new URL(own.environment.TENANT_BASE_URL ?? '').host
    const { stdout } = await run(process.execPath, [script, sdk, host], {
      env: { ...environment(), ...own.environment, NODE_EXTRA_CA_CERTS: at(`ca-${major}.pem`) },
    })
    const calls = JSON.parse(stdout) as readonly MadeCall[]
    expect(calls.filter(({ ok }) => !ok)).toEqual([])
    expect(calls.length).toBeGreaterThanOrEqual(39)
  } finally {
    await own.stop()
  }
})

async function deploy(...args: readonly string[]): Promise<string> {
  const bin = join(dirname(require.resolve('auth0-deploy-cli')), 'index.js')
  const { stdout, stderr } = await run(process.execPath, [bin, ...args, '-c', at('config.json')], {
    cwd: folder,
    env: environment(),
  })
  return stdout + stderr
}

interface Exported {
  eventStreams: { name: string; status: string }[]
  rateLimitPolicies: { configuration: { limit: number } }[]
  guardianFactorTemplates: { name: string; enrollment_message: string }[]
  tenant: { friendly_name: string }
}

async function exported(name: string): Promise<Exported> {
  expect(await deploy('export', '-f', 'yaml', '-o', at(name))).toContain('Export Successful')
  return parse(readFileSync(join(at(name), 'tenant.yaml'), 'utf8')) as Exported
}

// The test needs a long time, because the tool sends at most eight requests a second.
test('the deploy tool exports the same again after an export, changes and an import, twice', {
  timeout: 600_000,
}, async () => {
  const { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET, TENANT_BASE_URL, TENANT_ACCESS_TOKEN } = served.environment
  writeFileSync(
    at('config.json'),
    JSON.stringify({
      AUTH0_DOMAIN: domain(),
      AUTH0_CLIENT_ID: TENANT_CLIENT_ID,
      AUTH0_CLIENT_SECRET: TENANT_CLIENT_SECRET,
      AUTH0_ALLOW_DELETE: true,
    }),
  )
  const post = async (path: string, body: object): Promise<void> => {
    // Starts a separate process, because this process does not trust the tenant.
    const script = `fetch(process.argv[1], { method: 'POST', body: process.argv[2], headers: { authorization: process.argv[3], 'content-type': 'application/json' } }).then((r) => process.exit(r.status === 201 ? 0 : 1))`
    const args = [
      '-e',
      script,
      `${TENANT_BASE_URL}${path}`,
      JSON.stringify(body),
      `Bearer ${TENANT_ACCESS_TOKEN}`,
    ]
    await run(process.execPath, args, { env: environment() })
  }
  const authorization = { method: 'basic', username: 'somebody', password: 'throw-away-1' }
  const configuration = {
    webhook_endpoint: 'https://receiver.tenant.example/',
    webhook_authorization: authorization,
  }
  await post('/event-streams', {
    name: 'orders',
    subscriptions: [{ event_type: 'user.created' }],
    destination: { type: 'webhook', configuration },
  })
  await post('/rate-limit-policies', {
    ...{ resource: 'oauth_authentication_api', consumer: 'client', consumer_selector: 'default' },
    configuration: { action: 'block', limit: 100 },
  })
  let before = await exported('first')
  expect(before.eventStreams.map(({ name }) => name)).toEqual(['orders'])
  expect(before.rateLimitPolicies.map((one) => one.configuration.limit)).toEqual([100])
  for (const [round, limit] of [
    ['second', 7],
    ['third', 8],
  ] as const) {
    const changed: Exported = {
      ...before,
      eventStreams: before.eventStreams.map((one) => ({
        ...one,
        status: limit === 7 ? 'disabled' : 'enabled',
      })),
      rateLimitPolicies: before.rateLimitPolicies.map((one) => ({
        ...one,
        configuration: { ...one.configuration, limit },
      })),
      guardianFactorTemplates: before.guardianFactorTemplates.map((one) => ({
        ...one,
        enrollment_message: `{{code}} of round ${limit}`,
      })),
      tenant: { ...before.tenant, friendly_name: `Round ${limit}` },
    }
    expect(changed).not.toEqual(before)
    writeFileSync(at('changed.yaml'), stringify(changed))
    expect(await deploy('import', '-i', at('changed.yaml'))).toContain('Import Successful')
    before = await exported(round)
    expect(before).toEqual(changed)
  }
})
