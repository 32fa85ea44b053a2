// The headers of a 429 answer (parts 7 and 8).
import type { Exchange } from '../base/exchange.ts'
import type { Observation } from './judgement.ts'

const names = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const

/** What one 429 answer says about the clauses of the rate limit. */
export function judgeRateLimited(exchange: Exchange): readonly Observation[] {
  const shown = (name: (typeof names)[number]): string => (exchange.response?.headers[name] ?? '').trim()
  const missing = names.filter((name) => shown(name) === '')
  const findings: Observation[] = [
    {
      clause: 'any.rate-limit-headers',
      problem:
        missing.length === 0
          ? null
          : {
              expected: 'the headers X-RateLimit-Limit, -Remaining and -Reset',
              received: `429 without ${missing.join(', ')}`,
            },
    },
  ]
  const limit = shown('x-ratelimit-limit')
  const remaining = shown('x-ratelimit-remaining')
  if (limit !== '' && remaining !== '') {
    const whole = [limit, remaining].every((value) => /^\d+$/.test(value))
    findings.push({
      clause: 'any.rate-limit-numbers',
      problem:
        whole && Number(remaining) <= Number(limit)
          ? null
          : {
              expected: 'two whole numbers, remaining not above limit',
              received: `limit ${limit}, remaining ${remaining}`,
            },
    })
  }
  return findings
}
