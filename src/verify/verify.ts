// Verifying a contract: its clauses pass on a stub made from it, and each fails on the stub with the mutation that breaks it.
import type { Clause, Contract } from '../contract/index.ts'
import { type Mutation, mutationsOf, sharing, showsInAny } from './mutation.ts'
import { startStub } from './stub.ts'

/** What a run says of one clause. */
interface Judged {
  readonly id: string
  readonly verdict: string
  readonly reason: string
}

/** Checks a tenant, for the clauses of `only`, all where it is empty. */
type CheckTenant = (tenant: {
  readonly baseUrl: string
  readonly environment: Readonly<Record<string, string>>
  readonly only: readonly string[]
  /** Whether random samples tell more. */
  readonly random: boolean
}) => Promise<readonly Judged[]>

/** What is proven of one clause. */
export interface Proof {
  readonly clause: string
  readonly level: string
  readonly statement: string
  readonly proven: boolean
  /** What the stub did wrong when the clause failed; or why it is not proven. */
  readonly reason: string
}

export interface VerifyOptions {
  readonly check: CheckTenant
  /** Ids of clauses, or what they begin with; default: all. */
  readonly only?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
  /** Hears how many of all mutations have been tried. */
  readonly onProgress?: ((done: number, all: number) => void) | undefined
}

// The time of most runs is waiting for time stamps to move.
const atATime = 10

/** What can be proven of each clause of the contract, in the order of their ids. */
export async function verifyContract(
  contract: Contract,
  { check, only = [], signal, onProgress }: VerifyOptions,
): Promise<readonly Proof[]> {
  const run = async (mutations: readonly Mutation[]): Promise<ReadonlyMap<string, Judged>> => {
    const { baseUrl, environment, close } = await startStub(contract, mutations)
    try {
      const judged = await check({
        baseUrl,
        environment,
        only: mutations.length === 0 ? only : mutations.map(({ clause }) => clause),
        random: mutations.length === 0 || !mutations.every(showsInAny),
      })
      return new Map(judged.map((one) => [one.id, one]))
    } finally {
      await close()
    }
  }
  const kept = await run([])
  const clauses = [...contract.clauses.values()].filter(({ id }) => isMeant(id, only))
  const mutations = clauses
    .filter(({ id }) => kept.get(id)?.verdict === 'pass')
    .flatMap((clause) => mutationsOf(clause, contract))
  // What became of each mutation that was tried by itself or caught.
  const outcomes = new Map<Mutation, Judged | undefined>()
  const tryOut = async (group: readonly Mutation[]): Promise<void> => {
    if (signal?.aborted) return
    const judged = await run(group)
    for (const mutation of group) {
      const one = judged.get(mutation.clause)
      const caught = one?.verdict === 'fail'
      // What others may have covered is tried by itself.
      if (!caught && group.length > 1) {
        await tryOut([mutation])
        continue
      }
      outcomes.set(mutation, one)
      onProgress?.(outcomes.size, mutations.length)
    }
  }
  const waiting = [...sharing(mutations)]
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await tryOut(group)
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return clauses.map((clause) => proofOf(clause, contract, kept.get(clause.id), mutations, outcomes))
}

function isMeant(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((prefix) => id.startsWith(prefix))
}

function proofOf(
  clause: Clause,
  contract: Contract,
  kept: Judged | undefined,
  mutations: readonly Mutation[],
  outcomes: ReadonlyMap<Mutation, Judged | undefined>,
): Proof {
  const { id, level, statement, unobservable } = clause
  const proof = (proven: boolean, reason: string): Proof => ({ clause: id, level, statement, proven, reason })
  if (unobservable !== null) return proof(false, `no message can show it: ${unobservable}`)
  if (mutationsOf(clause, contract).length === 0)
    return proof(false, 'a suite checks it, and nothing says what would break it')
  if (kept?.verdict !== 'pass')
    return proof(false, `on a stub that breaks nothing: ${kept?.verdict}, ${kept?.reason}`)
  const own = mutations.filter(({ clause }) => clause === id)
  const through = own.find((mutation) => outcomes.get(mutation)?.verdict !== 'fail')
  if (through === undefined) return proof(true, own.map(({ description }) => description).join('; '))
  if (!outcomes.has(through)) return proof(false, 'it was not tried, as the command was stopped')
  const now = outcomes.get(through)
  return proof(false, `it does not fail where ${through.description}: ${now?.verdict}, ${now?.reason}`)
}
