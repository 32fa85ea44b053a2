// Compares four parallel shards, each with its own tenant and its own rate, with one complete run at the rate
// of one shard.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../src/base/package-root.ts'
import { type Figure, paired } from '../figure.ts'

const parts = 4
const pairs = 3
// This rate is so low that a run only waits for it. The two processor cores and the tenants are never the
// limit.
const perSecond = 30

/**
 * Runs the built command, which starts its own tenant.
 * @returns the number of requests that the run sent
 */
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
      // Code 3 means an incomplete run, which is allowed here. At this low rate, a run does not reach limits
      // that some clauses need.
      if (code !== 0 && code !== 3) return reject(new Error(`the run ${name} ended with ${code}`))
      const { traffic } = JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8')) as {
        readonly traffic: { readonly requests: number }
      }
      resolve(traffic.requests)
    })
  })
}

/** Measures the time that four shards save if each shard has the complete rate. */
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
            // The option names the rate of all shards together. Each shard uses one quarter of it.
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
        what: 'The time of four shards at once, each with its own request rate, divided by the time of an undivided run with one such rate.',
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
