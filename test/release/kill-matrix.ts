// One fault held against the clauses of its operation and those that it names; `npm run proof` (scripts/proof.mjs) reads from the results which clauses turned red.
import { expect, type TestContext } from 'vitest'
import { redOfNamed, redOfNear, type Sample } from '../proof/kill-matrix.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The fault's line of the kill matrix. */
    kill?: { readonly name: string; readonly clauses: readonly string[]; readonly red: readonly string[] }
  }
}

/**
 * Holds the fault against the clauses that it names: its owner must fail. One fault in ten, and with PROOF=write each, is held against
 * all clauses that it may touch: nothing fails that it does not name.
 */
export async function holdFault(
  { fault, owner, alone, widely }: Sample,
  { task }: TestContext,
): Promise<void> {
  const { name, clauses } = fault
  const writing = process.env.PROOF === 'write'
  // Where others are known to turn red as well, which ones is written down and not held.
  const red = await (writing || (alone && widely) ? redOfNear(fault) : redOfNamed(fault))
  task.meta.kill = { name, clauses, red }
  expect(red).toContain(owner)
  // What docs/kill-matrix.md says of others is written anew by `npm run proof`, and else held.
  if (alone && !writing) expect(red.filter((id) => !clauses.includes(id))).toEqual([])
}
