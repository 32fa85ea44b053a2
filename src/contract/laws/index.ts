// Laws: requirements that hold for any operation of a kind. A clause names its law, and the engine brings the check. Of a
// contract whose clauses are implied each operation has those that its resource allows. Entered by this file alone.
import { lawsOfChanges } from './changes.ts'
import type { Law } from './law.ts'
import { lawsOfLife } from './life.ts'
import { lawsOfRequests } from './requests.ts'
import { lawsOfValues } from './values.ts'

export { sentServerSet, uniqueIn } from './condition.ts'
export type { Law, LawFacts } from './law.ts'

export const laws: readonly Law[] = [...lawsOfRequests, ...lawsOfValues, ...lawsOfChanges, ...lawsOfLife]

/** The law of that name; undefined where there is none. */
export function lawNamed(name: string): Law | undefined {
  return laws.find((law) => law.name === name)
}
