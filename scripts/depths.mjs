// Measures the requests and the found faults of each depth, and writes docs/depths.md. `npm run depths` tries
// every 20th fault of each operation, and every 10th kind of fault. `npm run depths -- 5` tries every 5th
// fault. MISSED=1 prints the missed faults. `npm run depths -- 400 FILE` writes a quick first result to
// another file.
import { writeFileSync } from 'node:fs'
import { conformance, depths, tenantFaults } from '../dist/src/index.js'

const every = Number(process.argv[2] ?? 20)
const file = process.argv[3] ?? 'docs/depths.md'
const atOnce = 3
// At 50%, a run sends each case to every operation. It draws the same number of samples as the lowest depth.
const names = ['quick', 'default', '50%', 'deep']
const seeded = await tenantFaults()
const nth = (all, step) => all.filter((_, place) => place % step === 0)
const operations = [...new Set(seeded.map(({ operation }) => operation))].sort()
/** Tenants with a single fault of one operation. */
const faults = operations.flatMap((name) =>
  nth(
    seeded.filter(({ operation }) => operation === name),
    every,
  ).map((fault) => [fault]),
)
/** Tenants with one kind of fault at every operation that can have it. */
const kinds = nth([...new Set(seeded.map(({ kind }) => kind))].sort(), Math.ceil(every / 2)).map((kind) =>
  seeded.filter((fault) => fault.kind === kind),
)

/** Returns whether a clause fails that must fail for one of the faults. */
async function isFound(tenant, depth) {
  const report = await conformance({
    environment: {},
    seed: 1,
    depth,
    faults: tenant.map(({ name }) => name),
  })
  const named = new Set(tenant.flatMap(({ clauses }) => clauses))
  return report.clauses.some(({ id, verdict }) => verdict === 'fail' && named.has(id))
}

async function foundBy(depth, tenants) {
  let next = 0
  const found = new Set()
  const worker = async () => {
    while (next < tenants.length) {
      const tenant = tenants[next]
      next += 1
      if (await isFound(tenant, depth)) found.add(tenant)
      else if (process.env.MISSED) process.stdout.write(`${depth} missed ${tenant.map(({ name }) => name)}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found
}

const row = (...cells) => `| ${cells.join(' | ')} |`
const table = (head, rows) => [row(...head), row(...head.map(() => '---')), ...rows].join('\n')
const rows = []
const found = new Map()
for (const depth of names) {
  const started = performance.now()
  const report = await conformance({ environment: {}, seed: 1, depth })
  const seconds = (performance.now() - started) / 1000
  const passed = report.clauses.filter(({ verdict }) => verdict === 'pass').length
  found.set(depth, await foundBy(depth, faults))
  const foundKinds = await foundBy(depth, kinds)
  rows.push(
    row(
      depth,
      report.traffic.requests,
      `${seconds.toFixed(1)} s`,
      `${passed} of ${report.clauses.length}`,
      report.run.options.examples,
      `${foundKinds.size} of ${kinds.length}`,
      `${found.get(depth).size} of ${faults.length}`,
    ),
  )
  process.stdout.write(`${rows.at(-1)}\n`)
}
const byOperation = operations.map((name) => {
  const own = faults.filter(([{ operation }]) => operation === name)
  const share = (depth) => own.filter((tenant) => found.get(depth).has(tenant)).length
  return row(name, own.length, ...names.map(share))
})

writeFileSync(
  file,
  `# Depths

The depth of a run decides how many requests the run sends. A deeper run is slower, but finds more faults. Without \`--depth\`, a run chooses the deepest depth that it can
complete in 15 s. (\`npm run depths\` writes this page.)

| situation | depth of the run |
|---|---|
| the tenant is the embedded reference tenant | \`deep\` |
| the tenant is on this machine, or its responses are fast | \`deep\` |
| the responses of the tenant are slower | between \`default\` and \`deep\`, in steps of 10% |
| the responses are so slow, or the rate limit is so low, that only a \`default\` run fits into 15 s | \`default\` |
| the run is a part of a divided run (\`--shard\`); the parts do not communicate, so they cannot agree on another depth | \`default\` |

Before the first check, the run measures the response time with a few reads. \`--rate\`, \`--max-requests\`, \`--max-minutes\` and the rate limit in the tenant's headers can
lead to a lower depth. The report shows the depth, the reason, and the effect of a deeper run (\`run.depth\` in \`report.json\`). A deep run sends about twice as many
requests as a default run.

For the shipped contract, the tool knows how many requests each check needs. For your own contract, the tool has no such numbers. A run then sends about four requests for
each clause, unless \`--depth\` sets more. A deep run sends about 25 requests for each clause.

With \`--depth\`, the run has the named depth, and takes as long as it needs. If your pipeline compares runs, set \`--depth\`, because then all runs have the same depth.

| \`--depth\` | requests of the run |
|---|---|
| \`quick\` | a selection of the clauses, for a quick test of each commit |
| \`default\` | the fewest requests that check every clause; if several operations share a case (for example a forged token), the run tries this case at only one operation |
| \`40%\` | a number between \`default\` and \`deep\`; up to 50%, the run tries cases at more operations; above 50%, it also tests more random samples |
| \`deep\` | each case at every operation, and ${depths.deep.examples} random samples for each property (a rule that must be true for all values of a schema) |

## Faults found at each depth

The script starts one run against the reference tenant for each fault. It tries every ${every}th fault of each operation, and every ${Math.ceil(every / 2)}th kind of faults. A kind of faults is the same fault in all operations that have this fault.

${table(['depth', 'requests', 'time', 'clauses that pass', 'samples for each property', 'kinds of faults found', 'faults of one operation found'], rows)}

The next table shows how many of the tried faults each depth finds, for each operation:

${table(['operation', 'faults tried', ...names], byOperation)}

The runs of the kill matrix check only the operation that the fault breaks. In such a run, the default depth tries every case at this operation, and finds all faults
([kill-matrix.md](kill-matrix.md)).

## Less than the default

The quick depth sends about ${depths.quick.requestsMax} requests. They check the clauses that find the most kinds of faults per request. The other clauses are
\`out-of-scope\`, and the report says that the depth excluded them.

\`--max-requests N\` and \`--max-minutes N\` also limit a run to the most useful clauses, with every MUST clause before every SHOULD clause. The other clauses are
\`not-run\`, and their reasons name the number of requests that they need. If one of them is a MUST clause, the outcome is \`incomplete\`. With \`--rate\`, the run converts
minutes into a number of requests before it starts. When the minutes are over, the run starts no more checks, and cleans up. \`--examples N\` sets the number of random
samples for each property at any depth.
`,
)
