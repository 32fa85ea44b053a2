// Watches ids: whether a creation was answered with one that another creation of the run has been given, there still or gone.

import { LatestMap } from '../../base/collections/latest-map.ts'
import { bodyOf, type Exchange, kept } from '../../base/exchange.ts'
import { at, equal, type Json, parseExact } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Contract, clauseOfLaw, type Resource } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure } from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'

interface Given {
  readonly created: Exchange
  /** What removed it since. */
  removed: Exchange | null
}

// More than most runs make; a map without end would fill memory.
const idsMax = 20_000

export class IdWatch {
  readonly #contract: Contract
  /** By the resource and the id. */
  readonly #given = new LatestMap<string, Given>(idsMax)
  /** By the id as it stands in an address: those that a removal may be of. */
  readonly #addressed = new LatestMap<string, readonly Given[]>(idsMax)

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** What one exchange says of the ids that were given. */
  see(exchange: Attempt, request: Request): readonly Finding[] {
    if (!exchange.accepted) return []
    if (request.method === 'DELETE') this.#remove(exchange)
    const operation = this.#contract.operations.get(exchange.operation)
    if (operation?.act !== 'create' || !['valid', 'probe'].includes(request.intent)) return []
    const resource = this.#contract.resources.get(operation.resource)
    const body = bodyOf(exchange)
    const id = body.ok ? at(body.value, resource?.id ?? '/id') : undefined
    if (typeof id !== 'string' && typeof id !== 'number') return []
    // A creation that names an id itself may be answered with it.
    if (sentIn(exchange).includes(String(id))) return []
    const key = keyOf(operation.resource, String(id))
    const known = this.#given.get(key)
    const given: Given = { created: kept(exchange), removed: null }
    this.#given.set(key, given)
    const address = uriEncoded(String(id))
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
    const again = (known?.removed ?? null) !== null && resource?.idsNeverReused !== true
    const clause = clauseOfLaw(this.#contract, operation.name, again ? 'ids-not-reused' : 'ids-unique')
    if (clause === null || known === undefined) return []
    const failure = new ConformanceFailure(
      known.removed === null
        ? 'Two resources have the same id.'
        : 'The id of one that was removed was given again.',
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

  #remove(exchange: Exchange): void {
    for (const part of exchange.request.url.split(/[/?&=]/))
      for (const given of this.#addressed.get(part) ?? []) given.removed ??= kept(exchange)
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
