// Measures each depth: the number of its requests, and the seeded faults of the reference tenant that it
// finds at each operation. Writes docs/depths.md. `npm run depths` tries every 20th fault of each operation,
// and every 10th kind of fault. `npm run depths -- 5` tries every 5th fault. MISSED=1 prints the names of the
// missed faults. `npm run depths -- 400 FILE` writes a quick first result to another file.
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
/** The faults of tenants that have one fault at one operation. */
const faults = operations.flatMap((name) =>
  nth(
    seeded.filter(({ operation }) => operation === name),
    every,
  ).map((fault) => [fault]),
)
/** The faults of tenants that have one kind of fault, at every operation that can have it. */
const kinds = nth([...new Set(seeded.map(({ kind }) => kind))].sort(), Math.ceil(every / 2)).map((kind) =>
  seeded.filter((fault) => fault.kind === kind),
)

/** Returns whether a run of all clauses fails a clause that one of the faults must fail. */
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

/** Returns the tenants for which a run of this depth finds a fault. */
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

For users who want a run to be faster or more thorough. Without \`--depth\` a run goes as deep as it can in 15 s (\`npm run depths\` writes this page):

| the tenant | the run |
|---|---|
| the embedded reference tenant | \`deep\` |
| on this machine, or nearby and fast | \`deep\` |
| farther away, or slower | between \`default\` and \`deep\`, in steps of 10% |
| so far away, or with so low a rate limit, that no more requests fit into 15 s | \`default\` |
| a part of a run (\`--shard\`), because parts do not communicate | \`default\` |

A few reads before the first check measure the response time. \`--rate\`, \`--max-requests\`, \`--max-minutes\` and the rate in the tenant's headers limit the choice. The report shows the depth, the reason,
and the effect of a deeper run (\`run.depth\` in \`report.json\`). A deep run sends about twice as many requests as a default run.

For your own contract there are no measured numbers of requests. A run sends about four requests for each clause, unless \`--depth\` sets more. A deep run sends about 25 for each.

With \`--depth\` the run has this depth and takes as long as it needs. Set it in a gate that compares runs.

| \`--depth\` | for |
|---|---|
| \`quick\` | a smoke test of each commit |
| \`default\` | the fewest requests that check every clause: the run tries a case that several operations share, such as a forged token, at one operation |
| \`40%\` | between \`default\` and \`deep\`. Up to 50%, the run tries cases at more operations; above, it draws more samples |
| \`deep\` | each case at every operation, and ${depths.deep.examples} samples for each property |

## Faults found at each depth

Each fault is one run against the reference tenant: every ${every}th seeded fault of each operation, and every ${Math.ceil(every / 2)}th kind. A fault breaks one operation. A kind breaks all operations that have such a fault.

${table(['depth', 'requests', 'time', 'clauses that pass', 'samples for each property', 'kinds of faults found', 'faults of one operation found'], rows)}

Faults of one operation, by their operation:

${table(['operation', 'faults tried', ...names], byOperation)}

The runs of the kill matrix check only the operation of each fault. In such a run the default depth tries every case, and finds all faults ([kill-matrix.md](kill-matrix.md)).

## Less than the default

The quick depth sends about ${depths.quick.requestsMax} requests, for the clauses that find most kinds of seeded faults per request. The other clauses are \`out-of-scope\`, and the report says so.

\`--max-requests N\` and \`--max-minutes N\` limit a run in the same way, with every MUST before every SHOULD. The other clauses are \`not-run\`, with the requests
that they need. A MUST among them makes the outcome \`incomplete\`. With \`--rate\`, the run converts minutes into requests before it starts. When the minutes are
over, the run starts no further check and cleans up. \`--examples N\` sets the samples of any depth.
`,
)
