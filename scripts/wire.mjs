// Tests mutations of responses on the network, with the tests in test/release/wire-mutations.test.ts. Writes
// docs/wire-mutations.md, unless a pattern selects single mutations.
//
//   npm run proof:wire                  all: an hour
//   npm run proof:wire -- --every 8     every eighth
//   npm run proof:wire -- 'PATTERN'     those whose names match
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { every: { type: 'string', default: '1' } },
})
const [pattern] = positionals
const every = Number(values.every)
if (!(Number.isInteger(every) && every > 0))
  throw new Error(`--every ${values.every} is not a number of mutations: give 1 or more`)
const results = '.vitest/results/wire.json'
const vitest = [
  ...['node_modules/vitest/vitest.mjs', 'run', '--project', 'release', 'test/release/wire-mutations.test.ts'],
  ...['--maxConcurrency', '8', '--reporter', 'dot', '--reporter', 'json', `--outputFile.json=${results}`],
]

rmSync(results, { force: true })
const env = { ...process.env, WIRE_EVERY: String(every), WIRE_NAMES: pattern ?? '' }
spawnSync(process.execPath, vitest, { stdio: 'inherit', env })
const rows = JSON.parse(readFileSync(results, 'utf8'))
  .testResults.flatMap(({ assertionResults }) => assertionResults)
  .flatMap(
    ({ meta, title, status }) =>
      meta.wire ?? (status === 'failed' ? { title, finding: { is: 'slipped through' } } : []),
  )
const slipped = rows.filter(({ finding }) => finding.is === 'slipped through')
for (const row of slipped) process.stdout.write(`SLIPPED THROUGH ${nameOf(row)}\n`)
process.stdout.write(`${figures(rows)}\n`)
if (pattern === undefined) writeFileSync('docs/wire-mutations.md', page())
process.exitCode = slipped.length === 0 ? 0 : 1

function nameOf({ title, operation, place, change, time }) {
  return title ?? `${operation} ${place}: ${change}, ${time}`
}

// Returns the kind of a change without the name of the changed member.
function kindOf({ place = '' }) {
  return place.replace(/ \/.*$/, ' member')
}

function groups(some, key) {
  const found = new Map()
  for (const one of some) found.set(key(one), [...(found.get(key(one)) ?? []), one])
  return found
}

function countOf(some, is) {
  return some.filter(({ finding }) => finding.is === is).length
}

function figures(some) {
  const [caught, undecided, open] = ['caught', 'undecided', 'left open'].map((is) => countOf(some, is))
  const without = countOf(some, 'without effect')
  const score = (100 * caught) / Math.max(1, caught + countOf(some, 'slipped through'))
  return `${some.length} mutations: for ${caught}, a clause fails; for ${undecided}, the run is incomplete; ${open} concern open points of the specification or have no effect that it describes; for ${without}, there was no message to change; ${countOf(some, 'slipped through')} slipped through (score ${score.toFixed(1)} %).`
}

function page() {
  const by = (key) => [...groups(rows, key)].sort(([a], [b]) => (a < b ? -1 : 1))
  const line = (name, some) =>
    `| ${name} | ${some.length} | ${['caught', 'undecided', 'left open', 'without effect', 'slipped through'].map((is) => countOf(some, is)).join(' | ')} |`
  const head =
    '| | mutations | caught | undecided | left open | without effect | slipped through |\n|---|---|---|---|---|---|---|'
  const table = (key) =>
    [head, ...by(key).map(([name, some]) => line(name, some)), line('**all**', rows)].join('\n')
  const reasons = [
    ...groups(
      rows.filter(({ finding }) => finding.because),
      ({ finding }) => finding.because,
    ),
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([because, some]) => `| ${because} | ${some.length} | ${nameOf(some[0])} |`)
  return `# Mutations on the wire

Written by \`npm run proof:wire\`. A proxy in front of the reference tenant changes one thing in the requests to an operation or in
the responses: a member, the status, a header, the whole body, the order of responses, a part of a request, or the token. It makes the
change always, every third time, or from the second time on. For each mutation, a clause must fail. If no clause fails, this page
contains the reason.${every === 1 ? '' : ` This page contains the results of\none mutation in ${every}. \`npm run proof:wire\` tries all of them.`}

${figures(rows)}

## By operation

${table(({ operation }) => operation)}

## By what is changed

${table(kindOf)}

## Why no clause has to fail

| reason | mutations | one of them |
|---|---|---|
${reasons.join('\n')}
`
}
