// What an event stream has to be by now: the meaning of each member, made by the updates that were accepted.
import type { Json, JsonObject } from '../base/json.ts'
import { equal } from '../base/json.ts'
import { essenceOf } from '../oracle/index.ts'
import type { State } from './given.ts'
import { settableMembers } from './stream-handle.ts'

/** A member that is not what the updates made of it. */
export interface Difference {
  readonly member: string
  readonly expected: Json
  readonly received: Json
}

export class ModelStream {
  readonly #field: string | null
  /** The members that are compared. */
  readonly #compared: readonly string[]
  /** What is known; undefined for a member that was not of its shape, which is its own clause's matter. */
  readonly #members = new Map<string | null, Json | undefined>()

  /** @param stateField name of the forwarding-state field; null while unknown */
  constructor(stateField: string | null) {
    this.#field = stateField
    this.#compared = ['id', 'created_at', ...settableMembers(stateField)]
  }

  /** The state it has to have; null while unknown. */
  get state(): State | null {
    const state = this.#members.get(this.#field)
    return state === 'enabled' || state === 'disabled' ? state : null
  }

  /** Whether it may already be what `sent` asks for, so that the tenant may find nothing to do. */
  mayBe(sent: JsonObject): boolean {
    return Object.keys(sent).every((member) => {
      const known = this.#members.get(member)
      return known === undefined || equal(known, this.#meaning(member, sent))
    })
  }

  /** Notes that an update with these members was accepted. */
  take(sent: JsonObject): void {
    for (const member of Object.keys(sent)) this.#members.set(member, this.#meaning(member, sent))
  }

  /** Notes that something happened of which the specification does not say what it made of the stream. */
  forget(): void {
    this.#members.clear()
  }

  /** The first member of an answer that is not as it has to be; what was not known before is learnt from it. */
  compare(answer: JsonObject): Difference | null {
    for (const member of this.#compared) {
      const [expected, received] = [this.#members.get(member), this.#meaning(member, answer)]
      if (received === undefined) continue
      if (expected === undefined) this.#members.set(member, received)
      else if (!equal(expected, received)) return { member, expected, received }
    }
    return null
  }

  /** The members of an answer that can be compared, and those that are missing or not of their shape. */
  readable(answer: JsonObject): { readonly read: readonly string[]; readonly unread: readonly string[] } {
    const isRead = (member: string): boolean => this.#meaning(member, answer) !== undefined
    return {
      read: this.#compared.filter(isRead),
      unread: this.#compared.filter((member) => !isRead(member)),
    }
  }

  #meaning(member: string, body: JsonObject): Json | undefined {
    return essenceOf(member, body[member], this.#field)
  }
}
