// One trial: a run against the reference tenant behind one mutation, and which clauses caught it.

import { type Contract, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/library/conformance.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { goodAnswers } from '../proof/mutation-judge.ts'
import { times, type WireMutation } from './mutation.ts'
import { ofAnswers } from './of-answers.ts'
import { ofRequests } from './of-requests.ts'
import { startMutatingProxy } from './proxy.ts'

const contract: Contract = loadContract()

/** Every mutation, of every operation, at every time. */
export const wireMutations = async (): Promise<readonly WireMutation[]> => {
  const good = await goodAnswers()
  return [...contract.operations.values()].flatMap((operation) =>
    times.flatMap((time) => [...ofRequests(operation, time), ...ofAnswers(operation, good, time)]),
  )
}

export interface Trial {
  /** How many messages were changed. */
  readonly changed: number
  /** Ids of the clauses that failed. */
  readonly failed: readonly string[]
  /** Ids of the clauses of the operation that neither passed nor failed. */
  readonly undecided: readonly string[]
}

// Clauses of no single operation that watch every one.
const ofAny = ['any.rate-limit', 'any.auth-challenge'] as const

/** Checks the tenant behind the mutation, for the clauses of its operation and those of no single one. */
export const tryOut = async (mutation: WireMutation): Promise<Trial> => {
  const tenant = await startTenant()
  const proxy = await startMutatingProxy(tenant.baseUrl, contract, mutation)
  try {
    const report = await conformance({
      depth: 'default',
      environment: tenant.environment,
      baseUrl: proxy.baseUrl,
      authUrl: new URL(tenant.baseUrl).origin,
      seed: 5,
      examples: 2,
      only: [`${mutation.operation}.`, ...ofAny],
    })
    const of = (meant: (verdict: string) => boolean): readonly string[] =>
      report.clauses.filter(({ verdict }) => meant(verdict)).map(({ id }) => id)
    return {
      changed: proxy.changed,
      failed: of((verdict) => verdict === 'fail'),
      undecided: of((verdict) => verdict === 'inconclusive' || verdict === 'error'),
    }
  } finally {
    await proxy.close()
    await tenant.close()
  }
}
