// Builds clauses from the declarations of a profile.
import type { Clause, Contract, OpenPoint } from '../../contract/index.ts'
import { declaredAnswer, type Profile } from '../../profile/index.ts'

/** Clauses with this part never change the outcome of a run. */
const profilePart = 'profile'

export function profileClauses(profile: Profile, contract: Contract): readonly Clause[] {
  const clauses: Clause[] = []
  const add = (operation: string, name: string, statement: string): void => {
    clauses.push({
      id: `profile.${operation}.${name}`,
      name,
      level: 'SHOULD',
      part: profilePart,
      family: profilePart,
      operation,
      statement,
      concern: null,
      unobservable: null,
      optional: null,
      law: null,
      fixtures: [],
      ofPlace: false,
    })
  }
  for (const [operation, { success, invalidRequest, supported }] of Object.entries(
    profile.operations ?? {},
  )) {
    if (supported === false) continue
    if (success !== undefined)
      add(
        operation,
        'success',
        `As the profile declares, the tenant returns ${success.join(' or ')} for an accepted request.`,
      )
    if (invalidRequest !== undefined && contract.operations.get(operation)?.request != null)
      add(
        operation,
        'invalid-request',
        `As the profile declares, the tenant returns ${invalidRequest.join(' or ')} if the tenant rejects a request because of its content.`,
      )
  }
  if (profile.errorBody !== undefined)
    add(
      'any',
      'error-body',
      'The body of every error response matches the JSON Schema that the profile declares.',
    )
  for (const point of contract.openPoints) {
    const answer = declaredAnswer(point, profile)
    if (point.statement !== null && answer !== undefined)
      add(operationOf(point, contract), point.id, point.statement.replace('{answer}', String(answer)))
  }
  return clauses.sort((a, b) => (a.id < b.id ? -1 : 1))
}

export function clauseOfPoint(point: OpenPoint, contract: Contract): string {
  return `profile.${operationOf(point, contract)}.${point.id}`
}

function operationOf({ of }: OpenPoint, { operations }: Contract): string {
  return of !== null && operations.has(of.name) ? of.name : 'any'
}
