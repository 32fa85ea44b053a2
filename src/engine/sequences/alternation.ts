// A fixed sequence: two sets of values in turns, so that each comes back, and comes twice in a row.
import type { JsonObject } from '../../base/json.ts'
import type { Collection } from '../subjects/index.ts'
import type { Tester } from '../tester.ts'
import { World } from './world.ts'

// What is remembered by its value, is taken for no change, or happens with every tenth update, shows in these.
const turns = [0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1]
const readEvery = 4

const nothingKnown = { state: null, mayBe: () => false }

/** Runs it on one resource. Whatever of it is refused, as names that were given before may be, shows nothing. */
export async function checkAlternation(tester: Tester, collection: Collection): Promise<void> {
  const { state } = collection
  const bodies = [0, 1].map((pick): JsonObject => {
    const value = state?.values[pick]
    const changed = Object.assign({}, ...collection.changes(nothingKnown, pick)) as JsonObject
    return state === null || value === undefined ? changed : { ...changed, [state.member]: value }
  })
  const world = new World(tester, collection)
  try {
    const member = await world.member(0)
    for (const [index, turn] of turns.entries()) {
      await world.update(member, { body: bodies[turn] ?? {}, as: 'open' }, `set values ${turn + 1} of`)
      if ((index + 1) % readEvery === 0) await world.update(member, { body: {}, as: 'valid' }, 'read')
    }
  } finally {
    await collection.remove(world.made)
  }
}
