// Verifying a contract: its clauses pass on a stub made from it, and each fails on the stub with the mutation that breaks it.
import type { Contract } from '../contract/index.ts'
import { type Mutation, mutationsOf, showsInAny } from './mutation.ts'
import { startStub } from './stub.ts'

/** What a run says of one clause. */
export interface Judged {
  readonly id: string
  readonly verdict: string
  readonly reason: string
}

/** Checks a tenant, for the clauses of `only`, all where it is empty. */
export type CheckTenant = (tenant: {
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
  readonly signal?: AbortSignal
  /** Hears of each clause as it is done. */
  readonly onProof?: (proof: Proof, done: number, all: number) => void
}

// The time of most runs is waiting for time stamps to move.
const atATime = 10

/** What can be proven of each clause of the contract, in the order of their ids. */
export async function verifyContract(
  contract: Contract,
  { check, signal, onProof }: VerifyOptions,
): Promise<readonly Proof[]> {
  const run = async (mutation: Mutation | null): Promise<readonly Judged[]> => {
    const stub = await startStub(contract, mutation)
    try {
      const only = mutation === null ? [] : [mutation.clause]
      const random = mutation === null || !showsInAny(mutation)
      return await check({ baseUrl: stub.baseUrl, environment: stub.environment, only, random })
    } finally {
      await stub.close()
    }
  }
  const healthy = new Map((await run(null)).map((one) => [one.id, one]))
  const clauses = [...contract.clauses.values()]
  const proofs = new Map<string, Proof>()
  const prove = async (clause: (typeof clauses)[number]): Promise<void> => {
    const { id, level, statement, unobservable } = clause
    const passed = healthy.get(id)
    const mutations = mutationsOf(clause, contract)
    let unproven: string | null = null
    if (unobservable !== null) unproven = `no message can show it: ${unobservable}`
    else if (passed?.verdict !== 'pass')
      unproven = `on a stub that keeps it: ${passed?.verdict}, ${passed?.reason}`
    else if (mutations.length === 0)
      unproven = 'it is checked by a suite, and nothing says what would break it'
    for (const mutation of unproven === null ? mutations : []) {
      const verdict = (await run(mutation)).find((one) => one.id === id)
      if (verdict?.verdict === 'fail') continue
      unproven = `it does not fail where ${mutation.description}: ${verdict?.verdict}, ${verdict?.reason}`
      break
    }
    const reason = unproven ?? mutations.map(({ description }) => description).join('; ')
    const proof = { clause: id, level, statement, proven: unproven === null, reason }
    proofs.set(id, proof)
    onProof?.(proof, proofs.size, clauses.length)
  }
  const waiting = [...clauses]
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (signal?.aborted) return
      await prove(next)
    }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  return clauses.flatMap(({ id }) => proofs.get(id) ?? [])
}
