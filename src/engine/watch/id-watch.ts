// Judges whether a creation returned the id of another creation.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { bodyOf, type Exchange, isSuccessful, kept } from '../../base/exchange.ts'
import { at, equal, type Json, parseExact } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Contract, clauseOfRule, namedIn, type Operation, type Resource } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure } from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'
import { depthOf, type Key, namedBy, pathParameters } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'

interface Given {
  readonly created: Exchange
  removed: Exchange | null
  /** True if the tenant reused the id before it responded to the removal. */
  isSuccessor: boolean
}

const idsMax = 20_000

export class IdWatch {
  readonly #contract: Contract
  readonly #given = new LatestMap<string, Given>(idsMax)
  readonly #addressed = new LatestMap<string, readonly Given[]>(idsMax)

  /** The deletions without a response. A tenant may reuse an id before it responds to the deletion. */
  readonly #leaving = new Map<string, ReadonlySet<string>>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  begin(request: Pick<Request, 'method' | 'operation' | 'path'>): void {
    if (request.method === 'DELETE') this.#leaving.set(request.path, this.#addressesIn(request))
  }

  see(exchange: Attempt, request: Request): readonly Finding[] {
    if (request.method === 'DELETE') this.#leaving.delete(request.path)
    if (request.method === 'DELETE' && isSuccessful(exchange))
      this.#remove(exchange, this.#addressesIn(request))
    if (!exchange.accepted) return []
    const operation = this.#contract.operations.get(exchange.operation)
    if (operation?.act !== 'create' || !['valid', 'probe'].includes(request.intent)) return []
    const resource = this.#contract.resources.get(operation.resource)
    const body = bodyOf(exchange)
    const id = body.ok ? at(body.value, resource?.id ?? '/id') : undefined
    if (typeof id !== 'string' && typeof id !== 'number') return []
    if (sentIn(exchange).includes(String(id))) return []
    const key = jsonText([operation.resource, this.#scopeOf(operation, request), String(id)])
    const known = this.#given.get(key)
    const address = uriEncoded(String(id))
    const isLeaving = [...this.#leaving.values()].some((addresses) => addresses.has(address))
    const given: Given = { created: kept(exchange), removed: null, isSuccessor: isLeaving }
    this.#given.set(key, given)
    this.#addressed.set(address, [
      ...(this.#addressed.get(address) ?? []).filter((one) => one !== known),
      given,
    ])
    // A repeated request may return the existing resource.
    if (
      known !== undefined &&
      isSame(known.created, exchange, request.intent === 'probe' ? resource : undefined)
    )
      return []
    const gone = isLeaving || (known?.removed ?? null) !== null
    const again = gone && resource?.idsNeverReused !== true
    const clause = clauseOfRule(this.#contract, operation.name, again ? 'ids-not-reused' : 'ids-unique')
    if (clause === null || known === undefined) return []
    const failure = new ConformanceFailure(
      gone ? 'The id of a removed resource was reused.' : 'Two resources have the same id.',
      {
        expected: 'a unique id',
        received: String(id),
        exchange,
        control: known.created,
        steps: [known.created, ...(known.removed === null ? [] : [known.removed])],
      },
    )
    return [{ clause, says: 'violated', failure }]
  }

  /** Returns the key of the parent if ids may be unique only below one parent. Otherwise returns "". */
  #scopeOf({ resource }: Operation, request: Request): Key {
    const depth = depthOf(this.#contract, resource)
    const own = [...this.#contract.operations.values()].filter(
      (one) => one.resource === resource && one.idParameter !== null,
    )
    return own.every((one) => pathParameters(one).length > depth) ? namedBy(this.#contract, request) : ''
  }

  #remove(exchange: Exchange, addresses: ReadonlySet<string>): void {
    for (const address of addresses)
      for (const given of this.#addressed.get(address) ?? []) {
        if (!given.isSuccessor) given.removed ??= kept(exchange)
        given.isSuccessor = false
      }
  }

  #addressesIn({ operation, path }: Pick<Request, 'operation' | 'path'>): ReadonlySet<string> {
    return new Set([
      ...path.split(/[/?&=]/),
      ...namedIn(this.#contract.operations.get(operation)?.path ?? '', path),
    ])
  }
}

/** @param resource undefined to compare complete bodies, not only names */
function isSame(one: Exchange, other: Exchange, resource: Resource | undefined): boolean {
  if (resource === undefined) return sentIn(one) === sentIn(other)
  const name = (exchange: Exchange): Json => {
    const sent = parseExact(sentIn(exchange))
    return (sent.ok && resource.nameAt !== null ? at(sent.value, resource.nameAt) : undefined) ?? null
  }
  return equal(name(one), name(other))
}

function sentIn({ request }: Exchange): string {
  return request.body ?? ''
}
