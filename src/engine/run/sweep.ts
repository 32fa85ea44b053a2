// Removes the resources that a killed run left, according to its ledger.
import { rmSync } from 'node:fs'
import type { RunEvent } from '../../base/event.ts'
import type { RunConfig } from '../config.ts'
import { claimLedger } from '../ledger/earlier-ledger.ts'
import { Ledger } from '../ledger/ledger.ts'
import type { LedgerEntry, LedgerRun } from '../ledger/ledger-entry.ts'
import type { LedgerContents } from '../ledger/ledger-file.ts'
import { describeId } from '../resources/recognition/ownership.ts'
import type { Resources } from '../resources.ts'
import { cleanUp, type Leaked } from './clean-up.ts'
import { endSessions } from './leftovers.ts'
import { openSession } from './open-session.ts'

type Swept = 'removed' | 'already gone' | 'not ours' | 'was not made'

export interface SweepHooks {
  /**
   * Called before the first request.
   * @throws ConfigurationError if the user means another tenant
   */
  readonly configure: (first: LedgerRun) => RunConfig | Promise<RunConfig>
  readonly tell: (became: Swept, kind: string, id: string) => void
  readonly note: (message: string) => void
}

/** Runs with the result `unsent` or `embedded` left no resources. */
export type SweepResult =
  | { readonly found: 'no-ledger' | 'unsent' | 'embedded' }
  | {
      readonly found: 'run'
      readonly first: LedgerRun
      /** Resources that may still exist. If there are any, the ledger stays. */
      readonly left: readonly Leaked[]
    }

/**
 * A sweep can be killed and repeated without damage.
 * @throws ConfigurationError before any request, if the ledger is in use, or cannot be read or written
 */
export async function sweepLedger(file: string, hooks: SweepHooks): Promise<SweepResult> {
  const claimed = await claimLedger(file)
  if (claimed === null) return { found: 'no-ledger' }
  const { contents, release } = claimed
  const { first } = contents
  try {
    if (first !== null && !first.embedded)
      return { found: 'run', first, left: await sweepRun(file, first, contents, hooks) }
    rmSync(file)
    return { found: first === null ? 'unsent' : 'embedded' }
  } finally {
    release()
  }
}

async function sweepRun(
  file: string,
  first: LedgerRun,
  contents: LedgerContents,
  { configure, tell, note }: SweepHooks,
): Promise<readonly Leaked[]> {
  const config = await configure(first)
  const names = new Map(contents.leftovers.intents.map(({ number, kind, name }) => [number, { kind, name }]))
  const ledger = new Ledger(file, config.mask, (entry) => reportEntry(entry, names, tell))
  ledger.resume(contents)
  const emit = (event: RunEvent): void => {
    if (event.type === 'note') note(event.message)
  }
  // A sweep sends only clean-up requests, which no signal interrupts.
  const { signal } = new AbortController()
  const { marker } = first
  const { session, resources, client } = openSession({ config, marker, ledger, emit, signal, bounded: false })
  try {
    const left = [
      ...adopt(resources, contents),
      ...(await cleanUp(session, resources, ledger, { lists: true })),
      ...damagedEntries(contents),
    ]
    ledger.close(left.length > 0)
    return left
  } finally {
    await endSessions(session).finally(() => client.close())
  }
}

function adopt({ pools, singletons }: Resources, { leftovers }: LedgerContents): readonly Leaked[] {
  const unknownKind = 'the contract has no resource with this name: sweep with the contract of the run'
  const unusable = 'no request can contain this id: check the tenant by hand'
  const changed = [...leftovers.saved].flatMap(([kind, saved]) => {
    // Older ledgers contain only the last part of the name.
    const singleton = [...singletons.values()].find(({ kind: { name } }) => `-${name}`.endsWith(`-${kind}`))
    singleton?.adopt(saved, kind)
    return singleton === undefined ? [{ kind, id: `the ${kind}`, reason: unknownKind }] : []
  })
  const made = [...leftovers.resources].flatMap(([kind, keys]) => {
    const pool = [...pools.values()].find((one) => one.kind.name === kind)
    if (pool === undefined) return keys.map((key) => ({ kind, id: describeId(key), reason: unknownKind }))
    return keys
      .filter((key) => !pool.adopt(key, leftovers.names.get(key)))
      .map((key) => ({ kind, id: describeId(key), reason: unusable }))
  })
  return [...changed, ...made]
}

// A damaged line may be the only record of a resource.
function damagedEntries({ damaged, damagedCount }: LedgerContents): readonly Leaked[] {
  if (damagedCount === 0) return []
  const more = damagedCount > damaged.length ? ` and ${damagedCount - damaged.length} more` : ''
  const id = `the entry in line ${damaged.join(', ')}${more} of the ledger`
  return [{ kind: 'unknown', id, reason: 'the entry is damaged: check the tenant by hand' }]
}

function reportEntry(
  entry: LedgerEntry,
  names: ReadonlyMap<number, { readonly kind: string; readonly name: string }>,
  tell: SweepHooks['tell'],
): void {
  if (entry.entry === 'deleted') tell('removed', entry.kind, entry.id)
  else if (entry.entry === 'absent') tell('already gone', entry.kind, entry.id)
  else if (entry.entry === 'disowned') tell('not ours', entry.kind, entry.id)
  else if (entry.entry === 'refused') {
    const intent = names.get(entry.number)
    if (intent !== undefined) tell('was not made', intent.kind, `"${intent.name}"`)
  }
}
