// A trial is a run through a proxy that applies one mutation.

import { type Contract, loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/library/conformance.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { goodAnswers } from '../proof/mutation-judge.ts'
import { times, type WireMutation } from './mutation.ts'
import { ofAnswers } from './of-answers.ts'
import { ofRequests } from './of-requests.ts'
import { startMutatingProxy } from './proxy.ts'

const contract: Contract = loadContract()

export const wireMutations = async (): Promise<readonly WireMutation[]> => {
  const good = await goodAnswers()
  return [...contract.operations.values()].flatMap((operation) =>
    times.flatMap((time) => [...ofRequests(operation, time), ...ofAnswers(operation, good, time)]),
  )
}

export interface Trial {
  readonly changed: number
  /** The ids of the failed clauses. */
  readonly failed: readonly string[]
  /** The clauses of the operation that are inconclusive or ended with an error. */
  readonly undecided: readonly string[]
}

// These clauses judge all operations.
const ofAny = ['any.rate-limit', 'any.auth-challenge'] as const

/** Runs the clauses of the operation, and the clauses that belong to no operation. */
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
