// The whole proof: every seeded fault against every clause. Prints the kill matrix, writes docs/kill-matrix.md and the
// README's figures. Half an hour on two cores; `npm test` holds one fault for each clause. With a pattern only the
// faults of matching names are run again, and the rows of the others stay.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { conformance, tenantFaults } from '../dist/src/index.js'

const [, script = '', shard, only] = process.argv
const all = await tenantFaults()
const faults = all.filter(({ name }) => only === undefined || new RegExp(only).test(name))
const atOnce = 3

if (shard?.includes('/')) {
  const [index, count] = shard.split('/').map(Number)
  const queue = faults.filter((_, position) => position % count === index)
  const worker = async () => {
    for (let fault = queue.shift(); fault !== undefined; fault = queue.shift()) {
      const report = await conformance({ environment: {}, seed: 1, faults: [fault.name] })
      // What the profile declares is judged apart: it follows from many faults.
      const red = report.clauses
        .filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
        .map(({ id }) => id)
      process.stdout.write(`${JSON.stringify({ ...fault, red })}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
} else {
  const count = availableParallelism()
  const fresh = (
    await Promise.all(Array.from({ length: count }, (_, index) => child(index, count, shard)))
  ).flat()
  const rows = [...fresh, ...kept(fresh)]
  rows.sort((a, b) => (a.name < b.name ? -1 : 1))
  const caught = rows.filter(({ clauses, red }) => red.includes(clauses[0]))
  const alone = caught.filter(({ clauses, red }) => red.every((id) => clauses.includes(id)))
  const owners = new Set(caught.map(({ clauses }) => clauses[0]))
  const figures = `${rows.length} seeded faults, ${caught.length} caught by the clause that owns them, ${alone.length} of these by no clause that the fault does not name; ${owners.size} clauses own a fault that they catch.`
  process.stdout.write(`\n${figures}\n`)
  for (const row of rows)
    if (!caught.includes(row))
      process.stdout.write(`MISSED ${row.name} (${row.clauses[0]}); red: ${row.red.join(', ') || 'none'}\n`)
  writeFileSync('docs/kill-matrix.md', page(figures, rows, caught))
  const readme = readFileSync('README.md', 'utf8')
  writeFileSync(
    'README.md',
    readme.replace(/(<!-- generated: proof -->)[\s\S]*?(<!-- end -->)/, `$1\n${figures}\n$2`),
  )
  process.exitCode = caught.length === rows.length ? 0 : 1
}

// The rows of an earlier proof whose faults still exist and were not run again.
function kept(fresh) {
  if (shard === undefined || !existsSync('docs/kill-matrix.md')) return []
  const earlier = readFileSync('docs/kill-matrix.md', 'utf8').matchAll(
    /^\| ([a-z0-9-]+) \| (\S+) \| (yes|\*\*no\*\*) \| (.*) \|$/gm,
  )
  return [...earlier].flatMap(([, name, owner, verdict, others]) => {
    const fault = all.find((candidate) => candidate.name === name)
    if (fault === undefined || fresh.some((row) => row.name === name)) return []
    return [
      {
        ...fault,
        red: [
          ...(verdict === 'yes' ? [owner] : []),
          ...others.split(', ').filter((id) => id !== '' && !id.startsWith('profile.')),
        ],
      },
    ]
  })
}

function child(index, count, pattern) {
  return new Promise((resolve, reject) => {
    const worker = spawn(
      process.execPath,
      [script, `${index}/${count}`, ...(pattern === undefined ? [] : [pattern])],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const rows = []
    createInterface(worker.stdout).on('line', (line) => {
      const row = JSON.parse(line)
      rows.push(row)
      const hit = row.red.includes(row.clauses[0])
      process.stdout.write(`${hit ? '✓' : '✗'} ${row.name} -> ${row.red.join(', ') || 'nothing'}\n`)
    })
    worker.once('exit', (code) =>
      code === 0 ? resolve(rows) : reject(new Error(`a worker ended with ${code}`)),
    )
  })
}

function page(figures, rows, caught) {
  const line = (row) => {
    const others = row.red.filter((id) => id !== row.clauses[0])
    return `| ${row.name} | ${row.clauses[0]} | ${caught.includes(row) ? 'yes' : '**no**'} | ${others.join(', ')} |`
  }
  return `# The kill matrix\n\nWritten by \`npm run proof\`. ${figures}\n\n| fault | clause that owns it | caught | also red |\n|---|---|---|---|\n${rows.map(line).join('\n')}\n`
}
