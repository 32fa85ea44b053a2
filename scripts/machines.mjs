// Measures a run of the built command, and writes docs/many-machines.json and tables of
// docs/many-machines.md. `npm run machines -- --text` only writes the tables again, after a change of the
// plan.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { costBasisOf, costTables } from '../dist/src/fleet/cost.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const figuresFile = join(root, 'docs/many-machines.json')
const pageFile = join(root, 'docs/many-machines.md')
const bin = join(root, 'dist/src/cli/main.js')
const runs = 3

async function measure() {
  const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-machines-'))
  const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TENANT_')))
  const tenant = spawn(process.execPath, ['--', bin, 'serve', '--env-file', 'tenant.env'], {
    cwd: folder,
    env: bare,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await new Promise((resolve, reject) => {
      let text = ''
      tenant.stdout.on('data', (chunk) => {
        text += chunk
        if (text.includes('# ready')) resolve()
      })
      tenant.once('exit', () => reject(new Error('serve ended')))
    })
    const usage = join(folder, 'usage.json')
    const hook = `import{writeFileSync}from'node:fs';process.on('exit',()=>writeFileSync(${JSON.stringify(usage)},JSON.stringify(process.resourceUsage())))`
    const all = Array.from({ length: runs }, () => {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        [
          '--import',
          `data:text/javascript,${encodeURIComponent(hook)}`,
          '--',
          bin,
          'run',
          '--env-file',
          'tenant.env',
          '--depth',
          'default',
          '--seed',
          '1',
          '--quiet',
        ],
        { cwd: folder, env: bare, encoding: 'utf8' },
      )
      assert.equal(status, 0, stdout + stderr)
      const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(usage, 'utf8'))
      const reports = join(folder, 'reports')
      const bytes = readdirSync(reports).reduce((sum, name) => sum + statSync(join(reports, name)).size, 0)
      return {
        requests: JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8')).traffic.requests,
        cpuSeconds: (userCPUTime + systemCPUTime) / 1e6,
        peakMegabytes: maxRSS / 1024,
        reportMegabytes: bytes / 1024 / 1024,
      }
    })
    const median = (name) => all.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(runs / 2)]
    return Object.fromEntries(Object.keys(all[0]).map((name) => [name, Number(median(name).toPrecision(3))]))
  } finally {
    tenant.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!process.argv.includes('--text'))
  writeFileSync(figuresFile, `${JSON.stringify(await measure(), null, 2)}\n`)
const tables = costTables(await costBasisOf(JSON.parse(readFileSync(figuresFile, 'utf8'))))
const page = readFileSync(pageFile, 'utf8')
const [begin, end] = ['<!-- generated: costs -->\n', '<!-- end -->']
writeFileSync(
  pageFile,
  page.slice(0, page.indexOf(begin) + begin.length) + tables + page.slice(page.indexOf(end)),
)
