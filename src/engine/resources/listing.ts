// Lists resources with a fixture of the profile or, without a fixture, with an operation of the contract.
import { bodyOf, type Exchange } from '../../base/exchange.ts'
import { at, idTextOf, isObject, type Json, type JsonObject } from '../../base/json.ts'
import { idOfItem, isUncertainId } from '../../contract/index.ts'
import { type Attempt, isAccepted, NotRun, notAccepted } from '../../oracle/index.ts'
import { fixtureOf, fixtureRequest } from '../requests/fixture.ts'
import type { Key } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { SendOptions, Session } from '../session/session.ts'
import { type Kind, listingOf } from './kind.ts'
import { isEnded } from './recognition/ended.ts'

export interface ListedItem {
  readonly id: string
  readonly item: Json
}

export interface Listing {
  readonly exchange: Attempt
  /** The items without deleted or replaced resources. Null if the response contains no list. */
  readonly items: readonly ListedItem[] | null
  /** True if every id is certain and no sign of a further page exists. */
  readonly whole: boolean
}

export interface ListResponse {
  readonly exchange: Attempt
  readonly items: readonly JsonObject[]
}

const pageSizes: readonly number[] = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1_000]

/** @param within the key of the parent, or "" for a resource without a parent */
export async function list(
  session: Session,
  kind: Kind,
  within: Key,
  options: SendOptions,
): Promise<Listing | null> {
  const { fixtures, resource } = kind
  const fixture = fixtureOf(session, fixtures.list)
  const request = listRequestOf(session, kind, within)
  if (request === null) return null
  const exchange = await session.send(request, options)
  const itemsAt = fixture?.items ?? resource.items
  const answer = bodyOf(exchange)
  const items = answer.ok && isAccepted(exchange) ? at(answer.value, itemsAt) : undefined
  if (!answer.ok || !Array.isArray(items)) return { exchange, items: null, whole: false }
  const shown = (items as readonly Json[]).flatMap((item) => {
    const id = fixture?.id === undefined ? idOfItem(item, resource) : idTextOf(at(item, fixture.id))
    return id === undefined ? [] : [{ id, item }]
  })
  const isCertain = shown.length === items.length && !shown.some(({ item }) => isUncertainId(item, resource))
  const whole = isCertain && !pagedBeyond(exchange, answer.value, items.length)
  return { exchange, items: shown.filter(({ item }) => !isEnded(resource, item)), whole }
}

/**
 * @throws NotRun if no request lists the resources
 * @throws Inconclusive if the response contains no list
 */
export async function demandList(session: Session, kind: Kind, within: Key): Promise<ListResponse> {
  const { name, fixtures } = kind
  const listing = await list(session, kind, within, {})
  if (listing === null)
    throw new NotRun(
      `the check needs a list of all resources of type ${name}: declare fixtures.${fixtures.list} in the profile`,
    )
  const { exchange, items } = listing
  if (items === null)
    throw notAccepted(`the response to the list request for ${name} contains no list`, exchange)
  return { exchange, items: items.map(({ item }) => item).filter(isObject) }
}

/** @throws Inconclusive if the path needs the id of an unknown parent */
export function listRequestOf(session: Session, kind: Kind, within: Key): Request | null {
  const fixture = fixtureOf(session, kind.fixtures.list)
  return fixture === undefined
    ? listingOf(session, kind, within)
    : fixtureRequest(kind.fixtures.list, fixture, { unique: session.marker }, 'none')
}

/** A page with a usual number of items, for example 50, is probably full. */
export function pagedBeyond({ response }: Exchange, answer: Json, shown: number): boolean {
  const total = at(answer, '/total')
  return (
    /\brel="?next\b/i.test(response?.headers.link ?? '') ||
    ['/next', '/next_cursor', '/next_page'].some((pointer) => (at(answer, pointer) ?? null) !== null) ||
    at(answer, '/has_more') === true ||
    (typeof total === 'number' ? total > shown : pageSizes.includes(shown))
  )
}
