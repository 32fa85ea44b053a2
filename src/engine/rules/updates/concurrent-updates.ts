// Checks that the tenant stores all parallel updates of different members.
import type { Exchange } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import { changesOf, type UpdateRule } from './update.ts'

const roundsMax = 2

export const updatesAtOnce: UpdateRule = async (check, all) => {
  const { must } = check
  const subject = await all.any()
  // A read that proves the ownership must not come between the parallel updates.
  const { exchange: control } = await subject.read()
  for (let round = 1; round <= roundsMax; round += 1) {
    const answers = await Promise.all(
      changesOf(check, all, subject, round).map(async (sent) => ({
        sent,
        seen: await subject.update(sent, { intent: 'probe' }),
      })),
    )
    // The tenant may refuse an update because of a parallel update.
    const accepted = answers.filter(({ seen }) => seen.accepted)
    const taken = accepted.filter(({ sent, seen }) => must.showsAsSent(seen, sent))
    if (taken.length < accepted.length)
      must.doubt('an update does not return the sent values, so a lost update cannot be detected')
    if (taken.length < 2) continue
    const sent = Object.assign({}, ...taken.map((one) => one.sent)) as JsonObject
    const steps: readonly Exchange[] = taken.map(({ seen }) => seen.exchange)
    return must.beAsSent(await subject.read(), sent, { control, steps })
  }
  must.assume(false, 'the tenant accepted no two concurrent updates')
}
