// Knowledge: what a run knows of what the specification leaves open, and where each answer came from.
import type { OpenPointAnswer, OpenPointSource } from '../base/event.ts'
import { equal, type Json } from '../base/json.ts'
import type { Contract, Overlay } from '../contract/index.ts'
import type { Profile } from './profile.ts'

/** How often one value was observed. */
export interface Observation {
  readonly value: Json
  readonly count: number
}

// A tenant that says something else each time would fill memory and report.
const valuesMax = 200

/** Answers to open points. A declaration is kept beside what is observed, so that the two can be compared. */
export class Knowledge {
  readonly profile: Profile
  readonly #declared = new Map<string, Json>()
  readonly #observed = new Map<string, { value: Json; count: number }[]>()

  constructor(profile: Profile) {
    this.profile = profile
    const stream = profile.eventStream
    this.#declare('forwarding-state-field', stream?.forwardingStateField)
    this.#declare('event-types', stream?.eventTypes)
    this.#declare('initial-state', stream?.initialState)
    this.#declare('length-unit', stream?.lengthUnit)
    this.#declare(
      'webhook-credentials',
      stream?.webhookCredentials === undefined ? undefined : Object.keys(stream.webhookCredentials),
    )
    for (const [name, operation] of Object.entries(profile.operations ?? {})) {
      this.#declare(`success-${name}`, operation.success)
      this.#declare(`scopes-${name}`, operation.scopes)
      this.#declare(`invalid-request-${name}`, operation.invalidRequest)
    }
    this.#declare('error-body', profile.errorBody)
    this.#declare('event-payload', profile.delivery?.payload)
    for (const [id, answer] of Object.entries(profile.openPoints ?? {})) this.#declare(id, answer)
    this.#declare('trigger-scope', profile.delivery?.trigger?.scope)
    this.#declare('trigger-meaning', profile.delivery?.trigger?.raises)
  }

  /** Notes that `value` was seen as an answer to the open point `id`, so many times. */
  observe(id: string, value: Json, times = 1): void {
    const seen = this.#observed.get(id) ?? []
    this.#observed.set(id, seen)
    const same = seen.find((observation) => equal(observation.value, value))
    if (same !== undefined) same.count += times
    else if (seen.length < valuesMax) seen.push({ value, count: times })
  }

  /** What was declared for `id`, if anything. */
  declared(id: string): Json | undefined {
    return this.#declared.get(id)
  }

  /** What was observed for `id`, most frequent first. */
  observed(id: string): readonly Observation[] {
    return [...(this.#observed.get(id) ?? [])].sort((a, b) => b.count - a.count)
  }

  /** Name of the forwarding-state field, declared or observed; null while unknown. */
  get forwardingStateField(): string | null {
    const known = this.declared('forwarding-state-field') ?? this.observed('forwarding-state-field')[0]?.value
    return typeof known === 'string' ? known : null
  }

  /** Event type names that the tenant accepts, declared or observed; null while unknown. */
  get eventTypes(): readonly string[] | null {
    const declared = this.profile.eventStream?.eventTypes
    if (declared !== undefined) return declared
    const observed = this.observed('event-types').map(({ value }) => String(value))
    return observed.length > 0 ? observed : null
  }

  /** What narrows the contract's schemas. */
  get overlay(): Overlay {
    return { forwardingStateField: this.forwardingStateField, eventTypes: this.eventTypes }
  }

  /** Each open point with its answer: what is declared, else all values observed, else null as unknown. */
  answers(contract: Contract): OpenPointAnswer[] {
    return contract.openPoints.map(({ id, part, question }) => {
      const declared = this.declared(id)
      const observed = this.observed(id)
      const [first] = observed
      const source: OpenPointSource =
        declared !== undefined ? 'declared' : first !== undefined ? 'observed' : 'unknown'
      const seen =
        observed.length === 1 && first !== undefined
          ? first.value
          : inOrder(observed.map(({ value }) => value))
      return {
        id,
        part,
        question,
        answer: declared ?? (first === undefined ? null : seen),
        source,
        ...(first === undefined ? {} : { observed }),
      }
    })
  }

  /** One sentence for each declaration that an observation contradicts. */
  contradictions(): readonly string[] {
    return [...this.#declared].flatMap(([id, declared]) => {
      // Shapes are judged as clauses of the profile.
      if (id === 'error-body' || id === 'event-payload') return []
      const answers: readonly Json[] = Array.isArray(declared) ? declared : [declared]
      // An answer of the operator's own form can't be held against an observation, which may be partial as well.
      const free = id in (this.profile.openPoints ?? {})
      const other = this.observed(id).filter(
        ({ value }) =>
          !answers.some((one) => equal(one, value)) &&
          !(free && !answers.some((one) => comparable(one, value))),
      )
      if (other.length === 0) return []
      const seen = other.map(({ value, count }) => `${JSON.stringify(value)} (${count} times)`).join(', ')
      return [`The profile declares ${JSON.stringify(declared)} for ${id}, but observed was ${seen}.`]
    })
  }

  #declare(id: string, value: Json | undefined): void {
    if (value !== undefined) this.#declared.set(id, value)
  }
}

/** Whether two answers are plain values of one type, so that they are equal or contradict each other. */
function comparable(one: Json, other: Json): boolean {
  return typeof one === typeof other && typeof one !== 'object'
}

/** The values in an order that does not depend on how often each was seen, so that two runs can be compared. */
function inOrder(values: readonly Json[]): readonly Json[] {
  const texts = values.map((value) => JSON.stringify(value))
  return texts.sort().map((text) => JSON.parse(text) as Json)
}
