// One cell line of the kill matrix: the reference tenant with one seeded fault, and which clauses turn red.
import { conformance } from '../../src/conformance.ts'
import { type Fault, tenantFaults } from '../../src/tenant/index.ts'

export interface Kill {
  /** Clauses that failed. */
  readonly red: readonly string[]
  /** Failed clauses that the fault does not name. */
  readonly strangers: readonly string[]
}

/** Runs all clauses against the reference tenant with the fault. */
export async function kill({ name, clauses }: Fault, examples?: number): Promise<Kill> {
  const report = await conformance({ environment: {}, seed: 1, faults: [name], examples })
  // What the profile declares is judged apart: it follows from many faults.
  const red = report.clauses
    .filter(({ id, verdict }) => verdict === 'fail' && !id.startsWith('profile.'))
    .map(({ id }) => id)
  return { red, strangers: red.filter((id) => !clauses.includes(id)) }
}

/**
 * One fault for each clause: the first that the clause owns, preferably alone. Every `count`th from `index` on, so that
 * test files share them. `npm run proof` runs all faults.
 */
export async function faultPerClause(index: number, count: number): Promise<readonly Fault[]> {
  const owned = new Map<string, Fault>()
  for (const fault of await tenantFaults()) {
    const [owner = ''] = fault.clauses
    const known = owned.get(owner)
    if (known === undefined || (known.clauses.length > 1 && fault.clauses.length === 1))
      owned.set(owner, fault)
  }
  return [...owned.values()].filter((_, position) => position % count === index)
}
