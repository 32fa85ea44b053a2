// Tests the strength of the schemas. The oracle must notice a changed response, or a row must explain why the
// change is not visible.
import { expect, test } from 'vitest'
import { loadContract } from '../../src/contract/index.ts'
import { goodAnswers, keyOf, noticed, unnoticedOf } from './mutation-judge.ts'
import { explanationOf, explanations } from './mutation-table.ts'

const answers = await goodAnswers()
const { mutants, unnoticed } = unnoticedOf(answers)

// `npm run proof:mutations` prints the table.
if (process.env.PROOF !== undefined) process.stdout.write(table())

test('mutates good responses of every operation with a response schema, which pass unchanged', () => {
  const operations = [...loadContract().operations.values()].filter(({ response }) => response !== null)
  expect(new Set(answers.map(({ operation }) => operation))).toEqual(
    new Set(operations.map(({ name }) => name)),
  )
  expect(answers.flatMap(noticed)).toEqual([])
  expect(mutants).toBeGreaterThan(900)
})

test('a mutation that no single response shows has a reason', () => {
  const unexplained = unnoticed.filter((one) => explanationOf(one) === undefined)
  expect(unexplained.map(({ operation, mutation }) => keyOf(operation, mutation))).toEqual([])
})

test('every reason is needed, and names an open point or a clause', () => {
  const contract = loadContract()
  const openPoints = contract.openPoints.map(({ id }) => id)
  for (const row of explanations) {
    const place = `${row.operation} ${row.place}`
    expect(
      unnoticed.some((one) => explanationOf(one) === row),
      place,
    ).toBe(true)
    const { because } = row
    if ('notShown' in because) expect(openPoints, place).toContain(because.notShown)
    else expect([...contract.clauses.keys()], place).toContain(because.comparedBy)
  }
})

function table(): string {
  const lines = unnoticed.map((one) => {
    const because = explanationOf(one)?.because
    const reason =
      because === undefined
        ? 'NOT EXPLAINED'
        : 'notShown' in because
          ? `not shown: ${because.notShown}`
          : `compared by ${because.comparedBy}`
    return `${keyOf(one.operation, one.mutation)}\n    ${reason}`
  })
  const open = unnoticed.filter((one) => 'notShown' in (explanationOf(one)?.because ?? {})).length
  return `${lines.sort().join('\n')}\n${answers.length} answers, ${mutants} mutations, ${mutants - unnoticed.length} noticed in the answer itself, ${unnoticed.length - open} kinds told by a comparison, ${open} kinds left open by the specification\n`
}
