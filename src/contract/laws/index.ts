// Laws: requirements for any operation of a kind. Clauses name laws; the engine checks them. Import only this file of the folder.
import { lawsOfChanges } from './changes.ts'
import type { Law } from './law.ts'
import { lawsOfLife } from './life.ts'
import { lawsOfRequests } from './requests.ts'
import { lawsOfValues } from './values.ts'

export { sentServerSet, uniqueIn } from './condition.ts'
export type { Law, LawFacts } from './law.ts'

export const laws: readonly Law[] = [...lawsOfRequests, ...lawsOfValues, ...lawsOfChanges, ...lawsOfLife]

export function lawNamed(name: string): Law | undefined {
  return laws.find((law) => law.name === name)
}
