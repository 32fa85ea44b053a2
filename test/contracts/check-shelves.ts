// Checks the server of the shelves by its contract.
import { contractIn, loadContract } from '../../src/contract/index.ts'
import { conformance, type Report } from '../../src/index.ts'
import { contractFolder, shelfContract } from './shelf-contract.ts'
import type { ShelfFault, ShelfTwin } from './shelf-faults.ts'
import { type ShelfServer, startShelves } from './shelf-server.ts'

export const contract = loadContract(contractIn(contractFolder(shelfContract)))

export interface CheckedShelves {
  readonly report: Report
  readonly held: ReturnType<ShelfServer['held']>
}

export async function checkShelves(
  fault?: ShelfFault | ShelfTwin,
  only: readonly string[] = [],
  examples = 2,
): Promise<CheckedShelves> {
  const server = await startShelves(fault)
  try {
    const report = await conformance({
      depth: 'default',
      contract,
      baseUrl: server.baseUrl,
      environment: {},
      seed: 1,
      examples,
      only,
    })
    return { report, held: server.held() }
  } finally {
    await server.close()
  }
}

export function idsWith({ clauses }: Report, verdict: string): readonly string[] {
  return clauses.filter((clause) => clause.verdict === verdict).map(({ id }) => id)
}
