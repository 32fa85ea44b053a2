// Finds the fixtures that checks declare with `using`, directly or through other fixtures.
import type { Clause, Contract } from '../../contract/index.ts'
import { calibration, fixtureScope } from '../fixture.ts'
import type { Fixture, Key, Subject, Use, Using } from '../test-context.ts'
import { withNeeds } from './costs.ts'
import { type PlannedCheck, scopeOf } from './planned-check.ts'

/** The fixtures that each check (`<clause> <phase>`) or fixture (`fixture <name>`) uses directly. */
export type FixtureGraph = ReadonlyMap<string, readonly string[]>

interface Used {
  readonly fixture: Fixture<unknown, readonly never[]>
  readonly key: Key | undefined
}

export function fixtureGraph(contract: Contract, checks: Iterable<PlannedCheck>): FixtureGraph {
  const graph = new Map<string, string[]>()
  const add = (scope: string, run: object, subject: Subject): void => {
    const known = graph.get(scope) ?? []
    graph.set(scope, known)
    for (const { fixture, key } of usedBy(run, subject)) {
      const used = fixtureScope(fixture, key)
      if (!known.includes(used)) known.push(used)
      if (!graph.has(used)) add(used, fixture.make, subjectOf(contract, key) ?? subject)
    }
  }
  for (const check of checks) add(scopeOf(check), check.run, subjectOfClause(contract, check.clause))
  return graph
}

export function closure(scopes: readonly string[], graph: FixtureGraph): ReadonlySet<string> {
  return withNeeds(scopes, { needs: (scope) => graph.get(scope) ?? [] })
}

function subjectOfClause(contract: Contract, { operation: name }: Clause): Subject {
  return subjectOf(contract, name) ?? { contract, operation: null, resource: null }
}

function subjectOf(contract: Contract, key: Key | undefined): Subject | null {
  const name = typeof key === 'object' ? key.name : (key ?? '')
  const operation = contract.operations.get(name) ?? null
  const resource = contract.resources.get(operation?.resource ?? name) ?? null
  return operation === null && resource === null ? null : { contract, operation, resource }
}

function usedBy(run: object, subject: Subject): readonly Used[] {
  const { uses = [] } = run as Partial<Using>
  return uses.flatMap((use) => used(use, subject))
}

function used(use: Use, subject: Subject): readonly Used[] {
  if (typeof use === 'function') return usedBy(use, subject)
  if ('kind' in use) return [{ fixture: calibration, key: use.resource }]
  if (!('make' in use)) return [{ fixture: use[0], key: use[1] }]
  if (use.keys === null) return [{ fixture: use, key: undefined }]
  return use.keys(subject).map((key) => ({ fixture: use, key }))
}
