// Lists the clauses that the monitor judges by all responses of a run, so that they need no check.
import {
  type Contract,
  clauseOfRule,
  clausesOf,
  eachSchema,
  judgedRefusals,
  refusalClause,
  successSchemas,
} from '../../contract/index.ts'

export function monitoredClauses(contract: Contract): ReadonlySet<string> {
  const ids = new Set<string>()
  const add = (operation: string, laws: readonly string[]): void => {
    for (const law of laws) {
      const id = clauseOfRule(contract, operation, law)
      if (id !== null) ids.add(id)
    }
  }
  add('any', ['rate-limit-headers', 'rate-limit-numbers'])
  for (const operation of contract.operations.values()) {
    for (const root of successSchemas(operation))
      eachSchema(root, (schema) => {
        for (const id of Object.values(clausesOf(schema))) ids.add(id)
      })
    add(operation.name, [
      'accepts',
      'no-server-error',
      'response-json',
      'json-names-distinct',
      'times-current',
      'documented-status',
      'documented-media-type',
      'response-headers',
      'problem-status',
      'secret-hidden',
      ...judgedRefusals(operation).map(refusalClause),
    ])
  }
  return ids
}
