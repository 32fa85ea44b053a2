// What each depth sends, and what it finds of the reference tenant's seeded faults. Writes docs/depths.md.
// `npm run depths` holds every tenth fault and every tenth kind of faults against the quick depth, `npm run depths -- 1` all of them.
import { readFileSync, writeFileSync } from 'node:fs'
import { conformance, depths, tenantFaults } from '../dist/src/index.js'

const every = Number(process.argv[2] ?? 10)
const atOnce = 4
const seeded = await tenantFaults()
const nth = (all) => all.filter((_, place) => place % every === 0)
/** Each fault by itself: a tenant that does wrong at one operation. */
const faults = nth(seeded).map((fault) => [fault])
/** All faults of a kind at once: a tenant that does the same wrong wherever it can. */
const kinds = nth([...new Set(seeded.map(({ kind }) => kind))].sort()).map((kind) =>
  seeded.filter((fault) => fault.kind === kind),
)

/** Whether a clause fails that the faults name. */
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
  let found = 0
  const worker = async () => {
    while (next < tenants.length) {
      const tenant = tenants[next]
      next += 1
      if (await isFound(tenant, depth)) found += 1
      else if (process.env.MISSED) process.stdout.write(`missed ${tenant.map(({ name }) => name)}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return found
}

const kills = readFileSync('docs/kill-matrix.md', 'utf8')
const [, all, caught] = kills.match(/(\d+) seeded faults, (\d+) caught/)
const rows = []
for (const depth of Object.keys(depths)) {
  const report = await conformance({ environment: {}, seed: 1, depth })
  const judged = report.clauses.filter(({ verdict }) => verdict === 'pass').length
  const quick = depths[depth].requestsMax !== null
  const of = quick ? { faults: await foundBy(depth, faults), kinds: await foundBy(depth, kinds) } : null
  const share = (found, among) => `${found} of ${among.length}${every === 1 ? '' : ` (every ${every}th)`}`
  rows.push([
    depth,
    report.traffic.requests,
    `${judged} of ${report.clauses.length}`,
    depths[depth].examples,
    of === null ? 'all' : share(of.kinds, kinds),
    of === null
      ? `${caught} of ${all} (the kill matrix${depth === 'deep' ? ' holds the default depth; more samples find no fewer' : ''})`
      : share(of.faults, faults),
  ])
  process.stdout.write(`${rows.at(-1).join(' | ')}\n`)
}

writeFileSync(
  'docs/depths.md',
  `# Depths

Written by \`npm run depths\`. The depth says how much a run tries: \`--depth quick\` is a smoke test for each commit, the default depth the gate of a release,
\`--depth deep\` a check for the night. On a real tenant requests are what a run costs.

| depth | requests against the reference tenant | clauses that pass there | samples for each property | kinds of faults that make a clause fail | faults of one operation that do |
|---|---|---|---|---|---|
${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}

The quick depth is fitted to ${depths.quick.requestsMax} requests: it takes the clauses that find most kinds of seeded faults for each request that they add. A kind is what a tenant does wrong wherever it can, a fault what it does at one operation alone. What it leaves out is \`out-of-scope\`, since nobody asked for it, and the report says so.

\`--max-requests N\` and \`--max-minutes N\` fit a run in the same way to what may be sent, except that every MUST comes before every SHOULD. There the rest was asked for: it is \`not-run\`, with the requests
that it would take, and a MUST among it makes the outcome \`incomplete\`. With \`--rate\`, minutes are turned into requests beforehand; in any case, when they are
over nothing more is checked, and what was made is removed. \`--examples N\` sets the samples of any depth.
`,
)
