// Builds requests by the name of their operation, and generates unique names.
import type { Json } from '../../base/json.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from './session.ts'

export class Requests {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  get marker(): string {
    return this.#session.marker
  }

  number(): number {
    return this.#session.next()
  }

  name(): string {
    return `${this.marker} ${this.number()}`
  }

  /** The name has exactly this length. It is unique, unless it is very short. */
  nameOfLength(characters: number): string {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    let number = this.number() * 7 + this.#session.offset
    let name = ''
    while (name.length < characters) {
      name += letters[number % letters.length]
      number = number < letters.length ? number + 11 : Math.floor(number / letters.length)
    }
    return name
  }

  /** @throws Error if the contract names no probe */
  probe(): Request {
    return this.of(this.#session.contract.probe ?? '')
  }

  /**
   * @param key the key of the resource in the path
   * @throws Error if the contract does not define the operation
   */
  of(operation: string, key: Key = '', body?: Json): Request {
    const { contract } = this.#session
    const known = contract.operations.get(operation)
    if (known === undefined) throw new Error(`the contract has no operation ${operation}`)
    return operationRequest(contract, known, key, body)
  }
}
