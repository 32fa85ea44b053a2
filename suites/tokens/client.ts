// Preconditions of the clauses about issued tokens.
import { Inconclusive, NotRun, type TestContext } from '../../src/suite.ts'

type Principals = TestContext['principals']

export const noClient = (): NotRun =>
  new NotRun('no client: supply TENANT_CLIENT_ID and TENANT_CLIENT_SECRET')

/** @throws NotRun if the run has no client */
export function requireClient({ usesClient }: Principals): void {
  if (!usesClient) throw noClient()
}

/**
 * @throws NotRun if the run has no client
 * @throws Inconclusive if the token endpoint issues no token
 */
export async function issuedToken(principals: Principals) {
  requireClient(principals)
  const outcome = await principals.outcome('full')
  if (!outcome.ok) throw new Inconclusive(outcome.reason)
  return outcome
}
