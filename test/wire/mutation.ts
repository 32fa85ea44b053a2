// Mutations on the wire: one change to the requests or the responses of an operation.
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../src/base/json.ts'
import type { Answer, Asked } from '../forward.ts'
import type { Mutation } from '../proof/mutation.ts'

/** Each method returns its input if nothing changes. */
export interface Change {
  asked?(asked: Asked): Asked
  answered?(answer: Answer, asked: Asked): Answer
  /** Answers in place of the tenant. */
  instead?(asked: Asked): Answer | null
  /** Sends the request twice. */
  twice?(asked: Asked): boolean
}

/** The matching messages to change. */
export const times = ['always', 'every third time', 'but the first time'] as const
export type Time = (typeof times)[number]

export interface WireMutation {
  readonly operation: string
  /** The changed member of a response. */
  readonly member?: Pick<Mutation, 'kind' | 'pointer' | 'change'>
  /** `request /name`, `status of success`, `header content-type`, `body /name`, … */
  readonly place: string
  readonly change: string
  readonly time: Time
  /** The returned change keeps its memory for one run. */
  start(): Change
}

/** Returns "operation place: change, time". */
export const nameOf = ({ operation, place, change, time }: WireMutation): string =>
  `${operation} ${place}: ${change}, ${time}`

/** Returns a function to call for each matching message. */
export const schedule = (time: Time): (() => boolean) => {
  let number = 0
  return () => {
    number += 1
    if (time === 'every third time') return number % 3 === 0
    return time === 'always' || number > 1
  }
}

/** Returns undefined if the body is not JSON, or does not change. */
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
