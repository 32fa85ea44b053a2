// Finds the clause that should find a mutation by a comparison, and the verdict of a run with this mutation.
import { parse } from '../../src/base/json.ts'
import { loadContract } from '../../src/contract/index.ts'
import { conformance } from '../../src/library/conformance.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { type Asked, startTamperingProxy } from '../tampering-proxy.ts'
import { type Mutation, mutationsOf } from './mutation.ts'
import { goodAnswers, keyOf, type Unnoticed, unnoticedOf } from './mutation-judge.ts'
import { explanationOf } from './mutation-table.ts'

/** A mutation, and the clause that should find the mutation. */
export interface Claim {
  readonly name: string
  readonly one: Unnoticed
  readonly clause: string
}

/** Returns the mutations that only a comparison can find. */
export async function allClaims(): Promise<readonly Claim[]> {
  const { unnoticed } = unnoticedOf(await goodAnswers())
  return unnoticed.flatMap((one): Claim[] => {
    const because = explanationOf(one)?.because ?? { notShown: '' }
    const name = keyOf(one.operation, one.mutation)
    return 'comparedBy' in because ? [{ name, one, clause: because.comparedBy }] : []
  })
}

export function onePerReason(claims: readonly Claim[]): readonly Claim[] {
  const reasons = claims.map(({ one }) => explanationOf(one))
  return claims.filter((_, index) => reasons.indexOf(reasons[index]) === index)
}

/** Returns the verdict of the clause if a proxy applies the mutation to every response. */
export async function verdictOf({
  one: { operation, mutation },
  clause,
}: Claim): Promise<string | undefined> {
  const tenant = await startTenant()
  const proxy = await startTamperingProxy(tenant.baseUrl, (asked, answer) =>
    isOf(operation, asked) ? changed(answer, mutation) : answer,
  )
  try {
    const report = await conformance({
      depth: 'default',
      baseUrl: proxy.baseUrl,
      environment: { ...tenant.environment, TENANT_BASE_URL: proxy.baseUrl },
      only: [clause],
      seed: 1,
      examples: 2,
    })
    return report.clauses.find(({ id }) => id === clause)?.verdict
  } finally {
    await proxy.close()
    await tenant.close()
  }
}

function isOf(operation: string, { method, path }: Asked): boolean {
  const known = loadContract().operations.get(operation)
  const pattern = new RegExp(`/api/v2${known?.path.replace(/\{\w+\}/, '[^/]+')}$`)
  return known?.method === method && pattern.test(path)
}

function changed(answer: string, { pointer, kind, change }: Mutation): string {
  const body = parse(answer)
  if (!body.ok) return answer
  for (const mutation of mutationsOf(body.value))
    if (mutation.pointer === pointer && mutation.kind === kind && mutation.change === change)
      return JSON.stringify(mutation.body)
  return answer
}
