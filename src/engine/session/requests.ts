// Builds requests by the name of an operation, and unique names.
import type { Json } from '../../base/json.ts'
import { type Key, operationRequest } from '../requests/operation-request.ts'
import type { Request } from '../requests/request.ts'
import type { Session } from './session.ts'

export class Requests {
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
  }

  /** Part of the name of everything that the run creates. */
  get marker(): string {
    return this.#session.marker
  }

  number(): number {
    return this.#session.next()
  }

  /** Unique, with the run's marker. */
  name(): string {
    return `${this.marker} ${this.number()}`
  }

  /** A name of exactly that length; unique unless very short. */
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

  /** Throws Error if the contract names no probe. */
  probe(): Request {
    return this.of(this.#session.contract.probe ?? '')
  }

  /** @param key of the resource in the path @throws Error if the operation is unknown */
  of(operation: string, key: Key = '', body?: Json): Request {
    const { contract } = this.#session
    const known = contract.operations.get(operation)
    if (known === undefined) throw new Error(`the contract has no operation ${operation}`)
    return operationRequest(contract, known, key, body)
  }
}
