// Checks the built command before a release: main function, seeded fault, two processes, wrong usage.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-'))
const bare = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('TENANT_')))
const run = (args, environment = {}) =>
  spawnSync(process.execPath, [bin, ...args], {
    encoding: 'utf8',
    env: { ...bare, ...environment },
    timeout: 120_000,
    cwd: folder,
  })
const report = (name) => JSON.parse(readFileSync(join(folder, name, 'report.json'), 'utf8'))
const verdicts = ({ clauses }) => Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict]))
const say = (text) => process.stdout.write(`gate: ${text}\n`)

try {
  const embedded = run(['--report-dir', 'embedded', '--depth', 'default', '--seed', '1'])
  assert.equal(embedded.status, 0, embedded.stdout + embedded.stderr)
  assert.equal(report('embedded').outcome, 'conformant')
  assert.ok(existsSync(join(folder, 'embedded/junit.xml')))
  say('the reference tenant conforms')

  const fault = 'name-length-129-accepted'
  const names = run(['serve', '--list-faults'])
    .stdout.split('\n')
    .filter((line) => /^\S/.test(line))
  assert.ok(names.length > 0)
  const red = run(['--report-dir', 'red', '--fault', names.find((name) => name.includes(fault)) ?? names[0]])
  assert.equal(red.status, 1, red.stdout + red.stderr)
  say('a seeded fault fails a run')

  const server = spawn(process.execPath, [bin, 'serve'], {
    env: bare,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const environment = await new Promise((resolve, reject) => {
      let text = ''
      server.stdout.on('data', (chunk) => {
        text += chunk
        if (text.includes('TENANT_PROFILE='))
          resolve(
            Object.fromEntries(
              text
                .trim()
                .split('\n')
                .map((line) => line.split(/=(.*)/s).slice(0, 2)),
            ),
          )
      })
      server.once('exit', () => reject(new Error('serve ended')))
    })
    const remote = run(['--report-dir', 'remote', '--depth', 'default', '--seed', '1'], environment)
    assert.equal(remote.status, 0, remote.stdout + remote.stderr)
    assert.deepEqual(verdicts(report('remote')), verdicts(report('embedded')))
    say('another process gives the same verdicts')
  } finally {
    server.kill()
  }

  assert.equal(run(['--base-url', 'nonsense']).status, 2)
  assert.equal(
    run(['--base-url', 'http://127.0.0.1:1/api/v2', '--report-dir', 'dead'], {
      TENANT_ACCESS_TOKEN: 'a-token',
    }).status,
    3,
  )
  say('wrong use and a dead port end as documented')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
