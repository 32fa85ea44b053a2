// What an event stream has to be by now: the meaning of each member, made by the updates that were accepted.
import type { Json, JsonObject } from '../base/json.ts'
import { equal } from '../base/json.ts'
import { essenceOf } from '../oracle/index.ts'
import type { State } from './given.ts'

/** A member that is not what the updates made of it. */
export interface Difference {
  readonly member: string
  readonly expected: Json
  readonly received: Json
}

const fixed = ['id', 'created_at'] as const
const settable = ['name', 'subscriptions', 'destination'] as const

export class ModelStream {
  readonly #field: string | null
  /** Only what is known: a member that was not of its shape is its own clause's matter. */
  readonly #members = new Map<string, Json>()

  /** @param stateField name of the forwarding-state field; null while unknown */
  constructor(stateField: string | null) {
    this.#field = stateField
  }

  /** The state it has to have; null while unknown. */
  get state(): State | null {
    const state = this.#field === null ? undefined : this.#members.get(this.#field)
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
    for (const member of Object.keys(sent)) this.#note(member, sent)
  }

  /** Notes that something happened of which the specification does not say what it made of the stream. */
  forget(): void {
    for (const member of [...this.#members.keys()]) this.#members.delete(member)
  }

  /** The first member of an answer that is not as it has to be; what was not known before is learnt from it. */
  compare(answer: JsonObject): Difference | null {
    for (const member of [...fixed, ...settable, ...(this.#field === null ? [] : [this.#field])]) {
      const [expected, received] = [this.#members.get(member), this.#meaning(member, answer)]
      if (received === undefined) continue
      if (expected === undefined) this.#members.set(member, received)
      else if (!equal(expected, received)) return { member, expected, received }
    }
    return null
  }

  /** The members of an answer that can be compared, and those that are missing or not of their shape. */
  readable(answer: JsonObject): { readonly read: readonly string[]; readonly unread: readonly string[] } {
    const members = [...fixed, ...settable, ...(this.#field === null ? [] : [this.#field])]
    const isRead = (member: string): boolean => this.#meaning(member, answer) !== undefined
    return { read: members.filter(isRead), unread: members.filter((member) => !isRead(member)) }
  }

  #note(member: string, body: JsonObject): void {
    const meaning = this.#meaning(member, body)
    if (meaning === undefined) this.#members.delete(member)
    else this.#members.set(member, meaning)
  }

  #meaning(member: string, body: JsonObject): Json | undefined {
    return essenceOf(member, body[member], this.#field)
  }
}
