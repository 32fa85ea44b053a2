// What a comparison is said to tell is told: a tenant whose answers are all changed so fails the clause that is named.
import { expect, test } from 'vitest'
import { parse } from '../../src/base/json.ts'
import { conformance } from '../../src/conformance.ts'
import { loadContract } from '../../src/contract/index.ts'
import { startTenant } from '../../src/tenant/index.ts'
import { type Asked, startLiar } from '../liar.ts'
import { type Mutation, mutationsOf } from './mutation.ts'
import { goodAnswers, keyOf, type Unnoticed, unnoticedOf } from './mutation-judge.ts'
import { explanationOf } from './mutation-table.ts'

interface Claim {
  readonly name: string
  readonly one: Unnoticed
  readonly clause: string
  readonly verdict: 'fail' | 'inconclusive'
}

const { unnoticed } = unnoticedOf(await goodAnswers())

const claims: readonly Claim[] = unnoticed.flatMap((one): Claim[] => {
  const because = explanationOf(one)?.because ?? { notShown: '' }
  const name = keyOf(one.operation, one.mutation)
  if ('comparedBy' in because) return [{ name, one, clause: because.comparedBy, verdict: 'fail' }]
  return 'undecidedBy' in because ? [{ name, one, clause: because.undecidedBy, verdict: 'inconclusive' }] : []
})

// One of each reason; `npm run proof:mutations` tries all of them.
const tried =
  process.env.PROOF === undefined
    ? claims.filter(
        ({ one }, index) =>
          claims.findIndex((other) => explanationOf(other.one) === explanationOf(one)) === index,
      )
    : claims

test.each(tried)('$name: $verdict of $clause', async ({ one: { operation, mutation }, clause, verdict }) => {
  const tenant = await startTenant()
  const liar = await startLiar(tenant.baseUrl, (asked, answer) =>
    isOf(operation, asked) ? changed(answer, mutation) : answer,
  )
  try {
    const report = await conformance({
      baseUrl: liar.baseUrl,
      environment: { ...tenant.environment, TENANT_BASE_URL: liar.baseUrl },
      only: [clause],
      seed: 1,
      examples: 2,
    })
    expect(report.clauses.find(({ id }) => id === clause)?.verdict).toBe(verdict)
  } finally {
    await liar.close()
    await tenant.close()
  }
})

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
