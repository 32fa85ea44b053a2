// Polls the tenant after a response with status 202 until the work is done.
import { sleep } from '../../../base/clock.ts'
import { type Exchange, isSuccessful, statusOf, wholeBodyOf } from '../../../base/exchange.ts'
import { at, idTextOf, type Json } from '../../../base/json.ts'
import { parsedUrl, uriDecoded } from '../../../base/uri.ts'
import { type Accepted, type Contract, fits, type Operation } from '../../../contract/index.ts'
import { operationRequest } from '../../requests/operation-request.ts'
import type { Request } from '../../requests/request.ts'
import { waitsWithin } from '../../session/read-after-write.ts'
import { showsAll } from './ended.ts'

export interface Followed {
  /** `late`: the work is not done yet. `unnamed`: there is no address to poll. */
  readonly is: 'done' | 'failed' | 'late' | 'unnamed'
  /** Null if no poll was sent. */
  readonly last: Exchange | null
  readonly id: Json | undefined
}

const unnamed: Followed = { is: 'unnamed', last: null, id: undefined }

/** @param waits milliseconds between polls. Default: up to the time limit of the contract */
export async function follow(
  { contract, baseUrl }: { readonly contract: Contract; readonly baseUrl: string },
  operation: Operation,
  exchange: Exchange,
  send: (request: Request) => Promise<Exchange>,
  waits?: readonly number[],
): Promise<Followed> {
  const { accepted } = operation
  const request = accepted === null ? null : pollOf(contract, baseUrl, accepted, exchange)
  if (accepted === null || request === null) return unnamed
  let last = await send(request)
  for (const waitMs of waits ?? waitsWithin(accepted.withinMs)) {
    if (stateOf(accepted, last) !== 'late') break
    await sleep(waitMs)
    last = await send(request)
  }
  const is = stateOf(accepted, last)
  return { is, last, id: is === 'done' ? idIn(accepted, last) : undefined }
}

function stateOf({ done, failed }: Accepted, exchange: Exchange): 'done' | 'failed' | 'late' {
  const body = wholeBodyOf(exchange)
  const shown = body.ok ? body.value : null
  const status = statusOf(exchange)
  if (failed.size > 0 && showsAll(shown, failed)) return 'failed'
  // RFC 9110, section 15.4.4: a finished operation may redirect to its result with 303.
  const isOver = (isSuccessful(exchange) && status !== 202) || status === 303
  return (done.size === 0 ? isOver : showsAll(shown, done)) ? 'done' : 'late'
}

function idIn({ id }: Accepted, exchange: Exchange): Json | undefined {
  if (id === null) return undefined
  if (id === 'location') return lastSegment(exchange.response?.headers.location)
  const body = wholeBodyOf(exchange)
  const shown = body.ok ? (at(body.value, id) ?? undefined) : undefined
  // The value may be a path, for example `/orders/7`.
  return typeof shown === 'string' && shown.includes('/') ? lastSegment(shown) : shown
}

export function lastSegment(address: string | undefined): string | undefined {
  const [path = ''] = (address ?? '').split(/[?#]/, 1)
  const last = path.replace(/\/$/, '').split('/').at(-1) ?? ''
  return last === '' ? undefined : uriDecoded(last)
}

/** Polls contain credentials, so they go only to the base URL. */
function pollOf(
  contract: Contract,
  baseUrl: string,
  { poll, operation }: Accepted,
  exchange: Exchange,
): Request | null {
  const body = wholeBodyOf(exchange)
  const told =
    poll === 'location'
      ? exchange.response?.headers.location
      : body.ok
        ? idTextOf(at(body.value, poll))
        : undefined
  if (told === undefined || told === '') return null
  const named = operation === null ? undefined : contract.operations.get(operation)
  if (named !== undefined) {
    const key = told.includes('/') ? lastSegment(told) : told
    return key === undefined
      ? null
      : { ...operationRequest(contract, named, key, undefined), intent: 'probe' }
  }
  const base = baseUrl.replace(/\/+$/, '')
  const root = parsedUrl(base)?.pathname.replace(/\/+$/, '') ?? ''
  const url = parsedUrl(told, exchange.request.url)
  if (url === null || !url.pathname.startsWith(`${root}/`)) return null
  const path = `${url.pathname.slice(root.length)}${url.search}`
  const known = [...contract.operations.values()].find(
    (one) => one.method === 'GET' && fits(one.path, path.split('?', 1)[0] ?? ''),
  )
  return { operation: known?.name ?? 'read-back', method: 'GET', path, effect: 'none', intent: 'probe' }
}
