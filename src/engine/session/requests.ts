// Requests as a check asks for them: an operation by its name, and names that no other request has.
import type { Json } from '../../base/json.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from './session.ts'

export class Requests {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Marks what is the run's: names bear it. */
  get marker(): string {
    return this.#session.marker
  }

  /** A number that no other call of the run gets. */
  number(): number {
    return this.#session.next()
  }

  /** A name that no other call gives, with the run's marker in it. */
  name(): string {
    return `${this.marker} ${this.number()}`
  }

  /** A name of exactly that many characters; from a few characters on, no other call gives it. */
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

  /** The request that shows whether a tenant is there, and who may ask. Throws Error where the contract names none. */
  probe(): Request {
    return this.of(this.#session.contract.probe ?? '')
  }

  /**
   * A valid request of the operation, as far as its body is.
   * @param key what its path names, "" for nothing
   * @throws Error where the contract has no such operation
   */
  of(operation: string, key: Key = '', body?: Json): Request {
    const { contract } = this.#session
    const known = contract.operations.get(operation)
    if (known === undefined) throw new Error(`the contract has no operation ${operation}`)
    return operationRequest(contract, known, key, body)
  }
}
