// Checks that timestamps never decrease.

import { sleep } from '../../../base/clock.ts'
import { tokenOf } from '../../../base/json.ts'
import { operationOf, schemaAt, serverSetOf } from '../../../contract/index.ts'
import { timestampNs } from '../../../oracle/index.ts'
import { using } from '../../fixture.ts'
import type { TestContext } from '../../test-context.ts'
import { clockSkewNs, coarseTickMs, membersCompared, type ResourceResponse } from '../../under-test/index.ts'
import type { UpdateRule } from './update.ts'
import { showsInSeries } from './update-series.ts'

export const neverBack: UpdateRule = using([showsInSeries], async (check, all) => {
  const { must, contract, clause } = check
  const { response } = operationOf(contract, clause.operation)
  const isStamp = (member: string): boolean => schemaAt(response ?? {}, `/${member}`)?.format === 'date-time'
  const [moving = ''] = serverSetOf(all.resource, ['monotonic', 'moves']).filter(isStamp)
  const [first = ''] = serverSetOf(all.resource, ['constant']).filter(isStamp)
  const stamps = [first, moving].filter((member) => member !== '')
  const judge = (shown: readonly ResourceResponse[]): void => {
    const seen = shown.filter(({ accepted }) => accepted)
    for (const { body } of seen)
      for (const member of stamps)
        must.assume(timestampNs(body[member]) !== null, `${member} is not a valid time`)
    must.assume(hasMoved(seen), `${moving} never changed, so the order of its values proves nothing`)
    mustNotGoBack(must, seen, first, moving)
  }
  const hasMoved = (seen: readonly ResourceResponse[]): boolean =>
    new Set(seen.filter(({ accepted }) => accepted).map(({ body }) => body[moving])).size > 1
  if (await showsInSeries(check, all, ({ steps }) => judge(steps.map(({ seen }) => seen)))) return
  const subject = await all.any()
  const shown: ResourceResponse[] = []
  const age = async (pauseMs: number): Promise<void> => {
    await sleep(pauseMs)
    shown.push(await subject.read())
    for (const make of all.updates()) shown.push(await subject.update(make(subject)))
  }
  await age(2)
  if (!hasMoved(shown)) await age(coarseTickMs)
  judge(shown)
})

function mustNotGoBack(
  must: TestContext['must'],
  seen: readonly ResourceResponse[],
  first: string,
  moving: string,
): void {
  const stamps = [first, moving].filter((member) => member !== '')
  let latest = 0n
  for (const one of seen) {
    const [created, moved] = [one.body[first], one.body[moving]]
    const [madeNs, movedNs] = [timestampNs(created) ?? 0n, timestampNs(moved) ?? 0n]
    must.that(
      movedNs >= (latest < madeNs ? madeNs : latest) - clockSkewNs,
      `${moving} decreased${first === '' ? '' : `, or is earlier than ${first}`}.`,
      {
        expected: `${moving} not earlier than in earlier responses${first === '' ? '' : `, and not earlier than ${first}`}`,
        received: `${first} ${String(created)}, ${moving} ${String(moved)}`,
        pointers: [`/${tokenOf(moving)}`],
        exchange: one.exchange,
      },
      membersCompared(one, one.body, stamps.toReversed()),
    )
    latest = movedNs > latest ? movedNs : latest
  }
}
