// The clauses that the monitor judges by watching the whole run: response shapes and what holds for every answer.
import { type Contract, clausesOf, eachSchema } from '../contract/index.ts'

/** Ids of all clauses that need no check of their own. */
export function monitoredClauses(contract: Contract): ReadonlySet<string> {
  const ids = new Set<string>(['any.rate-limit-headers', 'any.rate-limit-numbers'])
  for (const operation of contract.operations.values()) {
    if (operation.response !== null)
      eachSchema(operation.response, (schema) => {
        for (const id of Object.values(clausesOf(schema))) ids.add(id)
      })
    for (const name of ['accepts', 'auth-challenge', 'no-server-error', 'response-json']) {
      const id = `${operation.name}.${name}`
      if (contract.clauses.has(id)) ids.add(id)
    }
  }
  return ids
}
