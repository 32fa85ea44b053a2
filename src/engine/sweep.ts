// Sweeping: what a killed run left at the tenant is removed in a later process, by what its ledger says.
import type { RunEvent } from '../base/event.ts'
import { createClient } from '../client/index.ts'
import { loadContract } from '../contract/index.ts'
import { Knowledge } from '../profile/index.ts'
import { cleanUp, type Leaked } from './clean-up.ts'
import type { RunConfig } from './config.ts'
import { Findings } from './findings.ts'
import { Ledger } from './ledger.ts'
import { type LedgerEntry, type LedgerRun, leftoversOf } from './ledger-entry.ts'
import { Monitor } from './monitor.ts'
import { createResources } from './resources.ts'
import { Session } from './session.ts'

export interface SweepResult {
  readonly removed: readonly { readonly kind: string; readonly id: string }[]
  /** What is still there, or may be. The ledger stays as long as there is any. */
  readonly left: readonly Leaked[]
  readonly notes: readonly string[]
}

/**
 * Removes what the run of a ledger left, and that alone. It can be repeated, and killed.
 * @param config of the ledger's tenant, with its fixtures and with `ledgerFile`
 */
export async function sweepLedger(
  config: RunConfig,
  first: LedgerRun,
  entries: readonly LedgerEntry[],
  signal: AbortSignal,
): Promise<SweepResult> {
  const removed: { kind: string; id: string }[] = []
  const notes: string[] = []
  const emit = (event: RunEvent): void => {
    if (event.type === 'resource' && event.action === 'deleted')
      removed.push({ kind: event.kind, id: event.id })
    if (event.type === 'note') notes.push(event.message)
  }
  const contract = loadContract()
  const knowledge = new Knowledge(config.profile)
  const client = createClient({
    baseUrl: config.baseUrl,
    timeoutMs: config.timeoutMs,
    concurrency: config.concurrency,
    mask: config.mask,
    network: config.network,
    ...(config.ratePerSecond === null ? {} : { ratePerSecond: config.ratePerSecond }),
  })
  const monitor = new Monitor(contract, knowledge)
  const findings = new Findings()
  const session = new Session(
    { config, contract, knowledge, client, monitor, findings, emit, signal },
    first.marker,
  )
  const ledger = new Ledger(config.ledgerFile, config.mask)
  ledger.resume()
  const resources = createResources(session, ledger)
  const { streams, policies, templates } = resources
  const { streams: streamIds, policies: policyIds, templates: saved } = leftoversOf(entries)
  for (const id of streamIds) streams.adopt(id)
  for (const id of policyIds) policies.adopt(id)
  if (saved !== null) templates.adopt(saved)
  try {
    const left = await cleanUp(session, resources, ledger)
    ledger.close(left.length > 0)
    return { removed, left, notes }
  } finally {
    await client.close()
  }
}
