// Checks states that may change to any other state.

import { type Exchange, statusOf } from '../../../base/exchange.ts'
import { equal, type Json } from '../../../base/json.ts'
import { NotRun } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import type { TestContext } from '../../test-context.ts'
import type { ResourceAdapter, ResourceClient } from '../../under-test/index.ts'
import { assumeAnswered, otherState, type UpdateRule } from './update.ts'
import { Log, moves, nextOf, readAfter, type Step } from './update-log.ts'
import { judgeSteps } from './update-series.ts'

const roundsOfToggles = 14
const togglesTrusted = 2

export function stateOf(all: ResourceClient<ResourceAdapter>): NonNullable<ResourceClient['state']> {
  if (all.state === null) throw new NotRun(`no state of the ${all.resource.title} is declared`)
  return all.state
}

/** @throws Inconclusive if a read returns another state */
export async function inState(
  { must }: TestContext,
  all: ResourceClient<ResourceAdapter>,
  state: Json,
): Promise<Log> {
  const sent = all.inState(state)
  const log = new Log(await all.make(sent))
  const before = await log.subject.read()
  must.assume(
    must.showsAsSent(before, sent),
    `a resource was created as ${state}, but a read does not show ${state}: see the clauses of the creation`,
  )
  return log
}

export const follows = (from: Json, to: Json): UpdateRule =>
  using([judgeSteps], (check, all) =>
    judgeSteps(
      check,
      all,
      (steps) => {
        const { must } = check
        const { member } = stateOf(all)
        const step = steps.find(
          ({ what, sent, before }) =>
            what === 'one member' && equal(sent[member], to) && equal(before.body[member], from),
        )
        if (step === undefined) return must.assume(false, `no read showed ${from}`)
        const { sent, before, seen } = step
        const control = before.exchange
        must.serve(seen.exchange, { control })
        must.beAsSent(seen, sent, { control })
        const later = readAfter(steps, step)
        if (later === undefined) return must.assume(false, 'the resource could not be read')
        must.beAsSent(later, sent, { control, steps: [seen.exchange] })
      },
      async () => {
        const log = await inState(check, all, from)
        await log.send('one member', all.inState(to))
        await log.read()
        return log.steps
      },
    ),
  )

export const followsRepeatedly: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const { member } = stateOf(all)
      const toggles = steps.filter(
        (step) => (step.what === 'one member' || step.what === 'several members') && moves(step, member),
      )
      must.assume(toggles.length > togglesTrusted, 'the state changed too few times')
      const toggled: Exchange[] = []
      for (const [index, step] of toggles.entries()) {
        const { seen } = step
        const sent = { [member]: step.sent[member] ?? null }
        const later = readAfter(steps, step)
        const shown = [seen, ...(later === undefined ? [] : [later])]
        if (index < togglesTrusted)
          must.assume(
            shown.every((one) => one.accepted && must.showsAsSent(one, sent)),
            'a read does not show the sent state',
          )
        else {
          must.serve(seen.exchange, { control: step.before.exchange })
          for (const one of shown) must.beAsSent(one, sent, { steps: toggled })
        }
        toggled.push(seen.exchange)
      }
    },
    async () => {
      const log = await inState(check, all, stateOf(all).values[0])
      for (let round = 0; round < roundsOfToggles; round++) {
        await log.send('one member', otherState(all, log.subject))
        await log.read()
      }
      return log.steps
    },
  ),
)

export const sameState = (openPoint: string): UpdateRule =>
  using([judgeSteps], (check, all) =>
    judgeSteps(
      check,
      all,
      (steps) => {
        const { must, knowledge } = check
        const { member, values } = stateOf(all)
        for (const state of values) {
          const step = steps.find(
            ({ what, sent, before, isFresh }) =>
              isFresh &&
              what === 'same state' &&
              equal(sent[member], state) &&
              equal(before.body[member], state),
          )
          const next = step && nextOf(steps, step)
          if (step === undefined || next === undefined || member in next.sent)
            return must.assume(
              false,
              `the run could not compare reads before and after an update that repeats the current state (${state})`,
            )
          const { before, seen } = step
          assumeAnswered(check, seen)
          knowledge.observe(openPoint, statusOf(seen.exchange))
          must.beUnchanged(before, next.seen, [member], { steps: [seen.exchange] })
        }
      },
      async () => {
        const steps: Step[] = []
        for (const state of stateOf(all).values) {
          const log = await inState(check, all, state)
          await log.send('same state', all.inState(state), { intent: 'probe' })
          await log.read()
          steps.push(...log.steps)
        }
        return steps
      },
    ),
  )
