// Checks the length of ids in paths.
import { clausesOf, type Operation } from '../../contract/index.ts'
import { idLength } from '../rules/index.ts'
import type { Check } from '../suite.ts'

/** Ids of the clauses of an operation's id parameter. */
export function parameterClauses({ idParameter }: Operation): ReadonlySet<string> {
  const { minLength, maxLength } = clausesOf(idParameter?.schema ?? {})
  return new Set([minLength, maxLength].filter((id) => id !== undefined))
}

export function parameterCheck({ resource }: Operation): Check {
  return (tester) => idLength(tester, tester.resource(resource))
}
