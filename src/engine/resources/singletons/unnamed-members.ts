// Keeps members of a singleton that the contract does not name. A replacement may reset them.
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

  /** After this call, only the restoring request contains unnamed members. */
  refused(): void {
    this.#isRefused = true
  }

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

  lost(read: Exchange, { beside = {} }: Pick<Saved, 'beside'>): readonly string[] {
    const now: JsonObject = this.#one.beside(read)
    return Object.keys(beside).filter((name) => {
      const [was, is] = [beside[name] ?? null, now[name] ?? null]
      return !this.#one.same({ [name]: is }, { [name]: was }) && !movesByItself(name, was)
    })
  }
}

/** The service changes times and versions at each update. */
function movesByItself(name: string, was: Json): boolean {
  const isTime = typeof was === 'string' && /^\d{4}-\d\d-\d\d[T ]/.test(was)
  return isTime || /version|revision|etag|updated|modified|changed/i.test(name)
}
