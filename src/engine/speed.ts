// The speed of a tenant, measured by a few reads before the first check, so that a run can choose its depth.
import { sleep, tickMs } from '../base/clock.ts'
import { toldBy } from '../client/index.ts'
import { type Attempt, isUndecided } from '../oracle/index.ts'
import type { Speed } from './plan/depth-choice.ts'
import { harmlessRequests, operationRequest } from './requests/operation-request.ts'
import type { Request } from './requests/request.ts'
import type { Session } from './session/session.ts'

// The first answers wait for connections, and any may meet a slow moment of this machine: the quickest counts.
const turnsMax = { near: 12, far: 6 }
// Two that differ by less show what the tenant takes.
const alike = 0.7
// What a tenant allows again in less time can't be seen.
const regainMs = 500

/**
 * Measures how fast the tenant serves reads.
 * @param isFast whether that speed is enough for the deepest run: then nothing more is sent
 * @returns null where the contract names no request that measures, or it can't be sent
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
    const left = toldIn(session, last).left
    if (left === null || isFast({ msPerRequest, allowed: { left, perSecond: 0 } }))
      return { msPerRequest, allowed: null }
    return { msPerRequest, allowed: await allowedIn(session, probe, last) }
  } catch (error) {
    if (isUndecided(error)) return null
    throw error
  }
}

/**
 * Milliseconds for each request where as many are under way as the run sends at a time. A tenant on this machine shares its processors
 * with the run and with all else: what one request takes in the best moment counts, as a load that passes must not decide what is found.
 */
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
      !isOnThisMachine && Math.min(taken, msPerRequest) / Math.max(taken, msPerRequest) > alike
    msPerRequest = Math.min(msPerRequest, taken)
    if (turn === turns || isSettled || isFast({ msPerRequest, allowed: null })) return { msPerRequest, last }
  }
}

/** What the tenant allows, by what it tells before and after a burst; null where the run's own pace takes nothing away. */
async function allowedIn(session: Session, probe: Request, first: Attempt): Promise<Speed['allowed']> {
  if (await limitsItselfAlone(session, first)) return null
  const leftIn = (attempt: Attempt): number => toldIn(session, attempt).left ?? 0
  const { concurrency } = session.config
  const before = leftIn(first)
  const begunAtTick = tickMs()
  const afterBurst = Math.min(...(await burst(session, probe, concurrency)).map(leftIn))
  if (before - afterBurst <= 1) return null
  // What is told are whole ones: one of them may have come back before.
  const perSecond = (left: number, sent: number): number =>
    (1000 * Math.max(0, left - before + sent - 1)) / (tickMs() - begunAtTick)
  const inBurst = perSecond(afterBurst, concurrency)
  await sleep(regainMs, session.signal)
  const [last] = await burst(session, probe, 1)
  const left = leftIn(last)
  return { left, perSecond: Math.max(inBurst, perSecond(left, concurrency + 1)) }
}

async function burst(session: Session, probe: Request, count: number): Promise<[Attempt, ...Attempt[]]> {
  const [first, ...others] = Array.from({ length: count }, () => session.send(probe))
  return Promise.all([first ?? session.send(probe), ...others])
}

/** Whether the limit is that of the reads alone: another operation, asked for what is not there, tells another one. */
async function limitsItselfAlone(session: Session, read: Attempt): Promise<boolean> {
  const [other] = session.config.writes === 'none' ? [] : harmlessRequests(session.contract)
  if (other === undefined) return false
  const { limit } = toldIn(session, await session.send(other))
  return limit !== null && limit !== toldIn(session, read).limit
}

function toldIn({ contract }: Session, attempt: Attempt) {
  return toldBy(attempt, contract.rateLimit?.headers)
}
