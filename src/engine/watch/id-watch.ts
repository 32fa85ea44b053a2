// Watches ids: whether a creation was answered with one that another creation of the run has been given, there still or gone.
import { bodyOf, type Exchange, kept } from '../../base/exchange.ts'
import { at } from '../../base/json.ts'
import { LatestMap } from '../../base/latest-map.ts'
import { uriEncoded } from '../../base/uri.ts'
import { type Contract, clauseOfLaw } from '../../contract/index.ts'
import { type Attempt, ConformanceFailure } from '../../oracle/index.ts'
import type { Finding } from '../judge/findings.ts'
import type { Request } from '../requests/request.ts'

interface Given {
  readonly created: Exchange
  /** Whether it was removed since. */
  gone: boolean
}

// More than most runs make; a map without end would fill memory.
const idsMax = 20_000

export class IdWatch {
  readonly #contract: Contract
  /** By the resource and the id. */
  readonly #given = new LatestMap<string, Given>(idsMax)

  constructor(contract: Contract) {
    this.#contract = contract
  }

  /** What one exchange says of the ids that were given. */
  see(exchange: Attempt, request: Request): readonly Finding[] {
    if (!exchange.accepted) return []
    if (request.method === 'DELETE') this.#remove(exchange)
    const operation = this.#contract.operations.get(exchange.operation)
    // A creation that is varied in what the service sets may be answered with what it says.
    if (operation?.act !== 'create' || request.intent !== 'valid') return []
    const resource = this.#contract.resources.get(operation.resource)
    const body = bodyOf(exchange)
    const id = body.ok ? at(body.value, resource?.id ?? '/id') : undefined
    if (typeof id !== 'string' && typeof id !== 'number') return []
    const key = keyOf(operation.resource, String(id))
    const known = this.#given.get(key)
    this.#given.set(key, { created: kept(exchange), gone: false })
    // The same request may be answered with what it has made already.
    if (known !== undefined && sentIn(known.created) === sentIn(exchange)) return []
    const again = known?.gone === true && resource?.idsNeverReused !== true
    const clause = clauseOfLaw(this.#contract, operation.name, again ? 'ids-not-reused' : 'ids-unique')
    if (clause === null || known === undefined) return []
    const failure = new ConformanceFailure(
      known.gone ? 'The id of one that was removed was given again.' : 'Two have the same id.',
      { expected: 'an id of its own', received: String(id), exchange, control: known.created },
    )
    return [{ clause, says: 'violated', failure }]
  }

  #remove({ request }: Exchange): void {
    for (const [key, given] of this.#given)
      if (request.url.includes(uriEncoded(JSON.parse(key)[1]))) given.gone = true
  }
}

const keyOf = (resource: string, id: string): string => JSON.stringify([resource, id])

function sentIn({ request }: Exchange): string {
  return request.body ?? ''
}
