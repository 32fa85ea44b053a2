// The speed of a tenant, measured by a few reads before the first check, so that a run can choose its depth.
import { sleep, tickMs } from '../base/clock.ts'
import { toldBy } from '../client/index.ts'
import { type Attempt, isUndecided } from '../oracle/index.ts'
import type { Speed } from './plan/depth-choice.ts'
import { harmlessRequests, operationRequest } from './requests/operation-request.ts'
import type { Request } from './requests/request.ts'
import type { Session } from './session/session.ts'

// A burst that meets a slow moment of this machine says nothing of the tenant: the quickest counts.
const burstsMax = 4
// What comes back in less time can't be seen.
const regainMs = 500

interface Read {
  readonly attempt: Attempt
  readonly atTick: number
}

/**
 * Measures how fast the tenant serves reads, as many at a time as the run sends.
 * @param isEnough whether that speed decides the depth: then nothing more is sent
 * @returns null where the contract names no request that measures, or it can't be sent
 */
export async function measureSpeed(
  session: Session,
  isEnough: (speed: Speed) => boolean,
): Promise<Speed | null> {
  const { contract, config } = session
  const operation = contract.operations.get(contract.probe ?? '')
  if (operation === undefined) return null
  const probe: Request = { ...operationRequest(contract, operation, '', undefined), intent: 'probe' }
  const reads: Read[] = []
  const read = async (): Promise<void> => {
    const attempt = await session.send(probe)
    reads.push({ attempt, atTick: tickMs() })
  }
  let msPerRequest = Number.POSITIVE_INFINITY
  try {
    for (let burst = 0; burst < burstsMax && !isEnough({ msPerRequest, allowed: null }); burst += 1) {
      const begunAtTick = tickMs()
      await Promise.all(Array.from({ length: config.concurrency }, read))
      msPerRequest = Math.min(msPerRequest, (tickMs() - begunAtTick) / config.concurrency)
    }
    const left = toldIn(session, reads.at(-1))?.left ?? null
    if (left === null || isEnough({ msPerRequest, allowed: { left, perSecond: 0 } }))
      return { msPerRequest, allowed: left === null ? null : { left, perSecond: 0 } }
    if (await limitsItselfAlone(session, reads)) return { msPerRequest, allowed: null }
    const inBursts = regainedPerSecond(session, reads)
    await sleep(regainMs, session.signal)
    await read()
    const perSecond = Math.max(inBursts, regainedPerSecond(session, reads))
    return { msPerRequest, allowed: { left: toldIn(session, reads.at(-1))?.left ?? left, perSecond } }
  } catch (error) {
    if (isUndecided(error)) return null
    throw error
  }
}

function toldIn({ contract }: Session, read: Read | undefined) {
  return read === undefined ? null : toldBy(read.attempt, contract.rateLimit?.headers)
}

/** At least so many requests a second came back between the first read and the last: what is told are whole ones. */
function regainedPerSecond(session: Session, reads: readonly Read[]): number {
  const [first, last] = [reads[0], reads.at(-1)]
  const [before, after] = [toldIn(session, first)?.left ?? null, toldIn(session, last)?.left ?? null]
  const seconds = ((last?.atTick ?? 0) - (first?.atTick ?? 0)) / 1000
  if (before === null || after === null || seconds <= 0) return 0
  return Math.max(0, after - before + reads.length - 2) / seconds
}

/** Whether the limit is that of the reads alone: another operation, asked for what is not there, tells another one. */
async function limitsItselfAlone(session: Session, reads: readonly Read[]): Promise<boolean> {
  const [other] = session.config.writes === 'none' ? [] : harmlessRequests(session.contract)
  if (other === undefined) return false
  const attempt = await session.send(other)
  const limit = toldBy(attempt, session.contract.rateLimit?.headers).limit
  return limit !== null && limit !== toldIn(session, reads.at(-1))?.limit
}
