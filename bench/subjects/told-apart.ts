// Measures how well a report separates several seeded faults: the number of sets of faults that it separates,
// and the number of single faults that it shows as one group. An improvement of one figure can make the other
// worse.
import { apartOf, drawSets, type Told, told } from '../../test/proof/several-faults.ts'
import { library } from '../built.ts'
import type { Figure } from '../figure.ts'

export async function measure(): Promise<readonly Figure[]> {
  const single = (await toldOf(100, 1, 1)).filter(({ groups }) => groups.length > 0)
  const asOne = single.filter(({ groups }) => groups.length === 1).length
  return [
    await apart('faults-apart-pairs', 'two', 60, 2, 0.95),
    await apart('faults-apart-triples', 'three', 30, 3, 0.9),
    {
      name: 'faults-as-one',
      what: 'The number of runs with one fault whose failures form exactly one group, divided by the number of runs in which a clause fails (100 randomly chosen faults).',
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
    what: `The number of runs with ${what} faults that each have their own group of failures, divided by the number of runs in which no fault hides another.`,
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
