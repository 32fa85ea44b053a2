// Sorts clauses into families. A report has one row for each family.
import { matchesGlob } from '../base/glob.ts'
import type { Clause } from './clause.ts'
import { type Problems, unknownName } from './problems.ts'

export interface FamiliesFile {
  readonly families: readonly {
    readonly name: string
    /** Names of clauses. `*` stands for any characters. */
    readonly clauses: readonly string[]
  }[]
}

export interface Sorted {
  readonly families: readonly string[]
  readonly clauses: Map<string, Clause>
}

/**
 * Adds a family to each clause. Without a file with families, the family is the concern or the verb of the
 * operation.
 * @param problems receives unknown names, and clauses without a family
 */
export function withFamilies(
  clauses: ReadonlyMap<string, Clause>,
  source: FamiliesFile | null,
  file: string,
  problems: Problems,
): Sorted {
  const names = [...new Set([...clauses.values()].map(({ name }) => name))]
  const familyOf = source === null ? new Map<string, string>() : familiesByName(names, source)
  const sorted = new Map(
    [...clauses].map(([id, clause]): [string, Clause] => {
      const family =
        source === null
          ? (clause.concern ?? clause.operation.replace(/^.*\./, ''))
          : familyOf.get(clause.name)
      if (family === undefined) {
        problems.add(
          file,
          '/families',
          `no family contains the clause "${clause.name}": add the clause to a family`,
        )
        return [id, clause]
      }
      return [id, { ...clause, family }]
    }),
  )
  if (source !== null) reportUnused(names, source, file, problems)
  const named =
    source?.families.map(({ name }) => name) ?? [...sorted.values()].map(({ family }) => family ?? '').sort()
  const held = new Set([...sorted.values()].map(({ family }) => family))
  return { families: [...new Set(named)].filter((name) => held.has(name)), clauses: sorted }
}

function familiesByName(names: readonly string[], { families }: FamiliesFile): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const family of families)
    for (const glob of family.clauses)
      for (const name of names) if (!found.has(name) && matchesGlob(name, glob)) found.set(name, family.name)
  return found
}

function reportUnused(
  names: readonly string[],
  { families }: FamiliesFile,
  file: string,
  problems: Problems,
): void {
  for (const [number, family] of families.entries())
    for (const [place, glob] of family.clauses.entries())
      if (!names.some((name) => matchesGlob(name, glob)))
        problems.add(file, `/families/${number}/clauses/${place}`, unknownName('clause', glob, names))
}
