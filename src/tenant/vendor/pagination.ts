// The pages of the public vendor's API, by cursor (`from`, `take`) or by number (`page`, `per_page`).
import type { Json, JsonObject } from '../../base/json.ts'
import { Refusal } from '../http/refusal.ts'

const takenDefault = 50
const takenMax = 100

interface Item {
  readonly id: string
  readonly shown: Json
}

/** @param query the query of the request; unknown parameters are ignored */
export function pageOf(items: readonly Item[], key: string, query: string | null): JsonObject {
  const parameters = new URLSearchParams(query ?? '')
  return parameters.has('page') || parameters.has('per_page') || parameters.has('include_totals')
    ? byNumber(items, key, parameters)
    : byCursor(items, key, parameters)
}

function byCursor(items: readonly Item[], key: string, parameters: URLSearchParams): JsonObject {
  const take = whole(parameters, 'take', takenDefault, 1, takenMax)
  const from = parameters.get('from')
  // The cursor is the last id of the previous page. It is invalid after this resource was deleted.
  const after = from === null ? '' : Buffer.from(from, 'base64url').toString()
  const start = from === null ? 0 : items.findIndex(({ id }) => id === after) + 1
  if (from !== null && start === 0) throw wrong('from', 'Invalid cursor')
  const page = items.slice(start, start + take)
  const last = page.at(-1)
  const more = last !== undefined && start + take < items.length
  return {
    [key]: page.map(({ shown }) => shown),
    ...(more ? { next: Buffer.from(last.id).toString('base64url') } : {}),
  }
}

function byNumber(items: readonly Item[], key: string, parameters: URLSearchParams): JsonObject {
  const page = whole(parameters, 'page', 0, 0, 1_000_000)
  const perPage = whole(parameters, 'per_page', takenDefault, 1, takenMax)
  const start = page * perPage
  const shown = items.slice(start, start + perPage).map((item) => item.shown)
  return {
    ...(parameters.get('include_totals') === 'true'
      ? { start, limit: perPage, length: shown.length, total: items.length }
      : {}),
    [key]: shown,
  }
}

function whole(
  parameters: URLSearchParams,
  name: string,
  otherwise: number,
  min: number,
  max: number,
): number {
  const text = parameters.get(name)
  if (text === null) return otherwise
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) throw wrong(name, `Expected an integer from ${min} to ${max}`)
  return number
}

function wrong(name: string, why: string): Refusal {
  return new Refusal(400, 'invalid_query_string', `Query validation error: '${why} on property ${name}'`)
}
