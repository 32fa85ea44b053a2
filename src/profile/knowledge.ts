// Collects the declared and the observed answers to open points.
import type { OpenPointAnswer, OpenPointSource } from '../base/event.ts'
import { equal, type Json, typeOf } from '../base/json.ts'
import { jsonText } from '../base/numbers/exact-number.ts'
import { timesInWords } from '../base/numbers/times.ts'
import {
  type Contract,
  isOf,
  type OpenPoint,
  type OpenPointKind,
  type SchemaAnswers,
} from '../contract/index.ts'
import { declaredAnswer } from './declared.ts'
import type { Profile } from './profile.ts'

interface ObservedValue {
  readonly value: Json
  readonly count: number
}

// Limits the memory of a long run.
const valuesMax = 200

export class Knowledge {
  readonly profile: Profile
  readonly #points: readonly OpenPoint[]
  readonly #pointsOf = new Map<OpenPointKind, Map<string | undefined, readonly OpenPoint[]>>()
  readonly #declared = new Map<string, Json>()
  readonly #observed = new Map<string, { value: Json; count: number }[]>()

  constructor(profile: Profile, { openPoints }: Pick<Contract, 'openPoints'>) {
    this.profile = profile
    this.#points = openPoints
    for (const point of openPoints) {
      const answer = declaredAnswer(point, profile)
      if (answer !== undefined) this.#declared.set(point.id, answer)
    }
  }

  /** @param operation limits the result to points of this operation and of the whole contract */
  points(kind: OpenPointKind, operation?: string): readonly OpenPoint[] {
    const ofKind = this.#pointsOf.get(kind) ?? new Map<string | undefined, readonly OpenPoint[]>()
    const known = ofKind.get(operation)
    if (known !== undefined) return known
    const points = this.#points.filter(
      (point) => point.kind === kind && (operation === undefined || isOf(point, operation)),
    )
    this.#pointsOf.set(kind, ofKind.set(operation, points))
    return points
  }

  observe(id: string, value: Json, times = 1): void {
    const seen = this.#observed.get(id) ?? []
    this.#observed.set(id, seen)
    const same = seen.find((observation) => equal(observation.value, value))
    if (same !== undefined) same.count += times
    else if (seen.length < valuesMax) seen.push({ value, count: times })
  }

  learn(kind: OpenPointKind, operation: string, value: Json, times = 1): void {
    for (const { id } of this.points(kind, operation)) this.observe(id, value, times)
  }

  declared(id: string): Json | undefined {
    return this.#declared.get(id)
  }

  observed(id: string): readonly ObservedValue[] {
    return [...(this.#observed.get(id) ?? [])].sort((a, b) => b.count - a.count)
  }

  /** An observed answer is the most frequent value, or all values for a point about allowed values. */
  known(id: string): Json | undefined {
    const declared = this.declared(id)
    if (declared !== undefined) return declared
    const values = this.observed(id).map(({ value }) => value)
    const list = this.#points.some((point) => point.id === id && point.kind === 'allowed-values')
    return list && values.length > 0 ? values : values[0]
  }

  get schemaAnswers(): SchemaAnswers {
    return new Map(
      [...this.points('property-name'), ...this.points('allowed-values')].flatMap(({ id }) => {
        const known = this.known(id)
        return known === undefined ? [] : [[id, known] as const]
      }),
    )
  }

  answers(): OpenPointAnswer[] {
    return this.#points.map(({ id, part, question }) => {
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

  contradictions(): readonly string[] {
    return this.#points.flatMap(({ id, kind, declaredAt }) => {
      const declared = this.declared(id)
      // If a response violates a declared schema, a clause of the profile fails.
      if (declared === undefined || kind === 'schema') return []
      const answers: readonly Json[] = Array.isArray(declared) ? declared : [declared]
      // An observation contradicts a declaration in `openPoints` only if both have the same simple type.
      const free = declaredAt === null
      const other = this.observed(id).filter(
        ({ value }) =>
          !answers.some((one) => equal(one, value)) &&
          !(free && !answers.some((one) => comparable(one, value))),
      )
      if (other.length === 0) return []
      const seen = other.map(({ value, count }) => `${jsonText(value)} ${timesInWords(count)}`).join(', ')
      return [`The profile declares ${jsonText(declared)} for ${id}, but the tenant returned ${seen}.`]
    })
  }
}

function comparable(one: Json, other: Json): boolean {
  return typeOf(one) === typeOf(other) && !['array', 'object'].includes(typeOf(one))
}

/** Sorts the values by their text, because their frequencies differ from run to run. */
function inOrder(values: readonly Json[]): readonly Json[] {
  const texts = values.map((value) => jsonText(value))
  return texts.sort().map((text) => JSON.parse(text) as Json)
}
