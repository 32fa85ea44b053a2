// Runs the complete proof, and writes docs/kill-matrix.md and the figures of the README. The project `matrix`
// tries every seeded fault against the clauses of its operation, and against those that the fault names.
// `--figures` writes only the figures, from the existing page. With a pattern, only matching faults run
// again.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tenantFaults } from '../dist/src/index.js'

const [, , pattern] = process.argv
if (pattern === '--figures') {
  const [, told] = readFileSync('docs/kill-matrix.md', 'utf8').match(/^Written by `npm run proof`\. (.*)$/m)
  writeReadme(told)
  process.exit()
}
const results = '.vitest/results/proof.json'
const vitest = [
  ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'matrix'],
  ...['--reporter', 'verbose', '--reporter', 'json', `--outputFile.json=${results}`],
  ...(pattern === undefined ? [] : ['--testNamePattern', pattern]),
]

rmSync(results, { force: true })
spawnSync(process.execPath, vitest, { stdio: 'inherit', env: { ...process.env, PROOF: 'write' } })
const fresh = JSON.parse(readFileSync(results, 'utf8'))
  .testResults.flatMap(({ assertionResults }) => assertionResults)
  .flatMap(({ meta }) => (meta.kill === undefined ? [] : [meta.kill]))
const all = await tenantFaults()
const rows = [...fresh, ...kept()].sort((a, b) => (a.name < b.name ? -1 : 1))
const caught = rows.filter(({ clauses, red }) => red.includes(clauses[0]))
const alone = caught.filter(({ clauses, red }) => red.every((id) => clauses.includes(id)))
const owners = new Set(caught.map(({ clauses }) => clauses[0]))
const figures = [
  `The reference tenant has ${all.length} faults. For ${caught.length} of them, the clause that owns the fault fails.`,
  `For ${alone.length} of these, no other clause fails, except clauses that the fault names.`,
  `${owners.size} clauses fail because of a fault that they own.`,
].join(' ')
process.stdout.write(`\n${figures}\n`)
for (const row of rows)
  if (!caught.includes(row))
    process.stdout.write(`MISSED ${row.name} (${row.clauses[0]}); red: ${row.red.join(', ') || 'none'}\n`)
writeFileSync('docs/kill-matrix.md', page())
writeReadme(figures)
process.exitCode = caught.length === all.length ? 0 : 1

function writeReadme(text) {
  const readme = readFileSync('README.md', 'utf8')
  writeFileSync(
    'README.md',
    readme.replace(/(<!-- generated: proof -->)[\s\S]*?(<!-- end -->)/, `$1\n${text}\n$2`),
  )
}

// Returns the rows of an earlier proof for existing faults that did not run again.
function kept() {
  if (pattern === undefined || !existsSync('docs/kill-matrix.md')) return []
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

function page() {
  const line = (row) => {
    const others = row.red.filter((id) => id !== row.clauses[0])
    return `| ${row.name} | ${row.clauses[0]} | ${caught.includes(row) ? 'yes' : '**no**'} | ${others.join(', ')} |`
  }
  return `# The kill matrix\n\nWritten by \`npm run proof\`. ${figures}\n\n| fault | clause that owns it | caught | also failed |\n|---|---|---|---|\n${rows.map(line).join('\n')}\n`
}
