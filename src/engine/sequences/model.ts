// The expected value of each member, in a canonical form.
import { equal, isObject, type Json, type JsonObject } from '../../base/json.ts'
import type { Canonical } from '../../oracle/index.ts'
import type { Principal } from '../principals/principal.ts'
import type { Current, StateMember } from '../under-test/index.ts'

export interface Difference {
  readonly member: string
  readonly expected: Json
  readonly received: Json
}

export interface ModelParts {
  readonly canonical: Canonical
  readonly compared: readonly string[]
  readonly state: StateMember | null
  readonly merges?: boolean
  readonly open?: boolean
  /** A read may omit these members instead of returning null. */
  readonly optional?: ReadonlySet<string>
}

export class Model implements Current {
  readonly #parts: ModelParts
  /** Undefined if a value is unknown, or malformed (another clause judges it). */
  readonly #members = new Map<string, Json | undefined>()

  constructor(parts: ModelParts) {
    this.#parts = parts
  }

  get state(): Json | null {
    const { state } = this.#parts
    if (state === null) return null
    const known = this.#members.get(state.member)
    return state.values.find((value) => equal(value, known)) ?? null
  }

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

  take(sent: JsonObject): void {
    for (const [member, value] of Object.entries(sent))
      this.#members.set(
        member,
        this.#parts.merges === true && (isObject(value) || value === null)
          ? undefined
          : this.#form(member, sent),
      )
  }

  forget(): void {
    this.#members.clear()
  }

  /** Returns the first difference, and stores values that were unknown. */
  compare(shown: JsonObject, isRead = false): Difference | null {
    for (const member of this.#parts.compared) {
      const [expected, received] = [this.#members.get(member), this.#form(member, shown, isRead)]
      if (received === undefined) continue
      if (expected === undefined) this.#members.set(member, received)
      else if (!this.#same(expected, received)) return { member, expected, received }
    }
    return null
  }

  readable(
    shown: JsonObject,
    isRead = false,
  ): { readonly read: readonly string[]; readonly unread: readonly string[] } {
    const isReadable = (member: string): boolean => this.#form(member, shown, isRead) !== undefined
    const { compared } = this.#parts
    return { read: compared.filter(isReadable), unread: compared.filter((member) => !isReadable(member)) }
  }

  isSilent(shown: JsonObject): boolean {
    const { compared, optional } = this.#parts
    const isAbsent = (member: string): boolean => (shown[member] ?? null) === null
    return compared.every(isAbsent) || compared.some((member) => optional?.has(member) && isAbsent(member))
  }

  #same(expected: Json, received: Json): boolean {
    return this.#parts.open === true ? shows(received, expected) : equal(expected, received)
  }

  #form(member: string, body: JsonObject, isRead = false): Json | undefined {
    const value = body[member]
    if (isRead && (value ?? null) === null && this.#parts.optional?.has(member)) return null
    return this.#parts.canonical(member, value)
  }
}

function shows(value: Json | undefined, held: Json): boolean {
  if (isObject(held) && isObject(value))
    return Object.entries(held).every(([name, member]) => member === null || shows(value[name], member))
  if (Array.isArray(held) && Array.isArray(value))
    return (
      held.length === value.length && held.every((item: Json, index) => shows(value[index] as Json, item))
    )
  return value !== undefined && equal(value, held)
}

export interface Sent {
  readonly body: JsonObject
  /** `valid`: the tenant must accept the request for a new resource. `open`: every outcome is correct. */
  readonly as: 'valid' | 'open' | 'invalid' | 'unauthorised'
  readonly principal?: Principal
}
