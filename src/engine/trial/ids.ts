// Finds the id of a new resource if the contract names a wrong location of the id.
import { bodyOf, describeResponse, statusOf } from '../../base/exchange.ts'
import { at, dotted, idTextOf, isObject, type Json, type JsonObject, tokenOf } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriDecoded } from '../../base/uri.ts'
import type { Operation, Resource } from '../../contract/index.ts'
import type { Attempt } from '../../oracle/index.ts'
import { type Key, keyOf } from '../requests/operation-request.ts'
import { resembles } from '../resources/recognition/resemblance.ts'
import { type Advice, adding } from './advice.ts'

const candidatesMax = 8
const levelsMax = 3

interface Candidate {
  readonly id: string
  readonly from: 'body' | 'location' | 'request'
  readonly pointer: string
}

export interface Creation {
  readonly operation: Operation
  readonly resource: Resource
  readonly sent: JsonObject
  readonly created: Attempt
  readonly within: Key
  readonly depth: number
}

export interface FoundId {
  readonly key: Key
  readonly read: Attempt
  readonly advice: Advice
}

/** @param read sends only reads */
export async function searchId(
  creation: Creation,
  read: (key: Key) => Promise<Attempt>,
): Promise<FoundId | null> {
  for (const candidate of candidatesIn(creation).slice(0, candidatesMax)) {
    const key = keyOf(creation.within, candidate.id, creation.depth)
    const attempt = await read(key)
    if (statusOf(attempt) >= 300 || !resembles(shownIn(attempt), creation.sent)) continue
    return { key, read: attempt, advice: adviceFor(creation, candidate, attempt) }
  }
  return null
}

function shownIn(attempt: Attempt): Json {
  const body = bodyOf(attempt)
  return body.ok && statusOf(attempt) < 300 ? body.value : null
}

function candidatesIn({ created, sent }: Creation): readonly Candidate[] {
  const location =
    created.response?.headers.location
      ?.replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? ''
  const inBody = leavesOf(shownIn(created)).map(([pointer, id]) => ({ id, from: 'body' as const, pointer }))
  const inRequest = leavesOf(sent).map(([pointer, id]) => ({ id, from: 'request' as const, pointer }))
  const isNamedSo = ({ pointer }: Candidate): number => (/(?:id|key|uuid|name|code)$/i.test(pointer) ? 0 : 1)
  return [
    ...inBody.toSorted((one, other) => isNamedSo(one) - isNamedSo(other)),
    ...(location === '' ? [] : [{ id: uriDecoded(location), from: 'location' as const, pointer: '' }]),
    ...inRequest.toSorted((one, other) => isNamedSo(one) - isNamedSo(other)),
  ]
}

function leavesOf(value: Json, pointer = '', level = 0): readonly [pointer: string, id: string][] {
  if (isObject(value))
    return level >= levelsMax
      ? []
      : Object.entries(value).flatMap(([name, one]) =>
          leavesOf(one, `${pointer}/${tokenOf(name)}`, level + 1),
        )
  const id = idTextOf(value)
  return id === undefined || id === '' || pointer === '' ? [] : [[pointer, id]]
}

function adviceFor(
  { operation, resource, sent }: Creation,
  { id, from, pointer }: Candidate,
  read: Attempt,
): Advice {
  const asked = `${read.request.method} ${pathOf(read)}`
  const [shown = ''] = Object.keys(sent).filter((name) =>
    resembles({ [name]: at(shownIn(read), `/${tokenOf(name)}`) ?? null }, { [name]: sent[name] ?? null }),
  )
  const same = `${asked} shows the same ${shown}`
  if (isAsSaid(operation, resource, { from, pointer })) {
    const own = idTextOf(at(shownIn(read), resource.idsAt.get(read.operation) ?? resource.id))
    const found = `the id ${id} is at the location that the contract names, and ${same}`
    return own === undefined || own === id
      ? {
          word: 'name',
          found: `${found}, but no value proves that the run created the resource`,
          remedy: `Choose a text member of the request that a read returns, and set "name" to its JSON pointer in resources/${resource.name}.json of the contract: the run puts its marker into this text.`,
        }
      : {
          word: 'id',
          found: `${found}, but the id in this response is ${own}`,
          remedy: `Describe the ids that the service stores unchanged (with a pattern or an enum) in the request's schema in operations/${operation.name}.json of the contract.`,
        }
  }
  if (from === 'location')
    return {
      word: 'idIn',
      found: `only the Location header of the creation names the new ${resource.title}; ${same}`,
      remedy: adding(resource.name, '"idIn": "location"'),
    }
  if (from === 'request')
    return {
      word: 'idIn',
      found: `the creation returns no id (${describeResponse(read)}), but its request has ${pointer}; ${same}`,
      remedy: adding(resource.name, `"idIn": "request", "id": ${jsonText(pointer)}`),
    }
  const own = leavesOf(shownIn(read)).find(([, one]) => one === id)?.[0]
  const value = own === undefined || own === pointer ? pointer : { [operation.name]: pointer, default: own }
  return {
    word: 'id',
    found: `the creation returns ${dotted(pointer)}; ${same}`,
    remedy: adding(resource.name, `"id": ${jsonText(value)}`),
  }
}

function isAsSaid(
  { name }: Operation,
  { id, idIn, idsAt }: Resource,
  { from, pointer }: Pick<Candidate, 'from' | 'pointer'>,
): boolean {
  if (from === 'body') return (idsAt.get(name) ?? id) === pointer
  return idIn === from && (from === 'location' || pointer === id)
}

export function pathOf({ request }: Pick<Attempt, 'request'>): string {
  const { pathname, search } = new URL(request.url)
  return `${pathname}${search}`
}
