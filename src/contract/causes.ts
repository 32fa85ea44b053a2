// Chains of causes. A failure of one clause can cause failures of the later clauses in its chain.
import type { Clause } from './clause.ts'
import { type Problems, unknownName } from './problems.ts'

export interface CausesFile {
  readonly chains: readonly {
    readonly name: string
    readonly of: 'operation' | 'resource'
    /** Names of clauses: causes before effects. An inner list contains clauses of equal rank. */
    readonly clauses: readonly (string | readonly string[])[]
  }[]
}

export function checkChains(
  clauses: ReadonlyMap<string, Clause>,
  { chains }: CausesFile,
  file: string,
  problems: Problems,
): void {
  const names = [...new Set([...clauses.values()].map(({ name }) => name))]
  const before = new Map<string, string>()
  for (const [number, chain] of chains.entries()) {
    const positionOf = new Map<string, number>()
    for (const [place, one] of chain.clauses.entries())
      for (const name of [one].flat()) {
        const pointer = `/chains/${number}/clauses/${place}`
        if (!names.includes(name)) problems.add(file, pointer, unknownName('clause', name, names))
        else if (positionOf.has(name))
          problems.add(file, pointer, `"${name}" occurs twice in the chain "${chain.name}"`)
        for (const [earlier, at] of positionOf)
          if (at < place) {
            const other = before.get(`${name} ${earlier}`)
            if (other !== undefined)
              problems.add(
                file,
                pointer,
                `"${name}" comes after "${earlier}" here, but before "${earlier}" in the chain "${other}"`,
              )
            before.set(`${earlier} ${name}`, chain.name)
          }
        positionOf.set(name, place)
      }
  }
}

export function withChains(
  clauses: ReadonlyMap<string, Clause>,
  { chains }: CausesFile,
): Map<string, Clause> {
  const places = chains.map((chain) => ({
    ...chain,
    positionOf: new Map(
      chain.clauses.flatMap((one, place) => [one].flat().map((name) => [name, place] as const)),
    ),
  }))
  return new Map(
    [...clauses].map(([id, clause]) => {
      const own = places.flatMap(({ name, of, positionOf }) => {
        const place = positionOf.get(clause.name)
        const joined = of === 'operation' ? clause.operation : clause.operation.replace(/\..*/, '')
        return place === undefined ? [] : [[`${joined}: ${name}`, place] as const]
      })
      return [id, own.length === 0 ? clause : { ...clause, chains: Object.fromEntries(own) }]
    }),
  )
}
