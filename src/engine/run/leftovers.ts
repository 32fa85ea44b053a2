// Cleans up at the end of a run, and reports the remaining resources.
import { dirname } from 'node:path'
import { nowMs, today } from '../../base/clock.ts'
import { type Leftover, leftoversOn } from '../../base/suppression.ts'
import { commandName } from '../../base/tool.ts'
import { isShipped } from '../../contract/index.ts'
import type { RunConfig } from '../config.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import { cleanUp, type Leaked } from './clean-up.ts'

export async function closeRun(session: Session, resources: Resources, ledger: Ledger): Promise<void> {
  try {
    session.phase = 'clean-up'
    session.emit({ type: 'phase-started', phase: 'clean-up', atMs: nowMs() })
    const leaked = await session.counted('clean-up', () => cleanUp(session, resources, ledger))
    const mayStay = leftoversOn(today(), session.config.profile.leftovers ?? [])
    const excuseFor = ({ irremovable }: Leaked): Leftover | undefined => mayStay.get(irremovable ?? '')
    const unexcused = leaked.filter((one) => excuseFor(one) === undefined)
    ledger.close(unexcused.length > 0)
    if (ledger.broken !== null)
      session.emit({ type: 'note', message: `The run stopped creating resources, because ${ledger.broken}.` })
    for (const one of leaked) {
      const { kind, id, irremovable, uncertain, reason } = one
      const excused = excuseFor(one)
      session.emit({
        ...{ type: 'resource', action: 'leaked', kind, id },
        ...(irremovable === undefined ? {} : { irremovable }),
        ...(uncertain === undefined ? {} : { uncertain: reason }),
        ...(excused === undefined ? {} : { excused }),
      })
    }
    const certain = unexcused.filter(({ uncertain }) => uncertain === undefined)
    for (const reason of new Set(certain.map((one) => one.reason)))
      session.emit({
        type: 'note',
        message: `A resource of the run remains, because ${reason}.${wayOut(session.config)}`,
      })
  } finally {
    // After an error, a later `sweep` needs the ledger.
    ledger.close(true)
    await endSessions(session)
    await resources.deliveries?.conclude()
  }
}

/** A failed logout leaves no leftover, because sessions expire. */
export async function endSessions({ principals, emit }: Pick<Session, 'principals' | 'emit'>): Promise<void> {
  for (const message of await principals.logins.logOut()) emit({ type: 'note', message })
}

function wayOut({ ledgerFile, contract }: RunConfig): string {
  if (ledgerFile === null) return ''
  const contractOption = isShipped(contract) ? '' : ' --contract …'
  return ` Correct the cause, and then remove the resource with \`${commandName} sweep --report-dir ${dirname(ledgerFile)}${contractOption}\`.`
}

/**
 * Returns the kinds whose resources may remain. Maps the name in ledgers to the fixture that would remove
 * them.
 */
export function kindsThatMayStay(
  { profile, leftoversAccepted }: RunConfig,
  { pools }: Resources,
): ReadonlyMap<string, string> {
  const mayStay = leftoversOn(today(), profile.leftovers ?? [])
  return new Map(
    [...pools.values()].flatMap(({ kind, removable }) =>
      mayStay.has(kind.resource.name) || (leftoversAccepted && !removable)
        ? [[kind.name, kind.fixtures.remove] as const]
        : [],
    ),
  )
}
