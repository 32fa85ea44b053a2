// Restores the saved content of a singleton, but keeps the values of other clients.
import { describeResponse } from '../../../base/exchange.ts'
import type { JsonObject } from '../../../base/json.ts'
import type { Operation } from '../../../contract/index.ts'
import { type Attempt, isAccepted, NotRun } from '../../../oracle/index.ts'
import type { Saved } from '../../ledger/ledger-entry.ts'
import type { Session } from '../../session/session.ts'
import { besideLost, notPutBack, putBack } from './restore-note.ts'
import { type SingletonAccess, succeeded } from './singleton-access.ts'
import type { UnnamedMembers } from './unnamed-members.ts'
import type { ValueOrigins } from './value-origins.ts'

interface RestorationParts {
  readonly session: Session
  readonly one: SingletonAccess
  readonly unnamed: UnnamedMembers
  readonly origins: ValueOrigins
  /** @throws NotRun if no request reads the singleton */
  readonly read: () => Promise<Attempt>
}

export interface Restored {
  readonly isDone: boolean
  /** Null if the singleton already had the saved content. */
  readonly note: string | null
}

/** If a request can read the singleton, only a read proves success. */
export async function restoreContent(
  parts: RestorationParts,
  writing: Operation,
  saved: Saved,
): Promise<Restored> {
  const { session, one, unnamed, origins } = parts
  const { source, original } = saved
  const { kind } = one
  const before = source === 'read' ? await contentNow(parts) : null
  const isBesideKept = (await lostBeside(parts, saved)).length === 0
  if (before !== null && isBesideKept && one.same(before, original)) return { isDone: true, note: null }
  const wanted = before === null ? original : origins.undone(before, original)
  const isForeign = before !== null && !origins.areKnown(before)
  if (before !== null && isBesideKept && one.same(before, wanted))
    return { isDone: true, note: notPutBack(kind) }
  const plain = one.restoring(writing, wanted)
  let exchange = await session.send(unnamed.addedAlways(plain, saved), { cleaning: true })
  if (!succeeded(exchange)) exchange = await session.send(plain, { cleaning: true })
  const stored = await contentNow(parts)
  if (stored === null ? !succeeded(exchange) : !one.same(stored, wanted)) {
    const note = `The ${kind.title} could not be restored: the update got ${describeResponse(exchange)}.`
    return { isDone: false, note }
  }
  const lost = await lostBeside(parts, saved)
  if (lost.length > 0) return { isDone: false, note: besideLost(kind, lost) }
  return { isDone: true, note: putBack(kind, source, isForeign, session.config.defaultsAssumedBy) }
}

/** Returns null if no read returns all members that the restoring request needs. */
async function contentNow({ one, read }: RestorationParts): Promise<JsonObject | null> {
  const shown = await read().catch((error: unknown) => {
    if (error instanceof NotRun) return null
    throw error
  })
  return shown === null ? null : one.writable(shown)
}

async function lostBeside({ unnamed, read }: RestorationParts, saved: Saved): Promise<readonly string[]> {
  if (saved.source !== 'read' || saved.beside === undefined) return []
  const shown = await read()
  return isAccepted(shown) ? unnamed.lost(shown, saved) : []
}
