// Watches ids: whether a creation was answered with one that another creation of the run has been given, there still or gone.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { bodyOf, type Exchange, kept } from '../../base/exchange.ts'
import { at, equal, type Json, parseExact } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Contract, clauseOfLaw, namedIn, type Resource } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure } from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'

interface Given {
  readonly created: Exchange
  /** What removed it since. */
  removed: Exchange | null
  /** Whether it was made while the removal of the one that had its id was on its way. */
  isSuccessor: boolean
}

// More than most runs make; a map without end would fill memory.
const idsMax = 20_000

export class IdWatch {
  readonly #contract: Contract
  /** By the resource and the id. */
  readonly #given = new LatestMap<string, Given>(idsMax)
  /** By the id as it stands in an address: those that a removal may be of. */
  readonly #addressed = new LatestMap<string, readonly Given[]>(idsMax)

  /** Removals that are on their way, with what they name: the tenant may give an id again before its answer is there. */
  readonly #leaving = new Map<string, ReadonlySet<string>>()

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** Told of each request before it is sent. */
  begin(request: Pick<Request, 'method' | 'operation' | 'path'>): void {
    if (request.method === 'DELETE') this.#leaving.set(request.path, this.#addressesIn(request))
  }

  /** What one exchange says of the ids that were given. */
  see(exchange: Attempt, request: Request): readonly Finding[] {
    if (request.method === 'DELETE') this.#leaving.delete(request.path)
    if (!exchange.accepted) return []
    const operation = this.#contract.operations.get(exchange.operation)
    if (request.method === 'DELETE') this.#remove(exchange, this.#addressesIn(request))
    if (operation?.act !== 'create' || !['valid', 'probe'].includes(request.intent)) return []
    const resource = this.#contract.resources.get(operation.resource)
    const body = bodyOf(exchange)
    const id = body.ok ? at(body.value, resource?.id ?? '/id') : undefined
    if (typeof id !== 'string' && typeof id !== 'number') return []
    // A creation that names an id itself may be answered with it.
    if (sentIn(exchange).includes(String(id))) return []
    const key = keyOf(operation.resource, String(id))
    const known = this.#given.get(key)
    const address = uriEncoded(String(id))
    const isLeaving = [...this.#leaving.values()].some((addresses) => addresses.has(address))
    const given: Given = { created: kept(exchange), removed: null, isSuccessor: isLeaving }
    this.#given.set(key, given)
    this.#addressed.set(address, [
      ...(this.#addressed.get(address) ?? []).filter((one) => one !== known),
      given,
    ])
    // The same request may be answered with what it has made already, also where it is written otherwise.
    if (
      known !== undefined &&
      isSame(known.created, exchange, request.intent === 'probe' ? resource : undefined)
    )
      return []
    const gone = isLeaving || (known?.removed ?? null) !== null
    const again = gone && resource?.idsNeverReused !== true
    const clause = clauseOfLaw(this.#contract, operation.name, again ? 'ids-not-reused' : 'ids-unique')
    if (clause === null || known === undefined) return []
    const failure = new ConformanceFailure(
      gone ? 'The id of one that was removed was given again.' : 'Two resources have the same id.',
      {
        expected: 'an id of its own',
        received: String(id),
        exchange,
        control: known.created,
        // Without them its lines would show a creation like any other.
        steps: [known.created, ...(known.removed === null ? [] : [known.removed])],
      },
    )
    return [{ clause, says: 'violated', failure }]
  }

  #remove(exchange: Exchange, addresses: ReadonlySet<string>): void {
    for (const address of addresses)
      for (const given of this.#addressed.get(address) ?? []) {
        // What was made while the removal was on its way is not what it removed.
        if (!given.isSuccessor) given.removed ??= kept(exchange)
        given.isSuccessor = false
      }
  }

  /** Ids as they may stand in the address of a removal. */
  #addressesIn({ operation, path }: Pick<Request, 'operation' | 'path'>): ReadonlySet<string> {
    return new Set([
      ...path.split(/[/?&=]/),
      ...namedIn(this.#contract.operations.get(operation)?.path ?? '', path),
    ])
  }
}

const keyOf = (resource: string, id: string): string => jsonText([resource, id])

/** @param resource whose name alone tells one request from another; absent where all that is sent does */
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
