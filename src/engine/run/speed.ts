// Measures a tenant's speed with a few reads, to choose the depth of a run.
import { sleep, tickMs } from '../../base/clock.ts'
import { rateInfoOf } from '../../client/index.ts'
import { type Attempt, isUndecided } from '../../oracle/index.ts'
import type { Speed } from '../plan/depth-choice.ts'
import { harmlessRequests, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from '../session/session.ts'

// The connection or this machine may be slow for a moment.
const turnsMax = { near: 12, far: 6 }
const agreementRatioMin = 0.7
// Milliseconds between reads, after which the tenant may allow more requests.
const regainMs = [60, 140, 300]
// Burst sizes, as multiples of the concurrency.
const burstsOf = [1, 8, 32]
const burstShareMax = 0.4

type Allowed = NonNullable<Speed['allowed']>

/**
 * @param isFast returns true for a speed that allows the deepest run, which ends the measurement
 * @returns null if the run cannot send a probe
 */
export async function measureSpeed(
  session: Session,
  isFast: (speed: Speed) => boolean,
): Promise<Speed | null> {
  const { contract } = session
  const operation = contract.operations.get(contract.probe ?? '')
  if (operation === undefined) return null
  const probe: Request = { ...operationRequest(contract, operation, '', undefined), intent: 'probe' }
  try {
    const { msPerRequest, last } = await pace(session, probe, isFast)
    const left = rateInfoIn(session, last).remaining
    if (left === null || isFast({ msPerRequest, allowed: { left, perSecond: 0 } }))
      return { msPerRequest, allowed: null }
    const isEnough = (allowed: Allowed): boolean => isFast({ msPerRequest, allowed })
    return { msPerRequest, allowed: await allowedIn(session, probe, last, isEnough) }
  } catch (error) {
    if (isUndecided(error)) return null
    throw error
  }
}

/** A tenant on this machine shares the processors with the run. */
async function pace(session: Session, probe: Request, isFast: (speed: Speed) => boolean) {
  const { concurrency, isOnThisMachine } = session.config
  const [atOnce, turns] = isOnThisMachine ? [1, turnsMax.near] : [concurrency, turnsMax.far]
  let msPerRequest = Number.POSITIVE_INFINITY
  let last: Attempt
  for (let turn = 1; ; turn += 1) {
    const begunAtTick = tickMs()
    ;[last] = await burst(session, probe, atOnce)
    const taken = (tickMs() - begunAtTick) / concurrency
    const isSettled =
      !isOnThisMachine && Math.min(taken, msPerRequest) / Math.max(taken, msPerRequest) > agreementRatioMin
    msPerRequest = Math.min(msPerRequest, taken)
    if (turn === turns || isSettled || isFast({ msPerRequest, allowed: null })) return { msPerRequest, last }
  }
}

/** Returns null if the rate-limit headers do not count the probes. */
async function allowedIn(
  session: Session,
  probe: Request,
  first: Attempt,
  isEnough: (allowed: Allowed) => boolean,
): Promise<Allowed | null> {
  if (await limitsItselfAlone(session, first)) return null
  const { concurrency } = session.config
  let left = rateInfoIn(session, first).remaining ?? 0
  let perSecond = 0
  let sent = 0
  for (const times of burstsOf) {
    const count = sent === 0 ? concurrency : Math.min(times * concurrency, Math.floor(left * burstShareMax))
    if (count < 2 * sent) break
    const seen = await regained(session, probe, left, count)
    if (!seen.isCounted) return sent === 0 ? null : { left, perSecond }
    perSecond = Math.max(perSecond, seen.perSecond)
    // The allowance may have become full some time ago, so a larger burst measures the rate.
    const isFull = seen.left >= left
    left = seen.left
    sent = count
    if (!isFull || isEnough({ left, perSecond })) break
  }
  return { left, perSecond }
}

async function regained(session: Session, probe: Request, before: number, count: number) {
  const leftIn = (attempt: Attempt): number => rateInfoIn(session, attempt).remaining ?? 0
  const begunAtTick = tickMs()
  let left = Math.min(...(await burst(session, probe, count)).map(leftIn))
  const isCounted = before - left > 1
  let sent = count
  // The tenant reports whole numbers, so the difference may be too great by one.
  const since = (): number => (1000 * Math.max(0, left - before + sent - 1)) / (tickMs() - begunAtTick)
  let perSecond = since()
  for (const waitMs of isCounted ? regainMs : []) {
    await sleep(waitMs, session.signal)
    const [last] = await burst(session, probe, 1)
    sent += 1
    left = leftIn(last)
    perSecond = Math.max(perSecond, since())
    if (left >= before) break
  }
  return { isCounted, left, perSecond }
}

async function burst(session: Session, probe: Request, count: number): Promise<[Attempt, ...Attempt[]]> {
  const [first, ...others] = Array.from({ length: count }, () => session.send(probe))
  return Promise.all([first ?? session.send(probe), ...others])
}

async function limitsItselfAlone(session: Session, read: Attempt): Promise<boolean> {
  const [other] = session.config.writes === 'none' ? [] : harmlessRequests(session.contract)
  if (other === undefined) return false
  const { limit } = rateInfoIn(session, await session.send(other))
  return limit !== null && limit !== rateInfoIn(session, read).limit
}

function rateInfoIn({ contract }: Session, attempt: Attempt) {
  return rateInfoOf(attempt, contract.rateLimit?.headers)
}
