// A mutation on the network is one change to the requests or the responses of an operation.
import { isDeepStrictEqual } from 'node:util'
import type { Json } from '../../src/base/json.ts'
import type { Answer, Asked } from '../forward.ts'
import type { Mutation } from '../proof/mutation.ts'

/** The change of a mutation. Each method returns its input if the message stays unchanged. */
export interface Change {
  asked?(asked: Asked): Asked
  answered?(answer: Answer, asked: Asked): Answer
  /** Returns a response that replaces the tenant's response. Returns null if the tenant should answer. */
  instead?(asked: Asked): Answer | null
  /** Returns whether the proxy sends the request twice. */
  twice?(asked: Asked): boolean
}

/** The time of a mutation says which of the matching messages it changes. */
export const times = ['always', 'every third time', 'but the first time'] as const
export type Time = (typeof times)[number]

export interface WireMutation {
  readonly operation: string
  /** The changed member of a response. */
  readonly member?: Pick<Mutation, 'kind' | 'pointer' | 'change'>
  /**
   * The changed part, for example `request /name`, `status of success`, `header content-type` or `body
   * /name`.
   */
  readonly place: string
  readonly change: string
  readonly time: Time
  /** Returns the change for one run. A change can remember earlier messages of its run. */
  start(): Change
}

/** Returns the name of a mutation: "operation place: change, time". */
export const nameOf = ({ operation, place, change, time }: WireMutation): string =>
  `${operation} ${place}: ${change}, ${time}`

/**
 * Returns a function that the proxy calls once for each matching message. Its result says whether the
 * mutation changes this message.
 */
export const schedule = (time: Time): (() => boolean) => {
  let number = 0
  return () => {
    number += 1
    if (time === 'every third time') return number % 3 === 0
    return time === 'always' || number > 1
  }
}

/** Changes a JSON body. Returns undefined if the body is not JSON or stays unchanged. */
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
