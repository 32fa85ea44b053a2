// Runs ci/slurm.sh as an array job of Slurm on this machine, and compares the merged reports with one run.
// Needs the Debian packages slurm-wlm and munge, and a built command. Ends all its processes, and leaves no
// files.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { hostname, tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'dist/src/cli/main.js')
const parts = 3
const startMsMax = 60_000
const arrayMsMax = 600_000
const stopMsMax = 90_000
// This limit is long, because the machine may be busy.
const callMsMax = 120_000
const arguments_ = ['--examples', '5', '--no-github']

// Adds the folders of Debian's daemons, which the PATH of an ordinary user does not contain.
const path = `${process.env.PATH}:/usr/sbin:/sbin`
const programs = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scancel', 'sinfo']
const missing = programs.filter((name) => !path.split(':').some((folder) => existsSync(join(folder, name))))
if (missing.length > 0 || !existsSync(bin)) {
  process.stderr.write(
    missing.length > 0
      ? `slurm: ${missing.join(', ')} cannot be found: apt-get install --no-install-recommends slurm-wlm munge\n`
      : 'slurm: the command is not built: npm run build\n',
  )
  process.exit(2)
}

const folder = mkdtempSync(join(tmpdir(), 'tenant-conformance-slurm-'))
const at = (name) => join(folder, name)
const bare = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) =>
      !/^(?:TENANT_|SLURM_|SBATCH_|CI_NODE|CIRCLE_NODE|BUILDKITE_PARALLEL|JOB_COMPLETION)/.test(name),
  ),
)
const environment = {
  ...bare,
  PATH: `${at('programs')}:${path}`,
  SLURM_CONF: at('slurm.conf'),
  NO_COLOR: '1',
}
const say = (text) => process.stdout.write(`slurm: ${text}\n`)
const started = []
let stopping = null

/**
 * Starts a process in its own session. Ctrl-C then reaches only this script, which ends the processes in the
 * right order.
 */
function start(name, program, args, more = {}) {
  const child = spawn(program, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...more,
  })
  const one = { name, child, text: '', over: false }
  const hear = (chunk) => {
    one.text += String(chunk)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  one.ended = new Promise((resolve) => {
    child.once('error', (error) => {
      hear(error.message)
      one.over = true
      resolve(null)
    })
    child.once('close', (code) => {
      one.over = true
      resolve(code)
    })
  })
  started.push(one)
  return one
}

const call = (program, args) =>
  spawnSync(program, args, { cwd: folder, env: environment, encoding: 'utf8', timeout: callMsMax })

async function until(what, holds, msMax, of = []) {
  for (const end = Date.now() + msMax; ; await wait(200)) {
    if (stopping !== null) throw new Error('the script was stopped')
    const dead = of.find(({ over }) => over)
    if (dead !== undefined) throw new Error(`${dead.name} ended before ${what}:\n${dead.text}`)
    if (holds()) return
    if (Date.now() > end)
      throw new Error(`${what}: not within ${msMax / 1000} s\n${of.map(({ text }) => text).join('\n')}`)
  }
}

async function freePorts(count) {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise((resolve) => {
          const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  const ports = servers.map((server) => server.address().port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function startCluster() {
  const [controlPort, nodePort] = await freePorts(2)
  const [host] = hostname().split('.')
  const user = userInfo().username
  for (const name of ['munge', 'state', 'spool', 'programs']) mkdirSync(at(name), { mode: 0o755 })
  chmodSync(folder, 0o755)
  writeFileSync(at('munge/key'), randomBytes(128), { mode: 0o400 })
  writeFileSync(
    at('slurm.conf'),
    `ClusterName=conformance
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controlPort}
SlurmdPort=${nodePort}
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/munge
AuthInfo=socket=${at('munge/socket')}
StateSaveLocation=${at('state')}
SlurmdSpoolDir=${at('spool')}
SlurmctldPidFile=${at('slurmctld.pid')}
SlurmdPidFile=${at('slurmd.pid')}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
PropagateResourceLimits=NONE
ReturnToService=2
NodeName=${host} NodeAddr=127.0.0.1 CPUs=${parts} State=UNKNOWN
PartitionName=main Nodes=${host} Default=YES MaxTime=60 State=UP
`,
  )
  // This program replaces npx, which would download the package.
  writeFileSync(
    at('programs/npx'),
    `#!/bin/sh\n[ "$1" = --yes ] && shift\nshift\nexec ${process.execPath} ${bin} "$@"\n`,
    { mode: 0o755 },
  )
  const munged = start('munged', 'munged', [
    ...['--foreground', '--force', '--key-file', at('munge/key'), '--socket', at('munge/socket')],
    ...['--pid-file', at('munge/pid'), '--log-file', at('munge/log'), '--seed-file', at('munge/seed')],
  ])
  await until('munged has its socket', () => existsSync(at('munge/socket')), startMsMax, [munged])
  const control = start('slurmctld', 'slurmctld', ['-D', '-c'])
  const node = start('slurmd', 'slurmd', ['-D', '-N', host])
  const isIdle = () => /^idle$/m.test(call('sinfo', ['--noheader', '--format', '%T']).stdout)
  await until('the node is idle', isIdle, startMsMax, [munged, control, node])
  say(`${call('sinfo', ['--version']).stdout.trim()} runs: munged, slurmctld and slurmd on 127.0.0.1`)
}

const reportIn = (name) => JSON.parse(readFileSync(join(at(name), 'report.json'), 'utf8'))
const verdicts = ({ clauses }) => Object.fromEntries(clauses.map(({ id, verdict }) => [id, verdict]))

async function prove() {
  const serve = start('serve', process.execPath, ['--', bin, 'serve', '--env-file', 'conformance.env'], {
    env: bare,
  })
  await until('the tenant is ready', () => /# ready/.test(serve.text), startMsMax, [serve])
  const [, address = ''] = /^TENANT_BASE_URL=(.*)$/m.exec(serve.text) ?? []
  environment.TENANT_BASE_URL = address
  say(`one tenant at ${address}`)

  const from = Date.now()
  const batch = start('sbatch', 'sbatch', ['--parsable', '--wait', join(root, 'ci/slurm.sh'), ...arguments_])
  await until('the array is done', () => batch.over, arrayMsMax)
  const job = /^\d+/m.exec(batch.text)?.[0]
  const reports = Array.from({ length: parts }, (_, index) => `conformance-${job}/part-${index + 1}`)
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .map((name) => readFileSync(at(name), 'utf8'))
  assert.equal(await batch.ended, 0, [batch.text, ...logs].join('\n'))
  say(`an array of ${parts} tasks, job ${job}, ended after ${Math.round((Date.now() - from) / 1000)} s`)
  assert.deepEqual(
    reports.map((name) => reportIn(name).run.options.shard).sort(),
    reports.map((_, index) => `${index + 1}/${parts}`),
  )

  const merged = call(process.execPath, [
    '--',
    bin,
    'merge',
    ...reports,
    '--report-dir',
    'merged',
    '--no-github',
  ])
  assert.equal(merged.status, 0, merged.stdout + merged.stderr)
  const one = start(
    'run',
    process.execPath,
    [
      ...[
        bin,
        'run',
        '--base-url',
        address,
        '--env-file',
        'conformance.env',
        '--depth',
        'default',
        '--seed',
        job,
        '--report-dir',
        'one',
      ],
      ...arguments_,
    ],
    { env: bare },
  )
  await until('one run is done', () => one.over, arrayMsMax)
  assert.equal(await one.ended, 0, one.text)
  assert.deepEqual(verdicts(reportIn('merged')), verdicts(reportIn('one')))
  const { length } = reportIn('merged').clauses
  const sent = (name) => reportIn(name).traffic.requests
  say(`the ${length} verdicts of the merged report are those of one run`)
  say(`requests: ${reports.map(sent).join(' + ')} in the parts, ${sent('one')} in one run`)
}

/** Proves that task numbers other than 1 to N work, and that the command refuses unequal steps. */
async function proveNumbering() {
  const arrays = [
    ['2-8:3', ['2 part 1 of 3', '5 part 2 of 3', '8 part 3 of 3']],
    ['4-9:2%1', ['4 part 1 of 3', '6 part 2 of 3', '8 part 3 of 3']],
    ['7', ['7 part 1 of 1']],
    ['1,2,9', ['1 refused', '2 refused', '9 refused']],
  ]
  const script = `said=$(npx --yes tenant-conformance plan --shard auto 2>&1)
case $? in 0) echo "$SLURM_ARRAY_TASK_ID $(echo "$said" | grep -o 'part [0-9]* of [0-9]*')" ;; 2) echo "$SLURM_ARRAY_TASK_ID refused" ;; esac`
  for (const [index, [array, expected]] of arrays.entries()) {
    const output = at(`numbering-${index}-%a`)
    const batch = start('sbatch', 'sbatch', [
      ...['--wait', '--array', array, '--export=PATH,HOME', '--output', output, '--wrap', script],
    ])
    await until(`the array ${array} is done`, () => batch.over, arrayMsMax)
    const told = readdirSync(folder)
      .filter((name) => name.startsWith(`numbering-${index}-`))
      .map((name) => readFileSync(at(name), 'utf8').trim())
    assert.deepEqual(told.sort(), expected, array)
  }
  say(`arrays ${arrays.map(([array]) => array).join(' and ')} are counted, or refused, as Slurm numbers them`)
}

/** Finds running processes of the array by the path of this folder in their environment variables. */
function strays() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((id) => {
      try {
        return readFileSync(`/proc/${id}/environ`, 'latin1').includes(folder)
      } catch {
        return false
      }
    })
    .map(Number)
}

function kill(id, signal) {
  try {
    process.kill(id, signal)
  } catch {
    // The process has already ended.
  }
}

/**
 * The array ends first, because its tasks need the tenant for their clean-up. Then the daemons end in reverse
 * order of their start.
 */
async function leave() {
  const isUp = started.some(({ name, over }) => name === 'slurmctld' && !over)
  if (isUp && call('squeue', ['--noheader']).stdout?.trim()) {
    call('scancel', ['--full', '--user', userInfo().username])
    for (
      const end = Date.now() + stopMsMax;
      Date.now() < end && call('squeue', ['--noheader']).stdout?.trim();
    )
      await wait(500)
  }
  for (const { child, ended, over } of started.reverse()) {
    if (over || child.pid === undefined) continue
    kill(child.pid, 'SIGTERM')
    await Promise.race([ended, wait(15_000)])
    kill(child.pid, 'SIGKILL')
  }
  for (const signal of ['SIGTERM', 'SIGKILL'])
    for (const end = Date.now() + 5_000; strays().length > 0 && Date.now() < end; await wait(200))
      for (const id of strays()) kill(id, signal)
  rmSync(folder, { recursive: true, force: true })
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    stopping ??= signal
  })

try {
  await startCluster()
  await proveNumbering()
  await prove()
} catch (error) {
  process.exitCode = stopping === null ? 1 : 130
  process.stderr.write(
    `slurm: ${stopping === null ? (error instanceof Error ? error.message : error) : 'stopped'}\n`,
  )
  if (stopping === null)
    for (const { name, text } of started.filter(({ name }) => name !== 'serve'))
      process.stderr.write(`--- ${name}\n${text.slice(-4000)}\n`)
} finally {
  await leave()
}
