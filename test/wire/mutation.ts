// Mutations on the wire: one change of what is sent to an operation or of what it answers, made always or now and then.
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../src/base/json.ts'
import type { Answer, Asked } from '../forward.ts'
import type { Mutation } from '../proof/mutation.ts'

/** What a mutation does to the messages of its operation; each returns what it was given where it changes nothing. */
export interface Change {
  asked?(asked: Asked): Asked
  answered?(answer: Answer, asked: Asked): Answer
  /** Answers in the tenant's place. */
  instead?(asked: Asked): Answer | null
  /** Whether the request is sent to the tenant once more. */
  twice?(asked: Asked): boolean
}

/** When a change is made, of the messages that it would change. */
export const times = ['always', 'every third time', 'but the first time'] as const
export type Time = (typeof times)[number]

export interface WireMutation {
  readonly operation: string
  /** Of one member of an answer. */
  readonly member?: Pick<Mutation, 'kind' | 'pointer' | 'change'>
  /** What is changed: `request /name`, `status of success`, `header content-type`, `body /name`, … */
  readonly place: string
  /** How, in a few words. */
  readonly change: string
  readonly time: Time
  /** The change with a memory of its own, for one run. */
  start(): Change
}

/** "operation place: change, time" */
export const nameOf = ({ operation, place, change, time }: WireMutation): string =>
  `${operation} ${place}: ${change}, ${time}`

/** Whether the change is due, told of each message that it would change. */
export const schedule = (time: Time): (() => boolean) => {
  let number = 0
  return () => {
    number += 1
    if (time === 'every third time') return number % 3 === 0
    return time === 'always' || number > 1
  }
}

/** The body with a change; undefined where it is not JSON, or stays as it is. */
export const inJson = (body: string, change: (value: Json) => Json | undefined): string | undefined => {
  let value: Json
  try {
    value = JSON.parse(body) as Json
  } catch {
    return undefined
  }
  const next = change(value)
  return next === undefined || isDeepStrictEqual(next, value) ? undefined : JSON.stringify(next)
}
