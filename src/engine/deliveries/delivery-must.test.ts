// Tests that a check fails for a missing delivery, but not for a delivery that may be late.
import { expect, test } from 'vitest'
import { ConformanceFailure, Inconclusive } from '../../oracle/index.ts'
import { exchangeOf } from '../exchange.testing.ts'
import { contextIn, settingOf } from '../setting.testing.ts'
import type { Deliveries } from './deliveries.ts'
import type { DeliveryMust } from './delivery-must.ts'
import type { Outcome } from './events.ts'
import { type Delivery, Inbox } from './inbox.ts'

const trigger = exchangeOf()
const control = { ...outcomeOf(null), trigger: exchangeOf() }
const delivery: Delivery = {
  ...{ method: 'POST', headers: {}, body: '{"a":1}', whole: true, status: 200 },
  receivedAtMs: trigger.startedAtMs + 7,
}

function outcomeOf(arrived: Delivery | null): Outcome {
  const inbox = new Inbox('http://receiver.example/a')
  const forwarder = { id: 'a', created: exchangeOf(), body: {}, inbox, type: 'any' }
  return { forwarder, trigger: exchangeOf(), steps: [exchangeOf()], delivery: arrived }
}

interface Scene {
  readonly must: DeliveryMust
  readonly deliveries: Deliveries
  readonly evidence: readonly unknown[]
}

const scene = (): Scene => {
  const setting = settingOf()
  const { context, evidence } = contextIn(setting)
  const { deliveries } = setting.resources
  if (deliveries === null) throw new Error('the shipped contract forwards nothing')
  return { must: context.must, deliveries: deliveries, evidence }
}

const failureOf = (run: () => void): ConformanceFailure => {
  try {
    run()
  } catch (error) {
    if (error instanceof ConformanceFailure) return error
    throw error
  }
  throw new Error('nothing failed')
}

test('an arrived event is evidence, and so is a missing event if its control arrived', () => {
  const { must, evidence } = scene()
  must.arrive(outcomeOf(delivery), 'It is lost.', { control })
  expect(evidence).toHaveLength(1)
  must.notArrive(outcomeOf(null), 'It is told.', { control })
  expect(evidence).toHaveLength(2)
})

test('a missing event is a failure with its control if other deliveries were faster', () => {
  const { must, deliveries, evidence } = scene()
  deliveries.latency.learn(10)
  const outcome = outcomeOf(null)
  const { message, detail } = failureOf(() => must.arrive(outcome, 'It is lost.', { control }))
  expect(message).toBe('It is lost.')
  expect(detail).toMatchObject({
    received: 'nothing within 5050 ms',
    exchange: outcome.trigger,
    control: control.trigger,
    steps: outcome.steps,
  })
  expect(evidence).toEqual([])
})

test('the check is inconclusive if no event ever arrived, or if deliveries are slow', () => {
  const { must, deliveries } = scene()
  const arrive = (): void => must.arrive(outcomeOf(null), 'It is lost.', { control })
  expect(arrive).toThrow(Inconclusive)
  expect(arrive).toThrow(/no delivery arrived at all.*: set RECEIVER_URL to .*, together with --listen/)
  deliveries.latency.learn(40_000)
  expect(arrive).toThrow(Inconclusive)
  expect(arrive).toThrow(/take up to 40 s.*raise --timeout/)
})

test('a forbidden event is reported with its delay', () => {
  const { must, evidence } = scene()
  const outcome = { ...outcomeOf(delivery), trigger }
  const { detail } = failureOf(() => must.notArrive(outcome, 'It is told.', { control }))
  expect(detail).toMatchObject({ expected: 'no delivery', received: 'POST {"a":1}, 7 ms after the trigger' })
  expect(detail.control).toBe(control.trigger)
  expect(evidence).toEqual([])
})
