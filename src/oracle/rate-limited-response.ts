// Judges the rate-limit headers of a 429 response (RFC 6585, section 4).
import type { Exchange } from '../base/exchange.ts'
import { type Contract, clauseOfRule } from '../contract/index.ts'
import type { Observation, Problem } from './judgement.ts'

/** The token endpoint has its own rate limits. */
export function isOfApi({ operation }: Exchange): boolean {
  return operation !== 'token'
}

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
      says: `A ${status} response reports a limit of ${limit} and ${remaining} remaining.`,
      expected: 'two whole numbers, and the remaining number is not above the limit',
      received: `limit ${limit}, remaining ${remaining}`,
      sound: whole && Number(remaining) <= Number(limit),
    }),
  ]

  function observed(
    law: string,
    { sound, ...problem }: Problem & { readonly sound: boolean },
  ): readonly Observation[] {
    const clause = clauseOfRule(contract, 'any', law)
    return clause === null ? [] : [{ clause, problem: sound ? null : problem }]
  }
}
