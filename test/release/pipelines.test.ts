// Runs the steps of the action and the CI scripts in a shell, against a tenant.
import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/base/package-root.ts'
import { type Report, startTenant, type Tenant } from '../../src/index.ts'
import { bin } from '../bin.ts'
import { action, jenkinsScript, kubernetesJob, scripts } from '../pipelines/templates.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-pipelines-'))
const bare = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:TENANT_|GITHUB_|VITEST|NODE_ENV|CI$)/.test(name)),
)
let tenant: Tenant
let places = 0

beforeAll(async () => {
  tenant = await startTenant()
})
afterAll(async () => {
  await tenant.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes a folder like the workspace of a CI service. */
function workspace(): string {
  places += 1
  const place = join(folder, String(places))
  mkdirSync(place)
  return place
}

interface Ended {
  readonly code: number | null
  readonly out: string
}

const shell = (
  line: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>>,
): Promise<Ended> =>
  new Promise((resolve) => {
    const [program = '', ...args] = line
    const child = spawn(program, args, {
      cwd,
      env: { ...bare, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let out = ''
    child.stdout.on('data', (chunk) => {
      out += String(chunk)
    })
    child.stderr.on('data', (chunk) => {
      out += String(chunk)
    })
    child.once('close', (code) => resolve({ code, out }))
  })

const reportIn = (place: string): Report =>
  JSON.parse(readFileSync(join(place, 'reports/report.json'), 'utf8'))

describe('the action', () => {
  const checkout = join(folder, 'action')
  beforeAll(() => {
    const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: packageRoot,
      encoding: 'utf8',
    })
    for (const file of listed.trim().split('\n')) cpSync(join(packageRoot, file), join(checkout, file))
  })

  /** Runs the steps of the action in the way in which a runner does. */
  async function act(inputs: Readonly<Record<string, string>>, env: Readonly<Record<string, string>> = {}) {
    const place = workspace()
    const files = {
      GITHUB_OUTPUT: join(folder, `output-${places}`),
      GITHUB_STEP_SUMMARY: join(folder, `summary-${places}`),
    }
    for (const file of Object.values(files)) writeFileSync(file, '')
    const values = Object.fromEntries(
      Object.entries(action.inputs).map(([name, { default: value = '' }]) => [name, inputs[name] ?? value]),
    )
    let log = ''
    let code: number | null = 0
    for (const step of action.runs.steps) {
      const script = join(folder, 'step.sh')
      writeFileSync(script, step.run ?? '')
      const given = Object.entries(step.env ?? {}).map(([name, value]) => [
        name,
        value.replace(/^\$\{\{ inputs\.([\w-]+) \}\}$/, (_, input: string) => values[input] ?? ''),
      ])
      const ended = await shell(['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', script], place, {
        ...{ CI: 'true', GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: checkout, GITHUB_WORKSPACE: place },
        ...files,
        ...env,
        ...Object.fromEntries(given),
      })
      log += ended.out
      code = ended.code
      if (code !== 0) break
    }
    const outputs = Object.fromEntries(
      [...readFileSync(files.GITHUB_OUTPUT, 'utf8').matchAll(/^(\w+)<<(\S+)\n(.*?)\n\2$/gms)].map(
        ([, name = '', , value = '']) => [name, value],
      ),
    )
    return { place, code, log, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8') }
  }

  test('is built when used, checks the tenant, and passes its results to the job', async () => {
    const { TENANT_BASE_URL: baseUrl = '', ...credentials } = tenant.environment
    const done = await act(
      {
        'base-url': baseUrl,
        only: 'event-streams.create.*\nrate-limit-policies.delete.accepts\n',
        skip: 'event-streams.create.name*',
        reports: 'json,codequality',
        args: '--examples\n2\n--seed\n1',
      },
      credentials,
    )
    expect(done.code, done.log).toBe(0)
    expect(done.outputs).toEqual({ outcome: 'conformant', exit: '0', report: 'reports/report.json' })
    expect(Object.keys(action.outputs)).toEqual(Object.keys(done.outputs))
    expect(done.summary).toMatch(/^# ✅ conformant/)
    expect(done.log).not.toMatch(/^::(?:error|warning)/m)
    const verdicts = reportIn(done.place).clauses.filter(({ verdict }) => verdict !== 'out-of-scope')
    expect(verdicts.some(({ id }) => id === 'rate-limit-policies.delete.accepts')).toBe(true)
    expect(verdicts.some(({ id }) => id.startsWith('event-streams.create.name'))).toBe(false)
    expect(existsSync(join(done.place, 'reports/codequality.json'))).toBe(true)
    expect(existsSync(join(done.place, 'reports/junit.xml'))).toBe(false)
    for (const [name, value] of Object.entries(credentials))
      if (/SECRET|TOKEN$/.test(name)) expect(done.log).not.toContain(value)
  }, 900_000)

  test('fails with an annotation if a clause fails', async () => {
    const faulty = await startTenant({ faults: ['create-name-empty-accepted'] })
    try {
      const done = await act({ only: 'event-streams.create.name-length', strict: 'true' }, faulty.environment)
      expect(done.code, done.log).toBe(1)
      expect(done.outputs).toMatchObject({ outcome: 'non-conformant', exit: '1' })
      expect(done.log).toMatch(/^::error title=MUST event-streams\.create\.name-length/m)
      expect(done.summary).toContain('event-streams.create.name-length')
      expect(reportIn(done.place).run.strict).toBe(true)
    } finally {
      await faulty.close()
    }
  })

  test.each([
    ['nothing names a tenant', {}, /::error .*No tenant is named/],
    [
      'strict is no boolean',
      { 'base-url': 'http://127.0.0.1:9/api/v2', strict: 'yes' },
      /::error .*strict must be true or false/,
    ],
    [
      'an input is a command',
      { 'base-url': '"; touch pwned; $(touch pwned) `touch pwned` #' },
      /not an http or https address/,
    ],
    ['an input is a flag', { 'base-url': '--list-faults', only: '--strict' }, /not an http or https address/],
    [
      'a list is a command',
      { 'base-url': 'x', only: '$(touch pwned)\n`touch pwned`\n*' },
      /not an http or https address/,
    ],
  ])('if %s, ends with 2 and does nothing else', async (_, inputs, says) => {
    const done = await act(inputs, { TENANT_ACCESS_TOKEN: 'a-token-of-nobody' })
    expect(done.code, done.log).toBe(2)
    expect(done.log).toMatch(says)
    expect(existsSync(join(done.place, 'pwned'))).toBe(false)
    expect(done.outputs).toEqual({})
  })
})

describe('the scripts', () => {
  const programs = join(folder, 'programs')
  beforeAll(() => {
    mkdirSync(programs)
    // Programs that replace npx and GitHub's command line.
    const shims = {
      npx: `[ "$1" = --yes ] && shift\nshift\nexec ${process.execPath} ${bin()} "$@" $MORE`,
      gh: 'printf "%s\\n" "$@" > gh.txt; for last; do :; done; cp "$last" comment.md',
    }
    for (const [name, text] of Object.entries(shims)) {
      writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`)
      chmodSync(join(programs, name), 0o755)
    }
  })

  const run = (
    script: string,
    place: string,
    more: string,
    environment: Readonly<Record<string, string>> = {},
  ) =>
    shell(['bash', '--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], place, {
      ...tenant.environment,
      PATH: `${programs}:${process.env.PATH}`,
      MORE: more,
      ...environment,
    })
  const little = '--only event-streams.create.accepts --examples 2'

  test('that of GitLab reports conformance, with the reports that GitLab reads', async () => {
    const place = workspace()
    for (const line of scripts['ci/gitlab.yml'] ?? []) {
      const { code, out } = await run(line, place, '--seed 1')
      expect(code, out).toBe(0)
    }
    expect(reportIn(place)).toMatchObject({ outcome: 'conformant', target: { embedded: false } })
    expect(existsSync(join(place, 'reports/junit.xml'))).toBe(true)
    expect(JSON.parse(readFileSync(join(place, 'reports/codequality.json'), 'utf8'))).toEqual([])
  })

  test.each(['ci/azure-pipelines.yml', 'ci/circleci.yml'])('that of %s runs', async (file) => {
    const place = workspace()
    for (const line of scripts[file] ?? []) {
      const { code, out } = await run(line, place, little)
      expect(code, out).toBe(0)
    }
    expect(reportIn(place)).toMatchObject({ outcome: 'conformant', target: { embedded: false } })
  })

  test('that of Jenkins runs, with the credentials of Jenkins', async () => {
    const place = workspace()
    const { TENANT_CLIENT_ID = '', TENANT_CLIENT_SECRET = '' } = tenant.environment
    const lent = { CLIENT: 'both', CLIENT_USR: TENANT_CLIENT_ID, CLIENT_PSW: TENANT_CLIENT_SECRET }
    const none = Object.fromEntries(Object.keys(tenant.environment).map((name) => [name, '']))
    const address = { TENANT_BASE_URL: tenant.baseUrl, TENANT_PROFILE: 'reference' }
    const { code, out } = await run(jenkinsScript, place, little, { ...none, ...address, ...lent })
    expect(code, out).toBe(0)
    expect(reportIn(place)).toMatchObject({ outcome: 'conformant', target: { embedded: false } })
  })

  test('that of GitHub comments changes, also a regression', async () => {
    const place = workspace()
    const [script = ''] = scripts['ci/github.yml'] ?? []
    const first = await run(scripts['ci/gitlab.yml']?.[0] ?? '', place, little)
    expect(first.code, first.out).toBe(0)
    const baseline = reportIn(place)
    mkdirSync(join(place, 'conformance'))
    const job = { GITHUB_REPOSITORY: 'a/b', PULL_REQUEST: '7' }
    writeFileSync(join(place, 'conformance/baseline.json'), JSON.stringify(baseline))
    expect(await run(script, place, '', job)).toMatchObject({ code: 0 })
    expect(readFileSync(join(place, 'comment.md'), 'utf8')).toContain('No clause and no open point changed.')
    expect(readFileSync(join(place, 'gh.txt'), 'utf8')).toBe(
      'pr\ncomment\n7\n--repo\na/b\n--edit-last\n--create-if-none\n--body-file\nconformance.md\n',
    )
    const worse = baseline.clauses.map((clause) =>
      clause.verdict === 'pass' ? { ...clause, verdict: 'fail' as const } : clause,
    )
    writeFileSync(join(place, 'reports/report.json'), JSON.stringify({ ...baseline, clauses: worse }))
    expect(await run(script, place, '', job)).toMatchObject({ code: 0 })
    expect(readFileSync(join(place, 'comment.md'), 'utf8')).toContain('**Newly failing**')
    // If there is no valid report, the job writes no comment.
    writeFileSync(join(place, 'reports/report.json'), '{}')
    expect((await run(script, place, '', job)).code).not.toBe(0)
  })

  test('the arguments of the Kubernetes job run, and end with 2 if its secret contains no address', async () => {
    const [{ args }] = kubernetesJob.spec.template.spec.containers
    const expanded = (environment: Readonly<Record<string, string>>) =>
      args.map((one) => one.replace(/\$\((\w+)\)/g, (all, name: string) => environment[name] ?? all))
    const line = (environment: Readonly<Record<string, string>>) => [
      process.execPath,
      bin(),
      ...expanded(environment),
      ...little.split(' '),
    ]
    const done = await shell(line(tenant.environment), workspace(), tenant.environment)
    expect(done.code, done.out).toBe(0)
    expect(await shell(line({}), workspace(), {})).toMatchObject({ code: 2 })
  })

  test.each(Object.entries(scripts).filter(([file]) => file !== 'ci/github.yml'))(
    'that of %s ends with 2 if nothing is set',
    async (_, lines) => {
      const none = Object.fromEntries(Object.keys(tenant.environment).map((name) => [name, '']))
      for (const line of lines) expect((await run(line, workspace(), '', none)).code).toBe(2)
    },
  )
})
