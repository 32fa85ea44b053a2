// What a resource has to be by now: the canonical form of each member, made by the updates that were accepted.
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Canonical } from '../../oracle/index.ts'
import type { Principal } from '../requests/principal-name.ts'
import type { Current, StateMember } from '../subjects/index.ts'

/** A member that is not what the updates made of it. */
export interface Difference {
  readonly member: string
  readonly expected: Json
  readonly received: Json
}

export interface ModelParts {
  readonly canonical: Canonical
  /** The members that are compared. */
  readonly compared: readonly string[]
  /** The member that holds the state; null while unknown. */
  readonly state: StateMember | null
  /** Whether an update merges the objects that it sends into those that there are. */
  readonly merges?: boolean
  /** Whether objects may show more than was sent for them, which the service fills in. */
  readonly open?: boolean
}

export class Model implements Current {
  readonly #parts: ModelParts
  /** What is known; undefined for a member that was not of its shape, which is its own clause's matter. */
  readonly #members = new Map<string, Json | undefined>()

  constructor(parts: ModelParts) {
    this.#parts = parts
  }

  /** The state it has to have; null while unknown. */
  get state(): Json | null {
    const { state } = this.#parts
    if (state === null) return null
    const known = this.#members.get(state.member)
    return state.values.find((value) => equal(value, known)) ?? null
  }

  /** A state that it does not have; null while its own is unknown. */
  get otherState(): Json | null {
    const now = this.state
    return now === null ? null : (this.#parts.state?.values.find((value) => !equal(value, now)) ?? null)
  }

  mayBe(sent: JsonObject): boolean {
    return Object.keys(sent).every((member) => {
      const known = this.#members.get(member)
      return known === undefined || equal(known, this.#form(member, sent))
    })
  }

  /** Notes that an update with these members was accepted. */
  take(sent: JsonObject): void {
    // What merging makes of an object is learnt from the response.
    for (const [member, value] of Object.entries(sent))
      this.#members.set(
        member,
        this.#parts.merges === true && (isObject(value) || value === null)
          ? undefined
          : this.#form(member, sent),
      )
  }

  /** Notes that something happened of which the specification does not say what it made of the resource. */
  forget(): void {
    this.#members.clear()
  }

  /** The first member of a response that is not as it has to be; what was not known before is learnt from it. */
  compare(shown: JsonObject): Difference | null {
    for (const member of this.#parts.compared) {
      const [expected, received] = [this.#members.get(member), this.#form(member, shown)]
      if (received === undefined) continue
      if (expected === undefined) this.#members.set(member, received)
      else if (!this.#same(expected, received)) return { member, expected, received }
    }
    return null
  }

  /** The members of a response that can be compared, and those that are missing or not of their shape. */
  readable(shown: JsonObject): { readonly read: readonly string[]; readonly unread: readonly string[] } {
    const isRead = (member: string): boolean => this.#form(member, shown) !== undefined
    const { compared } = this.#parts
    return { read: compared.filter(isRead), unread: compared.filter((member) => !isRead(member)) }
  }

  #same(expected: Json, received: Json): boolean {
    return this.#parts.open === true ? shows(received, expected) : equal(expected, received)
  }

  #form(member: string, body: JsonObject): Json | undefined {
    return this.#parts.canonical(member, body[member])
  }
}

/** Whether a value shows all that the other one holds, and perhaps more in its objects. */
function shows(value: Json | undefined, held: Json): boolean {
  if (isObject(held) && isObject(value))
    return Object.entries(held).every(([name, member]) => member === null || shows(value[name], member))
  if (Array.isArray(held) && Array.isArray(value))
    return (
      held.length === value.length && held.every((item: Json, index) => shows(value[index] as Json, item))
    )
  return value !== undefined && equal(value, held)
}

/** One update, ready to be sent. */
export interface Sent {
  readonly body: JsonObject
  /**
   * `valid`: a new resource accepts it; `open`: whether it is accepted is not shown; `invalid` and `unauthorised`: it
   * must be refused.
   */
  readonly as: 'valid' | 'open' | 'invalid' | 'unauthorised'
  readonly principal?: Principal
}
