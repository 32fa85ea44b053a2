// Verifies that each clause passes on a correct stub and fails on a mutated stub.
import type { Clause, Contract } from '../contract/index.ts'
import { type Mutation, mutationGroups, mutationsOf, showsInAny } from './mutation.ts'
import { startContractStub } from './stub.ts'

interface Judged {
  readonly id: string
  readonly verdict: string
  readonly reason: string
}

/** Returns a verdict for each clause. An empty `only` means all clauses. */
type CheckTenant = (tenant: {
  readonly baseUrl: string
  readonly environment: Readonly<Record<string, string>>
  readonly schemes: ReadonlyMap<string, readonly string[]>
  readonly only: readonly string[]
  readonly random: boolean
  /** The check may stop as soon as these clauses have failed. */
  readonly mustFail: readonly string[]
}) => Promise<readonly Judged[]>

export interface Proof {
  readonly clause: string
  readonly level: string
  readonly statement: string
  readonly proven: boolean
  /** The mutation that made the clause fail, or the reason why the clause is not proven. */
  readonly reason: string
}

export interface VerifyOptions {
  readonly check: CheckTenant
  /** Prefixes of the clause ids to verify. */
  readonly only?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((done: number, all: number) => void) | undefined
}

// Twenty parallel runs are possible, because a run spends most of its time waiting.
const atATime = 20

export async function verifyContract(
  contract: Contract,
  { check, only = [], signal, onProgress }: VerifyOptions,
): Promise<readonly Proof[]> {
  const run = async (mutations: readonly Mutation[]): Promise<ReadonlyMap<string, Judged>> => {
    const { baseUrl, environment, schemes, close } = await startContractStub(contract, mutations)
    try {
      const judged = await check({
        baseUrl,
        environment,
        schemes,
        only: mutations.length === 0 ? only : mutations.map(({ clause }) => clause),
        mustFail: mutations.map(({ clause }) => clause),
        random: mutations.length === 0 || !mutations.every(showsInAny),
      })
      return new Map(judged.map((one) => [one.id, one]))
    } finally {
      await close()
    }
  }
  const baseline = await run([])
  const clauses = [...contract.clauses.values()].filter(({ id }) => isSelected(id, only))
  const mutations = clauses
    .filter(({ id }) => baseline.get(id)?.verdict === 'pass')
    .flatMap((clause) => mutationsOf(clause, contract))
  const outcomes = new Map<Mutation, Judged | undefined>()
  const waiting = [...mutationGroups(mutations)]
  const tryOut = async (group: readonly Mutation[]): Promise<void> => {
    if (signal?.aborted) return
    const judged = await run(group)
    for (const mutation of group) {
      const one = judged.get(mutation.clause)
      const caught = one?.verdict === 'fail'
      // Tries this mutation again alone, because another mutation of the group may hide it.
      if (!caught && group.length > 1) {
        waiting.push([mutation])
        continue
      }
      outcomes.set(mutation, one)
      onProgress?.(outcomes.size, mutations.length)
    }
  }
  const work = async (): Promise<void> => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await tryOut(group)
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return clauses.map((clause) => proofOf(clause, contract, baseline.get(clause.id), mutations, outcomes))
}

function isSelected(id: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((prefix) => id.startsWith(prefix))
}

function proofOf(
  clause: Clause,
  contract: Contract,
  baseline: Judged | undefined,
  mutations: readonly Mutation[],
  outcomes: ReadonlyMap<Mutation, Judged | undefined>,
): Proof {
  const { id, level, statement, unobservable } = clause
  const proof = (proven: boolean, reason: string): Proof => ({ clause: id, level, statement, proven, reason })
  if (unobservable !== null)
    return proof(false, `no response can show a violation of this clause: ${unobservable}`)
  if (mutationsOf(clause, contract).length === 0)
    return proof(false, 'no built-in mutation violates this clause, because only a suite checks the clause')
  if (baseline?.verdict !== 'pass')
    return proof(
      false,
      `on a stub without mutations, the verdict is ${baseline?.verdict}, because: ${baseline?.reason}`,
    )
  const own = mutations.filter(({ clause }) => clause === id)
  const through = own.find((mutation) => outcomes.get(mutation)?.verdict !== 'fail')
  if (through === undefined) return proof(true, own.map(({ description }) => description).join('; '))
  if (!outcomes.has(through)) return proof(false, 'the clause was not tried, because the command was stopped')
  const now = outcomes.get(through)
  return proof(
    false,
    `the clause does not fail if ${through.description}. Its verdict is ${now?.verdict}, because: ${now?.reason}`,
  )
}
