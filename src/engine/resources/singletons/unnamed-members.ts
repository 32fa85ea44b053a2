// Members that a read shows and the contract does not name. A replacement without them may reset them.
import type { Exchange } from '../../../base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import type { Saved } from '../../ledger/ledger-entry.ts'
import type { Request } from '../../requests/request.ts'
import type { SingletonAccess } from './singleton-access.ts'

export class UnnamedMembers {
  readonly #one: SingletonAccess
  #isRefused = false

  constructor(one: SingletonAccess) {
    this.#one = one
  }

  /** The tenant refused a member that its own read shows. Only the restoring request sends it again. */
  refused(): void {
    this.#isRefused = true
  }

  /**
   * Returns the request unchanged if it is no replacement, or if the contract or the tenant allows no such
   * members.
   */
  added(request: Request, saved: Pick<Saved, 'beside'>): Request {
    const isReplacement = request.operation === this.#one.writing?.name
    return isReplacement && !this.#isRefused ? this.addedAlways(request, saved) : request
  }

  addedAlways(request: Request, { beside }: Pick<Saved, 'beside'>): Request {
    const isClosed = this.#one.writing?.request?.additionalProperties === false
    const { body, rawBody } = request
    if (beside === undefined || isClosed || !isObject(body) || rawBody !== undefined) return request
    return { ...request, body: { ...beside, ...body } }
  }

  /** Returns the names of members that differ from before. */
  lost(read: Exchange, { beside = {} }: Pick<Saved, 'beside'>): readonly string[] {
    const now: JsonObject = this.#one.beside(read)
    return Object.keys(beside).filter((name) => {
      const [was, is] = [beside[name] ?? null, now[name] ?? null]
      return !this.#one.same({ [name]: is }, { [name]: was }) && !movesByItself(name, was)
    })
  }
}

/** Returns true for times and versions, because they change with each update. */
function movesByItself(name: string, was: Json): boolean {
  const isTime = typeof was === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(was)
  return isTime || /version|revision|etag|updated|modified|changed/i.test(name)
}
