// Compares four parallel shards with one run. Each shard has its own tenant and the rate of the run.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/base/package-root.ts'
import { type Figure, paired } from '../figure.ts'

const parts = 4
const pairs = 3
// At this low rate, a run mostly waits. The processor and the tenants never limit its speed.
const perSecond = 30

/** @returns the number of requests that the run sent */
function run(folder: string, name: string, args: readonly string[]): Promise<number> {
  const line = [
    ...['--', join(packageRoot, 'dist/src/cli/main.js'), 'run', '--no-env-file', '--quiet', '--no-github'],
    ...['--depth', 'default', '--seed', '1', '--reports', 'json', '--report-dir', name, ...args],
  ]
  const environment = Object.entries(process.env).filter(([variable]) => !variable.startsWith('TENANT_'))
  const child = spawn(process.execPath, line, {
    cwd: folder,
    env: Object.fromEntries(environment),
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      // Code 3 means an incomplete run, which is allowed here. Some clauses need a 429, which a run at this
      // low rate does not get.
      if (code !== 0 && code !== 3) return reject(new Error(`the run ${name} ended with ${code}`))
      const { traffic } = JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as {
        readonly traffic: { readonly requests: number }
      }
      resolve(traffic.requests)
    })
  })
}

export async function measure(): Promise<readonly Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-bench-'))
  let [sentByParts, sentByOne] = [0, 0]
  const timed = async (task: () => Promise<void>): Promise<number> => {
    const start = performance.now()
    await task()
    return performance.now() - start
  }
  try {
    const { ratio, spread, subject, reference } = await paired(
      pairs,
      () =>
        timed(async () => {
          const requests = await Promise.all(
            // `--rate` names the rate of all shards together.
            Array.from({ length: parts }, (_, index) =>
              run(folder, `part-${index + 1}`, [
                ...['--shard', `${index + 1}/${parts}`, '--rate', String(parts * perSecond)],
              ]),
            ),
          )
          sentByParts = requests.reduce((sum, one) => sum + one)
        }),
      () =>
        timed(async () => {
          sentByOne = await run(folder, 'one', ['--rate', String(perSecond)])
        }),
    )
    return [
      {
        name: 'four-shards-on-four-rates',
        what: 'The time of four parallel shards, each with its own rate limit, compared with one run at this rate limit.',
        ratio,
        spread,
        pairs,
        aim: { below: 0.4 },
        detail: {
          ratePerSecond: perSecond,
          shardsMedianMs: Math.round(subject),
          runMedianMs: Math.round(reference),
          shardsRequests: sentByParts,
          runRequests: sentByOne,
        },
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
