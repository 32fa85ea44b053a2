// Measures the time and peak memory of writing reports: `npm run bench:reports [EXCHANGES]`. The reference is
// a program that only reads the log.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchange, sampleEvents } from '../test/report/sample.ts'

const most = Number(process.argv[2] ?? 1_000_000)
const counts = [most / 100, most / 10, most]
const rounds = 3
const bin = join(process.cwd(), 'dist/src/cli/main.js')

/** Every reader of the log must split it into lines and parse them. */
const bare = `
const lines = require('node:readline').createInterface({ input: require('node:fs').createReadStream(process.argv[1]) })
let events = 0
lines.on('line', (line) => { if (JSON.parse(line).type === 'exchange') events += 1 })
lines.on('close', () => process.stdout.write(String(events)))
`

// The process prints its own peak memory at its end, because no other process can measure this value.
const told = `process.on('exit', () => require('node:fs').writeSync(2, '\\npeak ' + process.resourceUsage().maxRSS))`
const preload = `data:text/javascript,import { createRequire } from 'node:module'; const require = createRequire('file:///'); ${encodeURIComponent(told)}`

const folder = mkdtempSync(join(tmpdir(), 'bench-reports-'))
try {
  process.stdout.write(
    '| exchanges | log | reports: s | bare reading: s | ratio | reports: peak MB | bare reading: peak MB |\n|---|---|---|---|---|---|---|\n',
  )
  for (const count of counts) {
    const file = join(folder, 'events.ndjson')
    writeLog(file, count)
    const pairs = Array.from({ length: rounds }, () => [
      run([bin, 'report', folder, '--quiet']),
      run(['-e', bare, file]),
    ])
    const [reports, reading] = [0, 1].map((which) => median(pairs.map((pair) => pair[which] ?? failed())))
    if (reports === undefined || reading === undefined) throw new Error('nothing was measured')
    const ratio = median(
      pairs.map(([a = failed(), b = failed()]) => ({ seconds: a.seconds / b.seconds, peakMb: 0 })),
    ).seconds
    process.stdout.write(
      `| ${count} | ${Math.round(statSync(file).size / 1e6)} MB | ${reports.seconds.toFixed(1)} | ${reading.seconds.toFixed(1)} | ${ratio.toFixed(2)} | ${Math.round(reports.peakMb)} | ${Math.round(reading.peakMb)} |\n`,
    )
  }
} finally {
  rmSync(folder, { recursive: true })
}

interface Measured {
  readonly seconds: number
  readonly peakMb: number
}

function run(args: readonly string[]): Measured {
  const from = process.hrtime.bigint()
  const child = spawnSync(process.execPath, ['--import', preload, ...args], { encoding: 'utf8' })
  const seconds = Number(process.hrtime.bigint() - from) / 1e9
  const [, kilobytes] = /peak (\d+)/.exec(child.stderr) ?? []
  if (kilobytes === undefined || child.status === 70 || child.status === 2)
    throw new Error(`${args.join(' ')} ended with ${child.status}: ${child.stderr}`)
  return { seconds, peakMb: Number(kilobytes) / 1024 }
}

function failed(): never {
  throw new Error('a round is missing')
}

function median(all: readonly Measured[]): Measured {
  const middle = (of: (one: Measured) => number): number =>
    all.map(of).sort((a, b) => a - b)[all.length >> 1] ?? failed()
  return { seconds: middle(({ seconds }) => seconds), peakMb: middle(({ peakMb }) => peakMb) }
}

/** Writes the events of the sample run with `count` exchanges. */
function writeLog(file: string, count: number): void {
  const events = sampleEvents()
  const at = events.findIndex(({ type }) => type === 'exchange')
  const descriptor = openSync(file, 'w')
  const write = (lines: readonly unknown[]): void =>
    void writeSync(descriptor, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  write(events.slice(0, at))
  for (let id = 1; id <= count; id += 500)
    write(
      Array.from({ length: Math.min(500, count - id + 1) }, (_, index) => {
        const body = JSON.stringify({ name: `a stream ${id + index}`, status: 'enabled' })
        return { type: 'exchange', exchange: exchange(id + index, body, body) }
      }),
    )
  write([...events.slice(at), { type: 'concluded', exit: 1 }])
  closeSync(descriptor)
}
