// Checks that an update of several members changes all of them.

import type { Json, JsonObject } from '../../../base/json.ts'
import { using } from '../../fixture.ts'
import { doubtUnknown, type UpdateRule, unknownOf } from './update.ts'
import { Log, readAfter, type What } from './update-log.ts'
import { groupsOf, judgeSteps } from './update-series.ts'

export const severalMembers: UpdateRule = using([judgeSteps], (check, all) =>
  judgeSteps(
    check,
    all,
    (steps) => {
      const { must } = check
      const sentAs = (as: What): readonly JsonObject[] =>
        steps.filter(({ what }) => what === as).map(({ sent }) => sent)
      const untried = unknownOf(all, sentAs('one member'))
      must.assume(
        !sentAs('several members').some((body) => untried.some((member) => member in body)),
        'the run sent a member only together with other members',
      )
      doubtUnknown(must, untried)
      // Other clauses judge members that do not change in an update of one member.
      const alone = all.settable.filter((member) =>
        steps.some((step) => {
          const { what, sent, seen } = step
          if (what !== 'one member' || !(member in sent) || !seen.accepted) return false
          const later = readAfter(steps, step)
          return [seen, ...(later === undefined ? [] : [later])].every((one) => must.showsAsSent(one, sent))
        }),
      )
      if (alone.length + untried.length < all.settable.length)
        must.doubt(
          'a member was not compared, because an update of only this member does not change its value',
        )
      must.assume(
        alone.length > 1,
        'the check needs two members that the tenant changes if an update contains only one of them',
      )
      for (const step of steps) {
        const { what, before, seen } = step
        const sent = pick(step.sent, alone)
        if (what !== 'several members' || Object.keys(sent).length < 2) continue
        must.serve(seen.exchange, { control: before.exchange })
        must.beAsSent(seen, sent, { control: before.exchange })
        const later = readAfter(steps, step)
        if (later !== undefined) must.beAsSent(later, sent, { steps: [seen.exchange] })
      }
    },
    async () => {
      const log = new Log(await all.any())
      // The values must not depend on other checks.
      for (const [index, member] of all.settable.entries()) {
        const sent = all.changes(log.subject, index + 1).find((body) => member in body)
        await log.send('one member', sent ?? {}, { intent: 'probe' })
        await log.read()
      }
      for (const sent of groupsOf(all, log.subject)) {
        await log.send('several members', sent)
        await log.read()
      }
      return log.steps
    },
  ),
)

function pick(body: JsonObject, members: readonly string[]): JsonObject {
  return Object.fromEntries(
    members.flatMap((member): [string, Json][] =>
      body[member] === undefined ? [] : [[member, body[member]]],
    ),
  )
}
