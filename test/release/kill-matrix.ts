// Runs one fault against its clauses. The script scripts/proof.mjs reads the results.
import { expect, type TestContext } from 'vitest'
import { redOfNamed, redOfNear, type Sample } from '../proof/kill-matrix.ts'

declare module 'vitest' {
  interface TaskMeta {
    kill?: { readonly name: string; readonly clauses: readonly string[]; readonly red: readonly string[] }
  }
}

/**
 * The fault's own clause must fail. For one fault in ten, only the clauses that the fault names may fail.
 * PROOF=write records all failed clauses for every fault.
 */
export async function holdFault(
  { fault, owner, alone, widely }: Sample,
  { task }: TestContext,
): Promise<void> {
  const { name, clauses } = fault
  const writing = process.env.PROOF === 'write'
  // PROOF=write needs the results of all clauses that the fault may affect. So does the check below, for
  // one fault in ten.
  const red = await (writing || (alone && widely) ? redOfNear(fault) : redOfNamed(fault))
  task.meta.kill = { name, clauses, red }
  expect(red).toContain(owner)
  // Skips this check for PROOF=write, because `npm run proof` then writes such clauses.
  if (alone && !writing) expect(red.filter((id) => !clauses.includes(id))).toEqual([])
}
