// Measures how well a report separates several seeded faults, and keeps one fault as one group.
import { apartOf, drawSets, type Told, told } from '../../test/proof/several-faults.ts'
import { library } from '../built.ts'
import type { Figure } from '../figure.ts'

export async function measure(): Promise<readonly Figure[]> {
  const single = (await toldOf(100, 1, 1)).filter(({ groups }) => groups.length > 0)
  const asOne = single.filter(({ groups }) => groups.length === 1).length
  return [
    await apart('faults-apart-pairs', 'pairs', 60, 2, 0.95),
    await apart('faults-apart-triples', 'triples', 30, 3, 0.9),
    {
      name: 'faults-as-one',
      what: 'The part of 100 randomly chosen single faults whose failures form exactly one group.',
      ratio: asOne / single.length,
      spread: [0, 1],
      pairs: 1,
      aim: { atLeast: 0.9 },
      detail: { asOne, faults: single.length },
    },
  ]
}

async function apart(
  name: string,
  what: string,
  count: number,
  size: number,
  atLeast: number,
): Promise<Figure> {
  const { sets, apart: own, hidden } = apartOf(await toldOf(count, size, size))
  return {
    name,
    what: `The part of randomly chosen ${what} of faults in which each fault leads its own group. Counts only ${what} in which the clause of each fault fails.`,
    ratio: own / sets,
    spread: [0, 1],
    pairs: 1,
    aim: { atLeast },
    detail: { apart: own, sets, hidden },
  }
}

async function toldOf(count: number, size: number, seed: number): Promise<readonly Told[]> {
  const { conformance, tenantFaults } = await library()
  const all: Told[] = []
  for (const set of drawSets(await tenantFaults(), count, size, seed))
    all.push(await told(conformance, set, { depth: 'default' }))
  return all
}
