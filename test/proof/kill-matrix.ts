// One cell line of the kill matrix: the reference tenant with one seeded fault, and which clauses turn red.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../../src/base/package-root.ts'
import { conformance } from '../../src/conformance.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'

export interface Kill {
  /** Clauses that failed. */
  readonly red: readonly string[]
  /** Failed clauses that the fault does not name. */
  readonly strangers: readonly string[]
}

// Few random samples: the clauses that need many have faults that a telling value shows.
const examples = 4

/**
 * Runs the clauses of the fault's resource, all clauses for a fault of no single operation, against the reference tenant
 * with the fault. The whole proof runs all clauses for every fault.
 */
export async function kill({ name, clauses, operation }: Fault): Promise<Kill> {
  const only = operation === 'any' ? [] : [`${operation.split('.')[0]}.`]
  const report = await conformance({ environment: {}, seed: 1, faults: [name], examples, only })
  // What the profile declares is judged apart: it follows from many faults.
  const red = report.clauses
    .filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
    .map(({ id }) => id)
  return { red, strangers: red.filter((id) => !clauses.includes(id)) }
}

/** Faults that, by the whole proof (docs/kill-matrix.md), no clause catches that they do not name. */
function caughtAlone(): ReadonlySet<string> {
  const page = readFileSync(join(packageRoot, 'docs/kill-matrix.md'), 'utf8')
  return new Set(
    [...page.matchAll(/^\| ([a-z0-9-]+) \| \S+ \| yes \| {2}\|$/gm)].map(([, name = '']) => name),
  )
}

/** A fault with whether it may turn red only what it names. */
export interface Sample {
  readonly name: string
  readonly owner: string
  readonly fault: Fault
  readonly alone: boolean
}

/**
 * One fault for each clause that owns one, caught alone where there is such. Every `count`th from `index` on, so that
 * test files share them. `npm run proof` runs all faults.
 */
export async function faultPerClause(index: number, count: number): Promise<readonly Sample[]> {
  const known = caughtAlone()
  const samples = new Map<string, Sample>()
  for (const fault of await tenantFaults()) {
    const { name, clauses } = fault
    const [owner = ''] = clauses
    const alone = known.has(name)
    if (!samples.has(owner) || (alone && !samples.get(owner)?.alone))
      samples.set(owner, { name, owner, fault, alone })
  }
  return [...samples.values()].filter((_, position) => position % count === index)
}
