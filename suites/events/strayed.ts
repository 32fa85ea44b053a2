// Whether what another stream gets follows an event that is not its own, where deliveries do not show whose event they carry.
import { type Forwarder, nowMs, sleep, type Tester } from '../../src/suite.ts'

const roundsMin = 3
const watchMsMax = 20_000
const quietMs = 500
const soonMs = 2_000

/**
 * Whether the other stream gets a delivery each time that an event is triggered for the first one, and none in between: three times, as
 * somebody else's event may come at any time.
 */
export const straysEachTime = async (
  { events }: Tester,
  first: Forwarder,
  { inbox }: Forwarder,
): Promise<boolean> => {
  const endMs = nowMs() + watchMsMax
  let rounds = 0
  while (rounds < roundsMin && nowMs() < endMs) {
    const before = inbox.deliveries.length
    await sleep(quietMs)
    if (inbox.deliveries.length > before) continue
    const triggered = await events.trigger(first)
    const arrived = await events.arrived(triggered)
    if (arrived.delivery === null) return false
    for (const untilMs = nowMs() + soonMs; inbox.deliveries.length === before && nowMs() < untilMs; )
      await sleep(50)
    if (inbox.deliveries.length === before) return false
    rounds += 1
  }
  return rounds >= roundsMin
}
