// Sends a fixed sequence of updates to find faults that depend on earlier updates.
import type { JsonObject } from '../../base/json.ts'
import { ConformanceFailure } from '../../oracle/index.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceClient } from '../under-test/index.ts'
import type { Model, Sent } from './model.ts'
import { failureIn, trimmed, vocabularyOf } from './sequence.ts'
import { World } from './world.ts'

const nothingKnown = { state: null, mayBe: () => false }

/** `make` returns null to skip the turn. */
type Turn = readonly [deed: string, make: (model: Model) => Sent | null]

const neighbour: Turn = ['make another one before', () => null]

export async function checkAlternation(context: TestContext, collection: ResourceClient): Promise<void> {
  const turns = [neighbour, ...turnsOf(collection)]
  const run = async (some: readonly Turn[]): Promise<void> =>
    play(new World(context, collection), collection, some)
  try {
    await run(turns)
  } catch (error) {
    // The search for a shorter sequence creates resources.
    if (!(error instanceof ConformanceFailure) || !collection.removable) throw error
    throw await trimmed(turns, error, (some) => failureIn(() => run(some)))
  }
}

async function play(world: World, collection: ResourceClient, turns: readonly Turn[]): Promise<void> {
  try {
    if (turns.includes(neighbour)) await world.member(0)
    const member = await world.member(1)
    for (const [deed, make] of turns) {
      const sent = make(member.model)
      if (sent !== null && Object.keys(sent.body).length > 0) await world.update(member, sent, deed)
    }
    await world.finish()
  } finally {
    await collection.remove(world.made)
  }
}

// The updates reveal values that the tenant caches, ignores, restores or stores late.
function turnsOf(collection: ResourceClient): readonly Turn[] {
  const { state } = collection
  const { name, state: stateOf } = vocabularyOf(collection)
  const open = (body: JsonObject | null | undefined): Sent | null =>
    body === null || body === undefined ? null : { body, as: 'open' }
  const changes = (pick: number): JsonObject =>
    Object.assign({}, ...collection.changes(nothingKnown, pick)) as JsonObject
  const sets = [0, 1].map((pick): JsonObject => {
    const value = state?.values[pick]
    return state === null || value === undefined ? changes(pick) : { ...changes(pick), [state.member]: value }
  })
  const set = (index: 0 | 1): Turn => [`set values ${index + 1} of`, () => open(sets[index])]
  const pick = (body: JsonObject, isWanted: (member: string) => boolean): JsonObject =>
    Object.fromEntries(Object.entries(body).filter(([member]) => isWanted(member)))
  const others = (index: 0 | 1): Turn => [
    `set other values ${index + 1} of`,
    () => open(pick(sets[index] ?? {}, (member) => member !== name && member !== state?.member)),
  ]
  const toggle: Turn = ['toggle', (model) => open(stateOf(model, 'other'))]
  const rename: Turn = ['rename', () => open(pick(changes(0), (member) => member === name))]
  const spoil: Turn = [
    'send an invalid update to',
    (model) => {
      const [body] = collection.spoilt(model)
      return body === undefined ? null : { body, as: 'invalid' }
    },
  ]
  return [
    ...[set(0), set(1), set(0), set(0), toggle, rename, others(1)],
    ...[toggle, spoil, others(0), set(1), set(0)],
  ]
}
