// Clean-up: removes what the run made and puts back what it changed, however the run ended.
import { sleep } from '../base/clock.ts'
import { bodyOf, type Exchange, statusOf } from '../base/exchange.ts'
import { at, isObject, type Json } from '../base/json.ts'
import type { FixtureName } from '../profile/index.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Intent } from './ledger-entry.ts'
import type { Resources } from './resources.ts'
import type { Session } from './session.ts'

/** What could not be removed or put back. */
export interface Leaked {
  readonly kind: string
  readonly id: string
  readonly reason: string
}

/** What of the tenant the run tracks one by one: event streams, rate limit policies. */
interface Tracked {
  /** Ids of those that still exist. */
  readonly left: readonly string[]
  /** Why one of them is left. */
  reasonFor(id: string): string
  readonly madeAny: boolean
  /** Whether an answer to the run spoke of that id as one that it made. */
  knows(id: string): boolean
  /** Takes over what was made without the run having heard of it. */
  adopt(id: string): boolean
  /** Takes back what was taken for removed. */
  reopen(ids: readonly string[]): void
  vanished(id: string): void
  /**
   * Removes what is left.
   * @param listedAfter whether a list will show what is still there, so that not each removal need be verified
   */
  clear(listedAfter: boolean): Promise<void>
}

// So often what is left is listed and removed.
const roundsMax = 3
const betweenRoundsMs = 1_000
const pageSizes: readonly number[] = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000]

/**
 * Removes all that the run made. Never throws for what the tenant does.
 * @param lists whether to look at the lists even where nothing is known to have been made, as the end of a ledger may be lost
 */
export async function cleanUp(
  session: Session,
  { streams, policies, templates }: Resources,
  ledger: Ledger,
  { lists = false } = {},
): Promise<readonly Leaked[]> {
  const left = [
    ...(await cleared(session, ledger, 'event-stream', 'listEventStreams', streams, lists)),
    ...(await cleared(session, ledger, 'rate-limit-policy', 'listRateLimitPolicies', policies, lists)),
  ]
  await templates.restore()
  const reason = 'what was there before could not be put back'
  return [
    ...left,
    ...(templates.left ? [{ kind: 'phone-templates', id: 'the phone templates', reason }] : []),
  ]
}

/** Clears one kind, and holds it against the list of those that there are, where the profile has one. */
async function cleared(
  session: Session,
  ledger: Ledger,
  kind: 'event-stream' | 'rate-limit-policy',
  name: FixtureName & `list${string}`,
  tracked: Tracked,
  lists: boolean,
): Promise<readonly Leaked[]> {
  await tracked.clear(session.config.profile.fixtures?.[name] !== undefined)
  const leaked = (listed: boolean): Leaked[] => [
    ...tracked.left.map((id) => ({ kind, id, reason: tracked.reasonFor(id) })),
    ...ledger.unresolved(kind).map((intent) => ({
      kind,
      id: `"${intent.name}", if it was made`,
      reason: listed
        ? 'no answer to its creation gave its id, and one of that name which does not bear the marker is there: look whose it is'
        : `no answer to its creation gave its id, and no list shows whether it is there: look for the name, or declare fixtures.${name} in the profile`,
    })),
  ]
  if (!lists && !tracked.madeAny && tracked.left.length === 0 && ledger.unresolved(kind).length === 0)
    return []
  let strange: readonly string[] = []
  let last: Listed | null = null
  // The answer to a removal may be lost, or wrong: the list has the last word, as long as that changes anything.
  for (let round = 1; round <= roundsMax; round += 1) {
    const listed = await list(session, name)
    if (listed === null) {
      if (round === 1) ledger.settleDoubts(kind)
      break
    }
    last = listed
    strange = adoptUnheard(ledger, kind, listed, tracked)
    tracked.reopen(listed.items.map(({ id }) => id))
    if (listed.whole)
      for (const id of tracked.left) if (!listed.items.some((item) => item.id === id)) tracked.vanished(id)
    const open = ledger.unresolved(kind).length > 0
    if ((tracked.left.length === 0 && !open) || round === roundsMax) break
    await tracked.clear(false)
    // What was on its way when a run was stopped may be carried out after its connection is gone, and lists may lag.
    await sleep(betweenRoundsMs)
  }
  if (last?.whole) refuseUnmade(ledger, kind, last, tracked)
  const copied = strange.map((id) => ({
    kind,
    id: `${id}, which bears the marker ${session.marker}`,
    reason:
      'no entry of the ledger tells of it, so that somebody may have copied one of the run: look whose it is',
  }))
  return [...leaked(last?.whole ?? false), ...copied]
}

/**
 * Takes over what was made by creations whose answers were lost, by their names. Returns the ids of what bears the run's
 * marker and can't be told to be its: somebody may have copied it.
 */
function adoptUnheard(
  ledger: Ledger,
  kind: 'event-stream' | 'rate-limit-policy',
  listed: Listed,
  tracked: Tracked,
): readonly string[] {
  const intents = ledger.unresolved(kind)
  const unheard = listed.marked
    .filter(({ id }) => !tracked.knows(id))
    .map(({ id, item }) => ({
      id,
      name: longestOf(intents.map(({ name }) => name).filter((name) => isNamed(item, name))),
    }))
  const strange: string[] = []
  const taken = new Set<Intent>()
  for (const { id, name } of unheard) {
    const claimants = unheard.filter((other) => other.name === name)
    const makers = intents.filter((intent) => intent.name === name)
    const intent = makers.find((maker) => !taken.has(maker))
    // Where there are more of a name than the run may have made, one is a copy, and nothing tells which.
    if (intent === undefined || claimants.length > makers.length) strange.push(id)
    else {
      taken.add(intent)
      // On disk before it is removed, as all that the run has made.
      ledger.created(intent.number, kind, id)
      tracked.adopt(id)
    }
  }
  return strange
}

/** Notes that creations left nothing behind of which a list of all shows no trace. */
function refuseUnmade(
  ledger: Ledger,
  kind: 'event-stream' | 'rate-limit-policy',
  { items }: Listed,
  tracked: Tracked,
): void {
  // What bears no marker is nobody's to take, but it may be what was made.
  for (const { name, number, unnamed } of ledger.unresolved(kind))
    if (unnamed !== true && !items.some(({ id, item }) => !tracked.knows(id) && isNamed(item, name)))
      ledger.refused(number)
}

// A name may be within another one: what is sent without any goes by the marker, which all bear.
function longestOf(names: readonly string[]): string | null {
  return names.reduce<string | null>(
    (longest, name) => (name.length > (longest?.length ?? -1) ? name : longest),
    null,
  )
}

/** Whether a text of the item is that name, or has it in it where it is no common word. */
function isNamed(item: Json, name: string): boolean {
  if (typeof item === 'string') return item === name || (name.includes('tc-') && endsWithin(item, name))
  if (Array.isArray(item)) return item.some((one: Json) => isNamed(one, name))
  return isObject(item) && Object.values(item).some((one) => isNamed(one, name))
}

// "tc-0a1b2c3d 5" is not in "tc-0a1b2c3d 57".
function endsWithin(text: string, name: string): boolean {
  const at = text.indexOf(name)
  return at >= 0 && !/[\w-]/.test(text.charAt(at + name.length))
}

interface ListedItem {
  readonly id: string
  readonly item: Json
}

/** The resources that there are. */
interface Listed {
  readonly items: readonly ListedItem[]
  /** Those with the run's marker in them. */
  readonly marked: readonly ListedItem[]
  /** Whether the answer speaks of no further page. */
  readonly whole: boolean
}

async function list(session: Session, name: FixtureName & `list${string}`): Promise<Listed | null> {
  const fixture = session.config.profile.fixtures?.[name]
  if (fixture === undefined) return null
  const request = fixtureRequest(name, fixture, { unique: session.marker }, 'none')
  const exchange = await session.send(request, { cleaning: true })
  const answer = bodyOf(exchange)
  const items = answer.ok && statusOf(exchange) < 300 ? at(answer.value, fixture.items ?? '') : undefined
  if (!answer.ok || !Array.isArray(items)) return null
  const shown = (items as readonly Json[]).flatMap((item) => {
    const id = at(item, fixture.id ?? '/id')
    return typeof id === 'string' ? [{ id, item }] : []
  })
  return {
    items: shown,
    marked: shown.filter(({ item }) => JSON.stringify(item).includes(session.marker)),
    whole: !pagedBeyond(exchange, answer.value, items.length) && shown.length === items.length,
  }
}

// How pages are told is not shown: these are common ways. A list that just fills a page may have another one.
function pagedBeyond({ response }: Exchange, answer: Json, shown: number): boolean {
  const total = at(answer, '/total')
  return (
    /\brel="?next\b/i.test(response?.headers.link ?? '') ||
    ['/next', '/next_cursor', '/next_page'].some((pointer) => (at(answer, pointer) ?? null) !== null) ||
    at(answer, '/has_more') === true ||
    (typeof total === 'number' ? total > shown : pageSizes.includes(shown))
  )
}
