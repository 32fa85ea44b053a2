// Judges times that the service sets: not in the future, not before the creation, different in new resources.

import { LatestMap } from '../../base/collections/latest-map.ts'
import type { Exchange } from '../../base/exchange.ts'
import { at } from '../../base/json.ts'
import { jsonText } from '../../base/numbers/exact-number.ts'
import { type Operation, type Resource, schemaAt } from '../../contract/index.ts'
import { type Attempt, acceptedBody, type Problem, timestampNs } from '../../oracle/index.ts'

// Clocks may differ by seconds. A wrong time zone or unit differs by an hour or more.
const clockToleranceMs = 60_000
// A time in whole seconds may be up to one second too early.
const secondRoundingMs = 1_000
const creationGapMsMin = 2_500
const resourcesKeptMax = 1_000

interface Stamp {
  readonly member: string
  readonly text: string
  readonly ms: number
  readonly isConstant: boolean
}

interface Creation {
  readonly startMs: number
  readonly constants: readonly Stamp[]
}

export class TimestampJudge {
  readonly #made = new LatestMap<string, Creation>(resourcesKeptMax)
  readonly #first = new Map<string, Creation>()

  /** Returns null if all times are correct, or undefined if the response contains no time. */
  see(exchange: Attempt, operation: Operation, resource: Resource): Problem | null | undefined {
    const stamps = stampsIn(exchange, operation, resource)
    if (stamps.length === 0) return undefined
    const { earliestMs, latestMs } = momentOf(exchange)
    const key = jsonText([resource.name, at(acceptedBody(exchange), resource.id) ?? null])
    const isCreation = operation.act === 'create'
    const creation = isCreation
      ? { startMs: earliestMs, constants: stamps.filter(({ isConstant }) => isConstant) }
      : this.#made.get(key)
    const first = this.#first.get(resource.name)
    if (isCreation && creation !== undefined) {
      this.#made.set(key, creation)
      if (first === undefined) this.#first.set(resource.name, creation)
    }
    const ahead = stamps.find(({ ms }) => ms > latestMs + clockToleranceMs)
    if (ahead !== undefined)
      return problemOf(
        'is later than the response',
        'no time that is later than the response',
        ahead,
        exchange,
      )
    if (creation === undefined) return null
    const early = stamps.find(({ ms }) => ms < creation.startMs - clockToleranceMs)
    if (early !== undefined)
      return problemOf('is earlier than the creation', 'no time earlier than the creation', early, exchange)
    return isCreation ? (misorderIn(stamps) ?? repetitionOf(first, creation)) : null
  }
}

// Returns the time span of the exchange by this machine's clock, and by the Date header in whole seconds (RFC
// 9110, section 6.6.1).
function momentOf({ startedAtMs, durationMs, response }: Exchange): {
  readonly earliestMs: number
  readonly latestMs: number
} {
  const endMs = startedAtMs + durationMs
  const dateMs = Date.parse(response?.headers.date ?? '')
  if (Number.isNaN(dateMs)) return { earliestMs: startedAtMs, latestMs: endMs }
  return { earliestMs: Math.min(startedAtMs, dateMs), latestMs: Math.max(endMs, dateMs + 1_000) }
}

function stampsIn(exchange: Attempt, { response }: Operation, { serverSet }: Resource): readonly Stamp[] {
  const body = acceptedBody(exchange)
  return [...serverSet].flatMap(([pointer, kind]) => {
    if (schemaAt(response ?? {}, pointer)?.format !== 'date-time') return []
    const text = at(body, pointer)
    const ns = timestampNs(text)
    if (ns === null || typeof text !== 'string') return []
    return [{ member: pointer.slice(1), text, ms: Number(ns / 1_000_000n), isConstant: kind === 'constant' }]
  })
}

function misorderIn(stamps: readonly Stamp[]): Problem | null {
  const constants = stamps.filter(({ isConstant }) => isConstant)
  for (const moving of stamps.filter(({ isConstant }) => !isConstant))
    for (const constant of constants)
      if (moving.ms <= constant.ms - secondRoundingMs)
        return {
          says: `${moving.member} is before ${constant.member}.`,
          expected: `${moving.member} not before ${constant.member}`,
          received: `${constant.text}, and then ${moving.text}`,
          pointers: [`/${moving.member}`],
        }
  return null
}

function repetitionOf(first: Creation | undefined, { startMs, constants }: Creation): Problem | null {
  if (first === undefined || startMs - first.startMs < creationGapMsMin) return null
  const repeated = constants.find(({ member, ms }) =>
    first.constants.some((one) => one.member === member && one.ms === ms),
  )
  if (repeated === undefined) return null
  const seconds = Math.round((startMs - first.startMs) / 1_000)
  return {
    says: `${repeated.member} is equal in two resources that were created ${seconds} s apart.`,
    expected: `another ${repeated.member} than in the resource created ${seconds} s before`,
    received: `${repeated.member} ${repeated.text} in both resources`,
    pointers: [`/${repeated.member}`],
  }
}

function problemOf(says: string, expected: string, { member, text }: Stamp, { response }: Exchange): Problem {
  return {
    says: `${member} ${says}.`,
    expected,
    received: `${member} ${text} at ${response?.headers.date ?? 'no date'}`,
    pointers: [`/${member}`],
  }
}
