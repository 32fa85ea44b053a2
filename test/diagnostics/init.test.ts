// Tests `init` in a separate process: its findings, its files, its refusals and its questions.
import { execFileSync, spawn } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'dotenv'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigurationError } from '../../src/base/error.ts'
import { init as beginning, type InitFlags } from '../../src/cli/first-run/init.ts'
import { recordingTerminal } from '../../src/cli/recording-terminal.testing.ts'
import { loadContract } from '../../src/contract/index.ts'
import { loadProfile } from '../../src/profile/index.ts'
import type { Environment } from '../../src/settings/environment.ts'
import type { Tenant } from '../../src/tenant/index.ts'
import { bin, command } from '../bin.ts'
import { aTenant, listening, lookedAt } from './diagnosing.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-init-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)
const text = (name: string): string => readFileSync(inFolder(name), 'utf8')

/** Returns only the variables of the client, because most users set no other variables. */
const clientOf = ({ environment }: Tenant): Record<string, string> => ({
  TENANT_CLIENT_ID: environment.TENANT_CLIENT_ID ?? '',
  TENANT_CLIENT_SECRET: environment.TENANT_CLIENT_SECRET ?? '',
})

/** Runs `init`, which writes its files to `folder`. */
async function init(
  flags: Partial<InitFlags>,
  variables: Environment,
): Promise<{ readonly code: number; readonly text: string }> {
  const { terminal, told } = recordingTerminal()
  const all = {
    ...{
      outputEnv: inFolder('.env'),
      outputProfile: inFolder('profile.json'),
      reportDir: inFolder('reports'),
    },
    ...flags,
  }
  try {
    const code = await beginning(all, { variables, file: null }, terminal)
    return { code, text: told.out + told.err }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return { code: 2, text: error.message }
  }
}

describe('init without a terminal', () => {
  test('finds the path, the token endpoint, the authentication and the profile, and writes what doctor and run need', async () => {
    const tenant = await aTenant({ like: 'auth0', variation: { tokenAuth: 'basic' } })
    execFileSync('git', ['init', '--quiet'], { cwd: folder })
    const origin = tenant.baseUrl.replace('/api/v2', '')
    const before = tenant.inspect().streams.length
    const { code, text: told } = await init({ baseUrl: origin }, clientOf(tenant))
    expect(code, told).toBe(0)
    expect(parse(text('.env'))).toEqual({
      TENANT_BASE_URL: tenant.baseUrl,
      ...clientOf(tenant),
      TENANT_TOKEN_AUTH: 'basic',
      TENANT_PROFILE: inFolder('profile.json'),
    })
    expect(statSync(inFolder('.env')).mode & 0o777).toBe(0o600)
    expect(text('.gitignore')).toBe('/.env\n')
    expect(loadProfile(inFolder('profile.json'), loadContract()).fixtures).toEqual(
      loadProfile('auth0', loadContract()).fixtures,
    )
    expect(readdirSync(folder).sort()).toEqual(['.env', '.git', '.gitignore', 'profile.json'])
    expect(told).toMatch(
      /\n {5}5 {2}A second client without the required scopes is not given\. Set\s+TENANT_LIMITED/,
    )
    expect(told).toMatch(/Next:\n\n {2}npx tenant-conformance run --env-file /)
    expect(told).not.toContain(tenant.environment.TENANT_CLIENT_SECRET)
    // `init` sends only read requests and token requests.
    expect(tenant.inspect().streams).toHaveLength(before)
    for (const { method, operation } of tenant.inspect().requests)
      expect(method === 'GET' || operation === 'token').toBe(true)
    const variables = parse(text('.env'))
    const seen = await lookedAt(variables)
    expect([seen.exit, seen.all('problem')]).toEqual([0, []])
    // The second call succeeds, because the files already contain everything.
    const again = await init({}, variables)
    expect(again.code, again.text).toBe(0)
    expect(again.text).toContain('.env already contains all variables.')
  })

  test('finds the audience', async () => {
    const { origin } = await listening((request, response) => {
      let sent = ''
      request.on('data', (chunk) => {
        sent += String(chunk)
      })
      request.on('end', () => {
        const asked = new URLSearchParams(sent)
        const bearer = request.headers.authorization === 'Bearer the-token-of-the-client'
        const [status, body] =
          request.url === '/oauth/token' && asked.get('audience') === `${origin}/api/v2/`
            ? [200, { access_token: 'the-token-of-the-client', token_type: 'Bearer' }]
            : request.url === '/oauth/token'
              ? [403, { error: 'access_denied' }]
              : request.url === '/api/v2/keys/custom-signing'
                ? [bearer ? 200 : 401, bearer ? { keys: [] } : { statusCode: 401 }]
                : [404, { statusCode: 404 }]
        response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body))
      })
    })
    const client = { TENANT_CLIENT_ID: 'client', TENANT_CLIENT_SECRET: 'secret-of-the-client' }
    const { code, text: told } = await init({ baseUrl: `${origin}/api/v2` }, client)
    expect(code, told).toBe(0)
    expect(parse(text('.env'))).toEqual({
      TENANT_BASE_URL: `${origin}/api/v2`,
      TENANT_TOKEN_URL: `${origin}/oauth/token`,
      TENANT_AUDIENCE: `${origin}/api/v2/`,
      ...client,
      TENANT_PROFILE: inFolder('profile.json'),
    })
  })

  test.each<[string, Partial<InitFlags>, RegExp]>([
    ['no address', {}, /^No tenant is given, .*: give --base-url or TENANT_BASE_URL\.$/],
    ['no credential', { baseUrl: 'http://127.0.0.1:1' }, /^No credential is given, .*in the environment\.$/],
  ])('with %s ends with 2 and a sentence', async (_, flags, says) => {
    const { code, text: told } = await init(flags, {})
    expect(told).toMatch(says)
    expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual([])
  })

  test('accepts no secret as a flag', async () => {
    const { code, text: told } = await command(['init', '--client-secret', 'x'], folder).ended
    expect([code, told]).toEqual([2, expect.stringMatching(/unknown option/)])
  })

  test.each([
    ['a page for people', 200, 'text/html', '<!doctype html>', 2],
    ['nothing but refusals', 401, 'application/json', '{}', 3],
  ])('from %s writes nothing', async (_, status, type, body, exit) => {
    const { origin } = await listening((_, response) =>
      response.writeHead(status, { 'content-type': type }).end(body),
    )
    const environment = { TENANT_ACCESS_TOKEN: 'a-token-of-somebody-else' }
    const { code, text: told } = await init({ baseUrl: `${origin}/api/v2` }, environment)
    expect(told).toMatch(/Nothing was written: 1 problem/)
    expect(code).toBe(exit)
    expect(readdirSync(folder)).toEqual([])
  })

  test('overwrites a file of variables only on request, and then loses none', async () => {
    const tenant = await aTenant()
    const held = '# mine\nOTHER="1 2"\nTENANT_BASE_URL=\nexport TENANT_TOKEN_AUTH=auto # or basic\n'
    writeFileSync(inFolder('.env'), held)
    const flags = { baseUrl: tenant.baseUrl }
    const refused = await init(flags, clientOf(tenant))
    expect(refused.code).toBe(2)
    expect(refused.text).toMatch(/\.env already exists: use --force to add variables/)
    expect(text('.env')).toBe(held)
    expect(existsSync(inFolder('profile.json'))).toBe(false)
    const forced = await init({ ...flags, force: true }, clientOf(tenant))
    expect(forced.code, forced.text).toBe(0)
    expect(text('.env')).toContain(
      `# mine\nOTHER="1 2"\nTENANT_BASE_URL=${tenant.baseUrl}\nexport TENANT_TOKEN_AUTH=auto # or basic\n`,
    )
    expect(statSync(inFolder('.env')).mode & 0o777).toBe(0o600)
  })

  test('keeps an existing profile, and refuses a link in place of a file', async () => {
    const tenant = await aTenant()
    const own = '{ "name": "mine" }'
    writeFileSync(inFolder('profile.json'), own)
    const kept = await init({ baseUrl: tenant.baseUrl }, clientOf(tenant))
    expect(kept.code, kept.text).toBe(0)
    expect(text('profile.json')).toBe(own)
    rmSync(inFolder('.env'))
    writeFileSync(inFolder('elsewhere'), '')
    symlinkSync('elsewhere', inFolder('.env'))
    const refused = await init({ baseUrl: tenant.baseUrl, force: true }, clientOf(tenant))
    expect([refused.code, refused.text]).toEqual([
      2,
      expect.stringMatching(/\.env is a link and is not overwritten/),
    ])
    expect(text('elsewhere')).toBe('')
  })

  test('does not wait for a pipe in place of the file', async () => {
    const tenant = await aTenant()
    execFileSync('mkfifo', [inFolder('.env')])
    const { code, text: told } = await init({ baseUrl: tenant.baseUrl }, clientOf(tenant))
    expect([code, told]).toEqual([2, expect.stringMatching(/\.env is not a regular file/)])
  })

  test('writes to the named path, and names it in the command', async () => {
    const tenant = await aTenant()
    const { code, text: told } = await command(
      ['init', '--output-env', 'tenant.env', '--output-profile', 'tenant.json', '--base-url', tenant.baseUrl],
      folder,
      clientOf(tenant),
    ).ended
    expect(code, told).toBe(0)
    expect(told).toMatch(/npx tenant-conformance run --env-file tenant\.env\n$/)
    expect(parse(text('tenant.env')).TENANT_PROFILE).toBe('tenant.json')
    expect(readdirSync(folder).sort()).toEqual(['tenant.env', 'tenant.json'])
  })
})

/** Starts a command in a pseudo-terminal, with a tool of util-linux. */
function atTerminal(args: readonly string[]) {
  const line = [process.execPath, bin(), ...args].map((word) => `'${word}'`).join(' ')
  const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TENANT_')))
  const child = spawn(
    'script',
    ['--quiet', '--return', '--command', `stty cols 100 rows 40; exec ${line}`, '/dev/null'],
    {
      cwd: folder,
      env: { ...bare, NO_COLOR: '1', TERM: 'xterm' },
    },
  )
  let shown = ''
  const waiting: (() => void)[] = []
  child.stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    for (const look of [...waiting]) look()
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    ended,
    shown: () => shown,
    async answer(question: string, keys: string): Promise<void> {
      await new Promise<void>((resolve, reject) => {
        const look = (): void => {
          if (shown.includes(question)) resolve()
        }
        waiting.push(look)
        look()
        void ended.then(() => reject(new Error(`it ended without "${question}": ${shown}`)))
      })
      child.stdin.write(keys)
    },
  }
}

const hasScript = (() => {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe.skipIf(!hasScript)('init at a terminal', () => {
  test('asks for the address and the client, shows no secret, and writes', async () => {
    const tenant = await aTenant()
    const { TENANT_CLIENT_ID: id = '', TENANT_CLIENT_SECRET: secret = '' } = clientOf(tenant)
    const terminal = atTerminal(['init'])
    await terminal.answer('Which tenant', '\r')
    await terminal.answer('Base URL of the tenant', `${tenant.baseUrl}\r`)
    await terminal.answer('How do requests authenticate', '\r')
    await terminal.answer("The client's id", `${id}\r`)
    await terminal.answer("The client's secret", `${secret}\r`)
    await terminal.answer('Do you have a second client', '\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.shown()).toContain('npx tenant-conformance run')
    expect(terminal.shown()).not.toContain(secret)
    expect(parse(text('.env'))).toEqual({
      TENANT_BASE_URL: tenant.baseUrl,
      ...clientOf(tenant),
      TENANT_PROFILE: 'profile.json',
    })
  })

  test('without a tenant writes nothing, and names the command', async () => {
    const terminal = atTerminal(['init'])
    await terminal.answer('Which tenant', '\u001b[B\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.shown()).toContain('npx tenant-conformance run')
    expect(readdirSync(folder)).toEqual([])
  })

  test('ends with 130 at Ctrl-C, and has written nothing', async () => {
    const terminal = atTerminal(['init'])
    await terminal.answer('Which tenant', '\u0003')
    expect(await terminal.ended).toBe(130)
    expect(terminal.shown()).toContain('Nothing was written.')
    expect(readdirSync(folder)).toEqual([])
  })
})
