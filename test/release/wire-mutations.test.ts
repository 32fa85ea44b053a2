// Tests mutations of messages on the network. For each mutation, a clause fails or a row explains why none
// fails. `npm run proof:wire` (scripts/wire.mjs) tries all mutations. A release tries some of every kind.
import { expect, test } from 'vitest'
import { type Finding, findingOf } from '../wire/left-open.ts'
import { nameOf, type WireMutation } from '../wire/mutation.ts'
import { tryOut, wireMutations } from '../wire/trial.ts'

declare module 'vitest' {
  interface TaskMeta {
    wire?: Pick<WireMutation, 'operation' | 'place' | 'change' | 'time'> & { readonly finding: Finding }
  }
}

const all = await wireMutations()

// Tests every n-th mutation. With this number, the sample contains each operation and each kind of
// mutation.
const every = Number(process.env.WIRE_EVERY ?? 193)
const names = new RegExp(process.env.WIRE_NAMES ?? '')

const tried = all.filter((mutation, index) => index % every === 0 && names.test(nameOf(mutation)))

// Returns the number of runs. A mutation of every third message may miss the messages that a clause
// compares.
const triesOf = ({ time }: WireMutation): number => (time === 'every third time' ? 8 : 1)

const find = async (mutation: WireMutation): Promise<Finding> => {
  let finding: Finding = { is: 'slipped through' }
  for (let tries = triesOf(mutation); tries > 0 && finding.is === 'slipped through'; tries -= 1)
    finding = findingOf(mutation, await tryOut(mutation))
  return finding
}

test('mutations have different names', () => {
  expect(new Set(all.map(nameOf)).size).toBe(all.length)
})

test.concurrent.for(tried.map((mutation) => [nameOf(mutation), mutation] as const))(
  '%s',
  { timeout: 120_000 },
  async ([, mutation], { task }) => {
    const { operation, place, change, time } = mutation
    const finding = await find(mutation)
    task.meta.wire = { operation, place, change, time, finding }
    expect(finding.is).not.toBe('slipped through')
  },
)
