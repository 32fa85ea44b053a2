// Removes and restores what the run created and changed, also after an error or an interruption.
import { nowMs, sleep } from '../../base/clock.ts'
import { groupedBy } from '../../base/collections/grouped.ts'
import type { Exchange } from '../../base/exchange.ts'
import { isUnavailable } from '../../oracle/index.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { isListed, type Kind, lifeOf } from '../resources/kind.ts'
import { type Listing, list, listRequestOf } from '../resources/listing.ts'
import type { ResourceTracker } from '../resources/resource-tracker.ts'
import type { Resources } from '../resources.ts'
import type { Session } from '../session/session.ts'
import { adoptChosen, adoptUnconfirmed, refuseUnmade } from './unconfirmed.ts'

export interface Leaked {
  readonly kind: string
  readonly id: string
  readonly reason: string
  /** Set if the run does not know whether the resource exists. `reason` explains how to find it. */
  readonly uncertain?: true
  /** The name of the resource in the contract. Set if no request removes the resource. */
  readonly irremovable?: string
}

const roundsMax = 3
const betweenRoundsMs = 1_000
/** Milliseconds after a creation in which the resource may still appear. */
const appearsAfterMs = 3_250
const notPutBack = 'the previous content could not be restored'

/**
 * Does not throw because of the tenant's behaviour.
 * @param lists true to read lists always, because the end of a ledger may be lost
 */
export async function cleanUp(
  session: Session,
  { pools, singletons }: Resources,
  ledger: Ledger,
  { lists = false } = {},
): Promise<readonly Leaked[]> {
  const byLevel = [...groupedBy(pools.values(), ({ kind }) => kind.level)].sort(([a], [b]) => a - b)
  const [outermost = [], ...inner] = byLevel.map(([, beside]) => beside)
  const clear = (beside: readonly ResourceTracker[]) =>
    Promise.all(beside.map((pool) => pool.clear(isListed(session, pool.kind))))
  const settle = (beside: readonly ResourceTracker[]) =>
    Promise.all(beside.map((pool) => settled(session, ledger, pool, lists)))
  const told: Left[] = []
  // Clears children first, because they may vanish with their parents.
  for (const beside of inner.toReversed()) {
    await clear(beside)
    told.push(...(await settle(beside)))
  }
  await clear(outermost)
  const [last, notRestored] = await Promise.all([settle(outermost), restored(singletons)])
  told.push(...last)
  // Children may have vanished with their parents.
  for (const pool of [...outermost, ...inner.flat()]) await vanishedWithParents(ledger, pool, pools)
  return [...told.flatMap((of) => of()), ...notRestored]
}

async function restored(singletons: Resources['singletons']): Promise<readonly Leaked[]> {
  const left: Leaked[] = []
  for (const singleton of singletons.values())
    if (!(await singleton.restore()))
      left.push({
        kind: singleton.kind.name,
        id: `the ${singleton.kind.title}`,
        reason: notPutBack,
      })
  return left
}

/** Call this function only after all kinds are cleared. */
type Left = () => readonly Leaked[]

/** Closes open creations of children in the ledger, because no child exists without its parent. */
async function vanishedWithParents(
  ledger: Ledger,
  pool: ResourceTracker,
  pools: ReadonlyMap<string, ResourceTracker>,
): Promise<void> {
  const { kind } = pool
  const parent = pools.get(kind.resource.removedWith ?? '')
  if (parent === undefined) return
  await pool.vanishBelow(parent.left)
  if (parent.left.length > 0 || ledger.unresolved(parent.kind.name).length > 0) return
  for (const { number } of ledger.unresolved(kind.name)) ledger.refused(number)
}

async function settled(
  session: Session,
  ledger: Ledger,
  pool: ResourceTracker,
  lists: boolean,
): Promise<Left> {
  const { name: kind } = pool.kind
  const irremovable = pool.removable ? {} : { irremovable: pool.kind.resource.name }
  const leaked = (listed: boolean): Leaked[] => [
    ...pool.left.map((id) => ({ kind, id, reason: pool.reasonFor(id), ...irremovable })),
    ...ledger.unresolved(kind).map((intent) => ({
      kind,
      id: intent.told ?? `"${intent.name}"`,
      ...{ uncertain: true as const, ...irremovable },
      reason: listed
        ? intent.told !== undefined
          ? 'the response to the creation contains this id, but a read of the resource does not show the sent values: check who owns the resource, and remove the resource by hand if the run created it'
          : intent.unnamed === true
            ? 'the creation sent no name, and the list shows several candidates: look for a resource that was created during the run, and remove this resource by hand'
            : `the list shows a resource with this name, but without the marker ${session.marker} of the run: check who owns the resource, and remove the resource by hand if the run created it`
        : howToLook(session, pool.kind),
    })),
  ]
  if (!lists && !pool.madeAny && pool.left.length === 0 && ledger.unresolved(kind).length === 0)
    return () => []
  adoptChosen(session, ledger, pool)
  await removeLate(pool)
  let copies: readonly string[] = []
  let last: Listing | null = null
  // Responses may be lost or wrong.
  for (let round = 1; round <= roundsMax; round += 1) {
    const listing = isListed(session, pool.kind)
      ? await list(session, pool.kind, '', { cleaning: true })
      : null
    if (listing === null || listing.items === null) {
      if (listing !== null && mayPass(listing.exchange) && round < roundsMax) {
        await sleep(betweenRoundsMs)
        continue
      }
      // Without a list, only reads verify the removals.
      pool.reopen(pool.unverified)
      await pool.clear(false)
      if (pool.isFailing && round < roundsMax) {
        await sleep(betweenRoundsMs)
        continue
      }
      if (last === null) ledger.settleDoubts(kind)
      break
    }
    const { items } = listing
    last = listing
    copies = adoptUnconfirmed(session.marker, ledger, kind, items, pool)
    pool.reopen(items.map(({ id }) => id))
    if (listing.whole)
      for (const id of pool.left) if (!items.some((item) => item.id === id)) pool.vanished(id)
    const open = ledger.unresolved(kind).length > 0
    if ((pool.left.length === 0 && !open) || round === roundsMax) break
    await pool.clear(false)
    // Interrupted requests may take effect later, and lists may be outdated.
    await sleep(betweenRoundsMs)
  }
  if (last?.whole) refuseUnmade(ledger, kind, last.items ?? [], pool)
  const copied = copies.map((id) => ({
    kind,
    id: `${id}, which contains the marker ${session.marker}`,
    reason:
      'the ledger does not contain this id, so another client may have copied the marker: check who owns the resource, and remove the resource by hand if the run created it',
  }))
  const whole = last?.whole ?? false
  return () => [...leaked(whole), ...copied]
}

/** Removes resources that appeared late. An earlier removal got 404 and had no effect. */
async function removeLate(pool: ResourceTracker): Promise<void> {
  const ids = pool.takeNeverFound()
  if (ids.length === 0) return
  const createdMs = ids.map((id) => pool.originOf(id)?.startedAtMs ?? nowMs())
  await sleep(Math.max(...createdMs) + appearsAfterMs - nowMs())
  pool.reopen(ids)
  await pool.clear(false)
}

function howToLook(session: Session, kind: Kind): string {
  const by = `that name, or the marker ${session.marker} of the run`
  // The path of a nested list needs the id of a parent.
  const request = isListed(session, kind)
    ? listRequestOf(session, kind, '')
    : lifeOf(session.contract, kind.resource, 'list')
  return request === null
    ? `look for ${by} in the administration of the tenant, or declare fixtures.${kind.fixtures.list} in the profile and sweep`
    : `send ${request.method} ${session.config.baseUrl}${request.path} and look for ${by}`
}

function mayPass(exchange: Exchange): boolean {
  return exchange.response === null || isUnavailable(exchange)
}
