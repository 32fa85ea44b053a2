// Clean-up: removes what the run made and puts back what it changed, however the run ended.
import { bodyOf, statusOf } from '../base/exchange.ts'
import { at, type Json } from '../base/json.ts'
import type { FixtureName } from '../profile/index.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Resources } from './resources.ts'
import type { Session } from './session.ts'

/** What could not be removed or put back. */
export interface Leaked {
  readonly kind: string
  readonly id: string
}

/** Removes all that the run made. Never throws for what the tenant does. */
export async function cleanUp(
  session: Session,
  { streams, policies, templates }: Resources,
  ledger: Ledger,
): Promise<readonly Leaked[]> {
  for (const id of await found(session, ledger, 'event-stream', 'listEventStreams', streams.left))
    streams.adopt(id)
  for (const id of await found(session, ledger, 'rate-limit-policy', 'listRateLimitPolicies', policies.left))
    policies.adopt(id)
  await streams.remove(streams.left)
  await policies.removeAll()
  for (const id of await vanished(session, 'listEventStreams', streams.left)) streams.gone(id)
  for (const id of await vanished(session, 'listRateLimitPolicies', policies.left))
    policies.gone({ id, made: true })
  await templates.restore()
  return [
    ...streams.left.map((id) => ({ kind: 'event-stream', id })),
    ...policies.left.map((id) => ({ kind: 'rate-limit-policy', id })),
    ...(templates.left ? [{ kind: 'phone-templates', id: 'the phone templates' }] : []),
    ...(['event-stream', 'rate-limit-policy'] as const).flatMap((kind) =>
      ledger.unresolved(kind).map(({ name }) => ({ kind, id: `"${name}", if it was made` })),
    ),
  ]
}

/**
 * Ids of resources that were made without the run having heard of it, by the run's marker in them. What the tenant
 * can't list stays unresolved.
 */
async function found(
  session: Session,
  ledger: Ledger,
  kind: 'event-stream' | 'rate-limit-policy',
  name: FixtureName & `list${string}`,
  known: readonly string[],
): Promise<readonly string[]> {
  const intents = [...ledger.unresolved(kind)]
  if (intents.length === 0) return []
  const listed = await list(session, name)
  if (listed === null) {
    ledger.settleDoubts(kind)
    return []
  }
  const ids = listed.marked.filter((id) => !known.includes(id))
  // On disk before they are removed, as for all that the run has made.
  for (const id of ids) ledger.created(intents.shift()?.number ?? 0, kind, id)
  for (const { number } of intents) ledger.refused(number)
  return ids
}

/**
 * Those of the resources that could not be removed which are not there any more: the answer to a removal may be lost,
 * or wrong. None where the tenant can't list them all.
 */
async function vanished(
  session: Session,
  name: FixtureName & `list${string}`,
  left: readonly string[],
): Promise<readonly string[]> {
  const listed = left.length === 0 ? null : await list(session, name)
  return listed?.whole ? left.filter((id) => !listed.all.includes(id)) : []
}

/** Ids of the resources that there are. */
interface Listed {
  readonly all: readonly string[]
  /** Those with the run's marker in them. */
  readonly marked: readonly string[]
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
  const idsOf = (some: readonly Json[]): string[] =>
    some.map((item) => at(item, fixture.id ?? '/id')).filter((id) => typeof id === 'string')
  const resources = items as readonly Json[]
  return {
    all: idsOf(resources),
    marked: idsOf(resources.filter((item) => JSON.stringify(item).includes(session.marker))),
    whole: !pagedBeyond(answer.value, resources.length) && idsOf(resources).length === resources.length,
  }
}

// How pages are told is not shown: a cursor to the next one, or a total, are what is common.
function pagedBeyond(answer: Json, shown: number): boolean {
  const total = at(answer, '/total')
  return (at(answer, '/next') ?? null) !== null || (typeof total === 'number' && total > shown)
}
