// Runs one fault against its clauses. scripts/proof.mjs reads the results.
import { expect, type TestContext } from 'vitest'
import { redOfNamed, redOfNear, type Sample } from '../proof/kill-matrix.ts'

declare module 'vitest' {
  interface TaskMeta {
    kill?: { readonly name: string; readonly clauses: readonly string[]; readonly red: readonly string[] }
  }
}

/**
 * The owner must fail. For one fault in ten, no unnamed clause may fail. PROOF=write records those clauses for every
 * fault.
 */
export async function holdFault(
  { fault, owner, alone, widely }: Sample,
  { task }: TestContext,
): Promise<void> {
  const { name, clauses } = fault
  const writing = process.env.PROOF === 'write'
  // If other clauses are known to fail, the result only records them.
  const red = await (writing || (alone && widely) ? redOfNear(fault) : redOfNamed(fault))
  task.meta.kill = { name, clauses, red }
  expect(red).toContain(owner)
  // `npm run proof` writes the unnamed clauses.
  if (alone && !writing) expect(red.filter((id) => !clauses.includes(id))).toEqual([])
}
