// Updates of one that are sent at once: each changes its own member, whichever is carried out first.
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { changesOf, type UpdateLaw } from './update.ts'

// Another one follows where too little was accepted of the first.
const roundsMax = 2

/** What updates of different members make of one that come at once is there afterwards, as far as they were accepted. */
export const updatesAtOnce: UpdateLaw = async (check, all) => {
  const { must } = check
  const subject = await all.any()
  // Whose it is has to be asked once, not by each of those that are sent at once.
  const { exchange: control } = await subject.read()
  for (let round = 1; round <= roundsMax; round += 1) {
    const answers = await Promise.all(
      changesOf(check, all, subject, round).map(async (sent) => ({
        sent,
        seen: await subject.update(sent, { intent: 'probe' }),
      })),
    )
    // One may be refused because of another; one that does not show what it was sent is the matter of another clause.
    const accepted = answers.filter(({ seen }) => seen.accepted)
    const taken = accepted.filter(({ sent, seen }) => must.showsAsSent(seen, sent))
    if (taken.length < accepted.length)
      must.doubt('an update does not show what it was sent, so that it can’t be seen whether it was lost')
    if (taken.length < 2) continue
    const sent = Object.assign({}, ...taken.map((one) => one.sent)) as JsonObject
    const steps: readonly Exchange[] = taken.map(({ seen }) => seen.exchange)
    return must.beAsSent(await subject.read(), sent, { control, steps })
  }
  must.assume(false, 'no two updates that were sent at the same time were accepted')
}
