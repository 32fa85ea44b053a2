// Runs random sequences of commands, and shortens the first sequence that fails.
import fc from 'fast-check'
import { tickMs } from '../../base/clock.ts'
import { ConformanceFailure, isUndecided } from '../../oracle/index.ts'
import { PropertyFailure } from '../for-all.ts'
import type { TestContext } from '../test-context.ts'
import type { ResourceClient } from '../under-test/index.ts'
import { commandSequences, type Vocabulary } from './command.ts'
import { World } from './world.ts'

// An early fault may become visible only after many commands.
const commandsMin = 24
const commandsMax = 40
const drawnPerSequence = 4
// With fewer requests for each example, the run seldom finds rare faults.
const requestsPerExample = 6
const exploreMsMax = 10_000
// Unlike a time limit, a limit of attempts has the same effect on fast and slow machines.
const shrinkAttemptsMax = 100
const shortenMsMax = 30_000

type Command = fc.AsyncCommand<object, World>
type Sequence = Iterable<Command>

interface Stage {
  readonly context: TestContext
  readonly collection: ResourceClient
}

export function vocabularyOf(collection: ResourceClient): Vocabulary {
  const { resource, settable, state } = collection
  const name = settable.find((member) => `/${member}` === resource.nameAt) ?? null
  return {
    title: resource.title,
    name,
    members: settable.filter((member) => member !== name && member !== state?.member),
    authenticated: collection.authenticated,
    changes: (current, pick) => collection.changes(current, pick),
    spoilt: (current, pick) => collection.spoilt(current, pick),
    state(model, which) {
      const value = which === 'same' ? model.state : model.otherState
      return state === null || value === null ? null : { [state.member]: value }
    },
  }
}

/** @throws PropertyFailure with the shortest sequence that fails */
export async function checkSequences(context: TestContext, collection: ResourceClient): Promise<void> {
  const arbitrary = commandSequences(vocabularyOf(collection), commandsMax)
  const stage = { context, collection }
  const explored = requestsPerExample * context.examples
  const sequences = 4 + Math.ceil(explored / commandsMin)
  const drawn = { seed: context.seed, numRuns: drawnPerSequence * sequences }
  const startedMs = tickMs()
  let requests = 0
  let completed = false
  let other: unknown = null
  for (const { sequence, index } of longOnes(fc.sample(arbitrary, drawn))) {
    try {
      requests += await runSequence(stage, sequence)
      completed = true
    } catch (error) {
      if (error instanceof ConformanceFailure) throw await shrunk(stage, arbitrary, index, error)
      if (!isUndecided(error)) throw error
      other ??= error
      requests += requestsPerExample
    }
    if (requests >= explored || tickMs() - startedMs > exploreMsMax) break
  }
  if (!completed) throw other
}

function longOnes(
  drawn: readonly Sequence[],
): readonly { readonly sequence: Sequence; readonly index: number }[] {
  const all = drawn.map((sequence, index) => ({ sequence, index }))
  const long = all.filter(({ sequence }) => [...sequence].length >= commandsMin)
  return long.length > 0 ? long : all
}

async function runSequence({ context, collection }: Stage, sequence: Sequence): Promise<number> {
  const world = new World(context, collection)
  try {
    await fc.asyncModelRun(() => ({ model: {}, real: world }), sequence)
    await world.finish()
  } finally {
    await collection.remove(world.made)
  }
  return world.requests
}

async function shrunk(
  stage: Stage,
  arbitrary: fc.Arbitrary<Sequence>,
  index: number,
  first: ConformanceFailure,
): Promise<PropertyFailure> {
  if (!stage.collection.removable) return new PropertyFailure(first, String(index))
  let attempts = 0
  const property = fc.asyncProperty(arbitrary, async (sequence) => {
    attempts += 1
    if (attempts > shrinkAttemptsMax) return
    const failure = await failureOf(stage, sequence)
    if (failure !== null) throw failure
  })
  const { errorInstance, counterexample, counterexamplePath } = await fc.check(property, {
    seed: stage.context.seed,
    path: String(index),
    numRuns: 1,
    interruptAfterTimeLimit: shortenMsMax,
  })
  // A repetition of the check will show whether the result is unstable.
  if (!(errorInstance instanceof ConformanceFailure)) return new PropertyFailure(first, String(index))
  const [sequence] = counterexample as [Sequence]
  const replayPath = String(sequence).split('"').at(-2)
  const shortest = await trimmed([...sequence], errorInstance, (shorter) => failureOf(stage, shorter))
  return new PropertyFailure(shortest, `${counterexamplePath} ${replayPath}`)
}

/** fast-check always keeps the last command, although the failure may come from the read after it. */
export async function trimmed<T>(
  items: readonly T[],
  found: ConformanceFailure,
  failureOf: (items: readonly T[]) => Promise<ConformanceFailure | null>,
): Promise<ConformanceFailure> {
  const startedMs = tickMs()
  let [shortest, kept] = [found, items]
  for (let index = items.length - 1; index >= 0 && tickMs() - startedMs < shortenMsMax; index--) {
    const shorter = kept.toSpliced(index, 1)
    const failure = await failureOf(shorter)
    if (failure !== null) [shortest, kept] = [failure, shorter]
  }
  return shortest
}

async function failureOf(stage: Stage, sequence: Sequence): Promise<ConformanceFailure | null> {
  return failureIn(() => runSequence(stage, sequence))
}

/** Returns null also if the result is undecided. */
export async function failureIn(run: () => Promise<unknown>): Promise<ConformanceFailure | null> {
  try {
    await run()
    return null
  } catch (error) {
    if (error instanceof ConformanceFailure) return error
    if (isUndecided(error)) return null
    throw error
  }
}
