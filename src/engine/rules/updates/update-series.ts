// Sends one series of updates that all update rules judge.
import type { Exchange } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import { type Operation, operationOf } from '../../../contract/index.ts'
import { ConformanceFailure, isUndecided } from '../../../oracle/index.ts'
import { calibration, fixture, using } from '../../fixture.ts'
import { nameIn } from '../../resources/kind.ts'
import type { TestContext } from '../../test-context.ts'
import type {
  ResourceAdapter,
  ResourceClient,
  ResourceResponse,
  ResourceUnderTest,
} from '../../under-test/index.ts'
import { form, otherState } from './update.ts'
import { Log, type Step } from './update-log.ts'

interface Neighbour {
  readonly subject: ResourceUnderTest
  readonly named: JsonObject
  readonly before: ResourceResponse
  readonly after: ResourceResponse
}

export interface Series {
  readonly subject: ResourceUnderTest
  readonly steps: readonly Step[]
  readonly neighbours: readonly Neighbour[]
}

const updateSeries = fixture(
  'updates of *',
  ({ operation }) => (operation?.act === 'update' && operation.idParameter !== null ? [operation] : []),
  using([calibration], (context, _: Operation, resource: string) =>
    play(context, context.resource(resource)),
  ),
)

export const seriesOf = using(
  [updateSeries],
  (check, { resource }: ResourceClient<ResourceAdapter>): Promise<Series> => {
    return check.use(updateSeries, operationOf(check.contract, check.clause.operation), resource.name)
  },
)

/** @returns false if the rule must send its own updates */
export const showsInSeries = using(
  [seriesOf],
  async (check, all: ResourceClient<ResourceAdapter>, judge: (series: Series) => void): Promise<boolean> => {
    if (!all.hasAdapter) return false
    const series = await seriesOf(check, all)
    // After a step with a wrong value, all later steps are doubtful.
    const isShown = ({ seen }: Step): boolean => !seen.accepted || check.must.showsAsSent(seen, seen.set)
    if (!series.steps.every(isShown)) return false
    try {
      judge(series)
      return true
    } catch (error) {
      if (error instanceof ConformanceFailure || isUndecided(error)) return false
      throw error
    }
  },
)

export const judgeSteps = using(
  [showsInSeries],
  async (
    check,
    all: ResourceClient<ResourceAdapter>,
    judge: (steps: readonly Step[]) => void,
    own: () => Promise<readonly Step[]>,
  ): Promise<void> => {
    if (!(await showsInSeries(check, all, ({ steps }) => judge(steps)))) judge(await own())
  },
)

async function play({ requests }: TestContext, all: ResourceClient<ResourceAdapter>): Promise<Series> {
  const { state } = all
  const name = (): JsonObject => all.named(requests.name())
  // Resources that are created in parallel are neighbours, which tenants confuse most easily.
  const [first, subject, last] = await Promise.all(
    [0, 0, 1].map((place) =>
      all.make(state === null ? {} : all.inState(state.values[place] ?? state.values[0])),
    ),
  )
  if (first === undefined || subject === undefined || last === undefined)
    throw new Error('the run created fewer than three resources')
  const sides = await Promise.all(
    [first, last].map(async (neighbour) => {
      const named = name()
      const answer = await neighbour.update(named, { intent: 'probe' })
      return { subject: neighbour, named, before: answer.accepted ? answer : await neighbour.look() }
    }),
  )
  const log = new Log(subject)
  await log.read('start')
  await sendSingly(log, all, name)
  for (const sent of groupsOf(all, subject)) await log.send('several members', sent)
  await log.read()
  if (state !== null) await log.send('form', otherState(all, subject), { intent: 'probe', mediaType: form })
  await sendBeside(log, all, first, name)
  const neighbours: Neighbour[] = []
  for (const side of sides) neighbours.push({ ...side, after: await side.subject.look() })
  return { subject, steps: log.steps, neighbours }
}

async function sendSingly(
  log: Log,
  all: ResourceClient<ResourceAdapter>,
  name: () => JsonObject,
): Promise<void> {
  const { state } = all
  for (const make of all.updates()) {
    const sent = make(log.subject)
    await log.send('one member', sent)
    if (nameIn(all, sent) !== undefined) {
      await log.send('same name', sent, { intent: 'probe' })
      await log.read()
    }
    if (state === null || !(state.member in sent)) continue
    await log.read()
    await log.send('same state', sent, { intent: 'probe' })
    await log.send('one member', name())
  }
}

/** Computes each update when the caller needs it, because its values must differ from the current values. */
export function* groupsOf(
  all: ResourceClient<ResourceAdapter>,
  subject: ResourceUnderTest,
): Generator<JsonObject> {
  const members = all.settable
  const pairs = members.flatMap((one, index) => members.slice(index + 1).map((other) => [one, other]))
  for (const [pick, group] of [...pairs, members].entries()) {
    const chosen = all.changes(subject, pick + 1).filter((body) => group.some((member) => member in body))
    yield Object.assign({}, ...chosen) as JsonObject
  }
}

/** Sends updates that a faulty tenant could apply to the other resource. */
async function sendBeside(
  log: Log,
  all: ResourceClient<ResourceAdapter>,
  other: ResourceUnderTest,
  name: () => JsonObject,
): Promise<void> {
  const probe = { intent: 'probe' } as const
  await log.send('namesake', all.named(nameIn(all, other.last.body) ?? ''), probe)
  const changes = all.changes(log.subject, 1).filter((body) => nameIn(all, body) === undefined)
  await log.send('other', Object.assign({}, ...changes) as JsonObject, probe)
  await log.send('other', { ...name(), ...otherState(all, log.subject) }, probe)
  await log.send('other', { ...name(), [all.resource.id.slice(1)]: other.id }, probe)
}

export function exchangesOf(steps: readonly Step[]): readonly Exchange[] {
  return steps.filter(({ seen }) => seen.accepted).map(({ seen }) => seen.exchange)
}
