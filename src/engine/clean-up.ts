// Clean-up: removes what the run made and puts back what it changed, however the run ended.
import { bodyOf, statusOf } from '../base/exchange.ts'
import { at, type Json } from '../base/json.ts'
import type { FixtureName } from '../profile/index.ts'
import { fixtureRequest } from './fixture.ts'
import type { Ledger } from './ledger.ts'
import type { Session } from './session.ts'
import type { Resources } from './tester.ts'

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
  const items = await list(session, name)
  if (items === null) {
    ledger.settleDoubts(kind)
    return []
  }
  const ids = items.filter((id) => !known.includes(id))
  // On disk before they are removed, as for all that the run has made.
  for (const id of ids) ledger.created(intents.shift()?.number ?? 0, kind, id)
  for (const { number } of intents) ledger.refused(number)
  return ids
}

async function list(session: Session, name: FixtureName & `list${string}`): Promise<string[] | null> {
  const fixture = session.config.profile.fixtures?.[name]
  if (fixture === undefined) return null
  const request = fixtureRequest(name, fixture, { unique: session.marker }, 'none')
  const exchange = await session.send(request, { cleaning: true })
  const answer = bodyOf(exchange)
  const items = answer.ok && statusOf(exchange) < 300 ? at(answer.value, fixture.items ?? '') : undefined
  if (!Array.isArray(items)) return null
  return (items as readonly Json[])
    .filter((item) => JSON.stringify(item).includes(session.marker))
    .map((item) => at(item, fixture.id ?? '/id'))
    .filter((id) => typeof id === 'string')
}
