// Tests the series of updates with the reference tenant. All update rules judge the same series.
import { expect, test } from 'vitest'
import { eventStreams } from '../../../../suites/resources/event-streams.ts'
import { type Fate, passOn, startFaultProxy } from '../../../../test/fault-proxy.ts'
import { closeAfterTest } from '../../../client/wire/loopback.testing.ts'
import { ConformanceFailure } from '../../../oracle/index.ts'
import { startTenant } from '../../../tenant/index.ts'
import { configOf, contextIn, settingOf } from '../../setting.testing.ts'
import { constant, emptyUpdate, restUnchanged, sameName, sameState, severalMembers, stored } from './index.ts'
import type { UpdateRule } from './update.ts'

async function judged(
  faults: readonly string[],
  laws: readonly UpdateRule[],
  fateOf: () => Fate = () => passOn,
) {
  const tenant = await startTenant({
    faults,
    rateLimit: { burst: 10_000, perSecond: 10_000 },
    variation: { connection: 'close' },
  })
  closeAfterTest(() => tenant.close())
  const path = await startFaultProxy(tenant.baseUrl, ({ method }) => (method === 'PATCH' ? fateOf() : passOn))
  closeAfterTest(() => path.close())
  const setting = settingOf(configOf({ baseUrl: path.baseUrl }, tenant.environment.TENANT_ACCESS_TOKEN))
  const { context, evidence } = contextIn(setting, {})
  const ends: { readonly sent: number; readonly observed: number; readonly end: unknown }[] = []
  for (const law of laws) {
    const [sentBefore, observedBefore] = [setting.exchanges.length, evidence.length]
    const end = await law(context, context.resource(eventStreams)).then(
      () => null,
      (error: unknown) => error,
    )
    ends.push({
      sent: setting.exchanges.length - sentBefore,
      observed: evidence.length - observedBefore,
      end,
    })
  }
  return ends
}

test('one series is evidence for each rule', async () => {
  const [first, ...others] = await judged([], [restUnchanged, stored, constant, emptyUpdate, severalMembers])
  expect(first?.sent).toBeGreaterThan(25)
  for (const { sent, observed, end } of others) {
    expect(end).toBeNull()
    expect(sent).toBe(0)
    expect(observed).toBeGreaterThan(3)
  }
})

test('a fault in the series is a failure of the rule whose own sequence shows the fault', async () => {
  const [rest, kept] = await judged(['update-toggle-resets-name'], [restUnchanged, stored])
  expect(rest?.end).toBeInstanceOf(ConformanceFailure)
  expect(kept?.end).toBeNull()
  const [left, lost] = await judged(['update-name-not-stored'], [restUnchanged, stored])
  expect(left?.end).toBeNull()
  expect(lost?.end).toBeInstanceOf(ConformanceFailure)
  expect(lost?.sent).toBeLessThan(25)
})

test.each([2, 3, 4, 5])('a lost response to every %i-th update fails no rule', async (nth) => {
  const laws = [restUnchanged, stored, constant, emptyUpdate, severalMembers, sameName, sameState('a')]
  let count = 0
  const lost: Fate = async ({ forward, socket }) => {
    await forward()
    socket.resetAndDestroy()
  }
  const ends = await judged([], laws, () => (++count % nth === 0 ? lost : passOn))
  expect(ends.filter(({ end }) => end instanceof ConformanceFailure)).toEqual([])
  expect(count).toBeGreaterThan(30)
})
