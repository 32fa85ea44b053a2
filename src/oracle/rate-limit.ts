// The headers of a response that asks to wait (RFC 6585, 4), as far as the contract says which there are.
import type { Exchange } from '../base/exchange.ts'
import { type Contract, clauseOfLaw } from '../contract/index.ts'
import type { Observation, Problem } from './judgement.ts'

/** Whether it is of the API that the contract describes: how often a token endpoint may be asked is its own matter. */
export function isOfApi({ operation }: Exchange): boolean {
  return operation !== 'token'
}

/** What one such response says about the clauses of the rate limit. */
export function judgeRateLimited(
  exchange: Exchange,
  contract: Pick<Contract, 'rateLimit' | 'clauses'>,
): readonly Observation[] {
  if (contract.rateLimit === null || !isOfApi(exchange)) return []
  const { status, headers } = contract.rateLimit
  const shown = (name: string | undefined): string =>
    name === undefined ? '' : (exchange.response?.headers[name.toLowerCase()] ?? '').trim()
  const names = Object.values(headers)
  const missing = names.filter((name) => shown(name) === '')
  // Where none is named, none can be missing, which is no evidence.
  const told =
    names.length === 0
      ? []
      : observed('rate-limit-headers', {
          says: `A ${status} lacks ${missing.join(', ')}.`,
          expected: `the headers ${names.join(', ')}`,
          received: `${status} without ${missing.join(', ').toLowerCase()}`,
          sound: missing.length === 0,
        })
  const [limit, remaining] = [shown(headers.limit), shown(headers.remaining)]
  if (limit === '' || remaining === '') return told
  const whole = [limit, remaining].every((value) => /^\d+$/.test(value))
  return [
    ...told,
    ...observed('rate-limit-numbers', {
      says: `A ${status} tells a limit of ${limit} and ${remaining} left.`,
      expected: 'two whole numbers, remaining not above limit',
      received: `limit ${limit}, remaining ${remaining}`,
      sound: whole && Number(remaining) <= Number(limit),
    }),
  ]

  function observed(
    law: string,
    { sound, ...problem }: Problem & { readonly sound: boolean },
  ): readonly Observation[] {
    const clause = clauseOfLaw(contract, 'any', law)
    return clause === null ? [] : [{ clause, problem: sound ? null : problem }]
  }
}
