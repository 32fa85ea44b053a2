// Finds out what the oracle reports for single mutated responses.
import type { Exchange } from '../../src/base/exchange.ts'
import { bodyOf, statusOf } from '../../src/base/exchange.ts'
import { isObject, type Json, type JsonObject } from '../../src/base/json.ts'
import { type Contract, loadContract } from '../../src/contract/index.ts'
import type { Request } from '../../src/engine/requests/request.ts'
import { Monitor } from '../../src/engine/watch/monitor.ts'
import { conformance } from '../../src/library/conformance.ts'
import { acceptanceOf, attemptOf } from '../../src/oracle/index.ts'
import { Knowledge, loadProfile } from '../../src/profile/index.ts'
import { judgeKey } from '../../suites/custom-signing-keys.get/key-material.ts'
import { type Mutation, mutationsOf } from './mutation.ts'

const contract: Contract = loadContract()
const profile = loadProfile('reference', contract)

let gathered: Promise<readonly Exchange[]> | null = null

/** Returns one response of each shape. The responses come from one run, which later calls use too. */
export function goodAnswers(): Promise<readonly Exchange[]> {
  gathered ??= gather()
  return gathered
}

async function gather(): Promise<readonly Exchange[]> {
  const answers = new Map<string, Exchange>()
  await conformance({
    depth: 'default',
    environment: {},
    seed: 1,
    examples: 1,
    onEvent: (event) => {
      if (event.type !== 'exchange') return
      const { exchange } = event
      const body = bodyOf(exchange)
      const operation = contract.operations.get(exchange.operation)
      if (operation?.response == null || statusOf(exchange) > 299 || !body.ok) return
      const key = `${exchange.operation} ${shapeOf(body.value)}`
      if (!answers.has(key)) answers.set(key, exchange)
    },
  })
  return [...answers.values()]
}

const accepts = acceptanceOf(contract)
const monitor = new Monitor(contract, new Knowledge(profile, contract))

export function noticed(exchange: Exchange): readonly string[] {
  const { method } = exchange.request
  const request: Request = {
    operation: exchange.operation,
    method,
    path: '',
    effect: 'none',
    intent: 'valid',
  }
  const failed = monitor.see(attemptOf(exchange, accepts), request).filter(({ says }) => says === 'violated')
  return [...failed.map(({ clause }) => clause), ...keyFindings(exchange)]
}

export interface Unnoticed {
  readonly operation: string
  readonly mutation: Mutation
}

/** Returns the mutations without a finding. There is one for each operation, location and change. */
export function unnoticedOf(answers: readonly Exchange[]): {
  readonly mutants: number
  readonly unnoticed: readonly Unnoticed[]
} {
  const unnoticed = new Map<string, Unnoticed>()
  let mutants = 0
  for (const answer of answers) {
    const body = bodyOf(answer)
    if (!body.ok) continue
    for (const mutation of mutationsOf(body.value)) {
      mutants += 1
      if (noticed(withBody(answer, mutation.body)).length > 0) continue
      unnoticed.set(keyOf(answer.operation, mutation), { operation: answer.operation, mutation })
    }
  }
  return { mutants, unnoticed: [...unnoticed.values()] }
}

/** Returns the key of a mutation in the form "operation pointer: kind (change)". */
export function keyOf(operation: string, { kind, pointer, change }: Mutation): string {
  return `${operation} ${pointer || '/'}: ${kind} (${change})`
}

function withBody(exchange: Exchange, body: Json): Exchange {
  const { response } = exchange
  return { ...exchange, response: response && { ...response, body: JSON.stringify(body) } }
}

function keyFindings(exchange: Exchange): readonly string[] {
  const body = bodyOf(exchange)
  const keys = body.ok && isObject(body.value) ? body.value.keys : undefined
  if (exchange.operation !== 'custom-signing-keys.get' || !Array.isArray(keys)) return []
  return (keys as readonly Json[])
    .filter((key): key is JsonObject => isObject(key))
    .flatMap(judgeKey)
    .flatMap(({ clause, problem }) => (problem === null ? [] : [`custom-signing-keys.get.${clause}`]))
}

function shapeOf(value: Json): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].join()}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const members = Object.entries(value)
  // The number of different values is a part of the shape, because a swap of equal members would change
  // nothing.
  const different = new Set(members.map(([, member]) => JSON.stringify(member))).size
  return `{${members.map(([name, member]) => `${name}:${shapeOf(member)}`)}}${different}`
}
