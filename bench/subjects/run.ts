// Compares a default run with a bare loop of as many requests to the same embedded tenant.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Figure, median } from '../figure.ts'
import { bin, type Cost, cost, requireBuilt } from '../process.ts'

const pairs = 3
const concurrency = 8

/** Each request changes a resource. */
const bare = (requests: number): string => `
import { Agent, request } from 'undici'
import { startTenant } from ${JSON.stringify(pathToFileURL(join(process.cwd(), 'dist/src/index.js')).href)}
const tenant = await startTenant()
const dispatcher = new Agent({ connections: ${concurrency} })
const { TENANT_CLIENT_ID: client_id, TENANT_CLIENT_SECRET: client_secret } = tenant.environment
const asked = await request(tenant.authUrl + '/oauth/token/', {
  method: 'POST', dispatcher, headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ grant_type: 'client_credentials', client_id, client_secret, audience: '/api/v2/' }),
})
const { access_token } = await asked.body.json()
const headers = { authorization: 'Bearer ' + access_token, 'content-type': 'application/json' }
let left = ${requests}
const worker = async () => {
  while (left-- > 0) {
    const answer = await request(tenant.baseUrl + '/guardian/factors/phone/templates', {
      method: 'PUT', dispatcher, headers,
      body: JSON.stringify({ enrollment_message: 'one ' + left, verification_message: 'two ' + left }),
    })
    JSON.parse(await answer.body.text() || 'null')
  }
}
await Promise.all(Array.from({ length: ${concurrency} }, worker))
await dispatcher.close()
await tenant.close()`

interface Ran {
  readonly run: Cost
  readonly requests: number
}

interface Pair extends Ran {
  readonly loop: Cost
  readonly part: Ran
}

export async function measure(): Promise<readonly Figure[]> {
  requireBuilt()
  const measured: Pair[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const { run, requests } = await ran([])
    const loop = await cost(['--input-type=module', '--eval', bare(requests)])
    measured.push({ run, loop, requests, part: await ran(['--only', 'event-streams.create.accepts']) })
  }
  const requests = median(measured.map((one) => one.requests))
  return (['wallMs', 'cpuMs'] as const).map((unit) => {
    const ratios = measured.map(({ run, loop }) => run[unit] / loop[unit])
    const of = (which: 'run' | 'loop'): number => Math.round(median(measured.map((one) => one[which][unit])))
    // The second run tests only one operation. The difference of both runs gives the cost of one more
    // request.
    const further = median(
      measured.map(({ run, part, requests: all }) => (run[unit] - part.run[unit]) / (all - part.requests)),
    )
    return {
      name: `default-run-${unit === 'wallMs' ? 'wall' : 'cpu'}`,
      what: `The default run against the embedded tenant, compared with a simple loop of as many requests: ${unit === 'wallMs' ? 'time' : 'processor time'}.`,
      ratio: median(ratios),
      spread: [Math.min(...ratios), Math.max(...ratios)],
      pairs,
      aim: null,
      detail: {
        requests,
        [unit]: of('run'),
        [`bare${unit[0]?.toUpperCase()}${unit.slice(1)}`]: of('loop'),
        onceMs: Math.round(of('run') - further * requests),
        furtherMsPerRequest: Number(further.toFixed(2)),
      },
    }
  })
}

async function ran(args: readonly string[]): Promise<Ran> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-run-'))
  try {
    const fixed = ['--no-env-file', '--quiet', '--depth', 'default', '--seed', '1', '--report-dir', folder]
    const run = await cost([bin, 'run', ...fixed, ...args])
    const { traffic } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      traffic: { requests: number }
    }
    return { run, requests: traffic.requests }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
