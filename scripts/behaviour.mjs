// Records the behaviour of a build, or compares two records. A record contains the catalogue, the plan,
// reports, and verdicts with some faults and seeds.
//   node scripts/behaviour.mjs record BUILD FILE      (BUILD: a folder with dist, schemas and profiles)
//   node scripts/behaviour.mjs compare BEFORE AFTER
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const examples = 20
const [seeds, seededFaults] = [[1, 2, 3], 30]
const redFault = 'update-name-ignored'
const [command, ...given] = process.argv.slice(2)

if (command === 'record') await record(resolve(given[0]), given[1])
else if (command === 'compare')
  process.exitCode = compare(...given.map((file) => JSON.parse(readFileSync(file, 'utf8'))))
else if (command === 'verdicts') await verdicts(given[0])
else throw new Error('unknown command: use record BUILD FILE, or compare BEFORE AFTER')

async function record(build, file) {
  const { tenantFaults } = await import(join(build, 'dist/src/index.js'))
  const faults = (await tenantFaults()).map(({ name }) => name).sort()
  const every = Math.floor(faults.length / seededFaults)
  const spread = faults.filter((_, index) => index % every === 0).slice(0, seededFaults)
  const jobs = spread.flatMap((fault) => seeds.map((seed) => ({ fault, seed })))
  const found = await inWorkers(build, jobs)
  writeFileSync(
    file,
    `${JSON.stringify({
      clauses: printed(build, ['clauses']),
      plan: printed(build, ['plan']),
      verdicts: Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1))),
      green: reportsOf(build, []),
      red: reportsOf(build, ['--fault', faults.includes(redFault) ? redFault : faults[0]]),
    })}\n`,
  )
}

function printed(build, parameters) {
  const cli = join(build, 'dist/src/cli/main.js')
  return spawnSync(process.execPath, [cli, ...parameters], { encoding: 'utf8', cwd: build }).stdout
}

function reportsOf(build, parameters) {
  const folder = mkdtempSync(join(tmpdir(), 'behaviour-'))
  const run = spawnSync(
    process.execPath,
    [
      join(build, 'dist/src/cli/main.js'),
      'run',
      '--depth',
      'default',
      '--seed',
      '1',
      '--examples',
      String(examples),
      '--report-dir',
      folder,
      ...parameters,
    ],
    { encoding: 'utf8', cwd: build },
  )
  const files = Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
  rmSync(folder, { recursive: true })
  return { exit: run.status, terminal: run.stdout, ...files }
}

// Starts only one process for each core, because runs in one process share the compiled validators.
async function inWorkers(build, jobs) {
  const found = {}
  const count = availableParallelism()
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const child = spawn(process.execPath, [fileURLToPath(import.meta.url), 'verdicts', build], {
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      child.stdin.end(JSON.stringify(jobs.filter((_job, position) => position % count === index)))
      let text = ''
      child.stdout.on('data', (chunk) => {
        text += chunk
      })
      return new Promise((done) => child.on('close', done)).then(() => {
        for (const line of text.trim().split('\n')) Object.assign(found, JSON.parse(line))
      })
    }),
  )
  return found
}

async function verdicts(build) {
  const { conformance } = await import(join(build, 'dist/src/index.js'))
  const jobs = JSON.parse(readFileSync(0, 'utf8'))
  for (const { fault, seed } of jobs) {
    const report = await conformance({ depth: 'default', environment: {}, seed, faults: [fault], examples })
    const ids = {}
    for (const { id, verdict } of report.clauses) ids[verdict] = [...(ids[verdict] ?? []), id]
    const { pass, ...told } = ids
    process.stdout.write(
      `${JSON.stringify({ [`${fault} ${seed}`]: { ...told, passed: pass?.length ?? 0, outcome: report.outcome } })}\n`,
    )
  }
}

function compare(before, after) {
  const differences = []
  for (const part of ['clauses', 'plan'])
    if (before[part] !== after[part]) differences.push(...linesOf(part, before[part], after[part]))
  for (const name of new Set([...Object.keys(before.verdicts), ...Object.keys(after.verdicts)])) {
    const [was, is] = [before.verdicts[name], after.verdicts[name]].map((one) => JSON.stringify(one ?? null))
    if (was !== is) differences.push(`verdicts ${name}\n  - ${was}\n  + ${is}`)
  }
  for (const run of ['green', 'red'])
    for (const name of new Set([...Object.keys(before[run]), ...Object.keys(after[run])])) {
      const [was, is] = [before[run][name], after[run][name]].map((text) => formOf(name, text))
      if (was !== is) differences.push(...linesOf(`${run} ${name}`, was, is))
    }
  process.stdout.write(`${differences.join('\n')}\n${differences.length} differences\n`)
  return differences.length === 0 ? 0 : 1
}

// Returns the constant part of a report: for JSON, the members with their types; for other text, the text
// without numbers, ids and random parts.
function formOf(name, text) {
  if (typeof text !== 'string') return String(text)
  if (name.endsWith('.json')) return [...membersOf(JSON.parse(text), '')].sort().join('\n')
  if (name.endsWith('.jsonl'))
    return [
      ...new Set(
        text
          .trim()
          .split('\n')
          .flatMap((line) => [...membersOf(JSON.parse(line), JSON.parse(line).type ?? '')]),
      ),
    ]
      .sort()
      .join('\n')
  return text
    .replace(/[A-Za-z0-9_-]{20,}/g, 'X')
    .replace(/tc-[\da-f]+[^"'<]*/g, 'X')
    .replace(/[\d.,:]*\d/g, 'N')
    .split('\n')
    .filter((line) => !/exchange|"(?:name|username)"/.test(line))
    .join('\n')
}

function* membersOf(value, path) {
  if (typeof value !== 'object' || value === null) yield `${path} ${value === null ? 'null' : typeof value}`
  else if (Array.isArray(value)) for (const item of value) yield* new Set(membersOf(item, `${path}[]`))
  else
    for (const [key, member] of Object.entries(value))
      yield* membersOf(member, `${path}.${/^[\w-]+$/.test(key) && key.length < 40 ? key : '*'}`)
}

function linesOf(place, before = '', after = '') {
  const [was, is] = [before.split('\n'), after.split('\n')]
  return [
    ...was.filter((line) => !is.includes(line)).map((line) => `${place}: - ${line}`),
    ...is.filter((line) => !was.includes(line)).map((line) => `${place}: + ${line}`),
  ]
}
