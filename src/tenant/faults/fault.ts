// Faults: the ways in which the reference tenant can be told to depart from the specification.

/** One seeded departure. */
export interface Fault {
  /** Kebab-case, unique among all faults. */
  readonly name: string
  /** The name under which a file declares it: what several operations do wrong alike has one. */
  readonly kind: string
  /** The operation that behaves wrongly, or "any". */
  readonly operation: string
  /** Ids of the clauses that it breaks; the first one owns it. */
  readonly clauses: readonly string[]
  /** What the faulty tenant does, in one sentence. */
  readonly description: string
}

/** Clauses are named without their operation, unless they are another's ("any.bearer-token"). */
export type Seed = readonly [clauses: string | readonly string[], description: string]

/** What selects the operations that a group of faults exists for. */
export interface FaultHost {
  readonly operation: string
  /** First word of the names of the operation's faults. */
  readonly prefix: string
  readonly method: string
  readonly path: string
}

/** Faults as a file declares them beside the behaviour that they break, by the name that the behaviour asks for. */
export interface FaultGroup {
  /** Names of operations, a choice among all of them, or the tenant as a whole. */
  readonly of: readonly string[] | ((host: FaultHost) => boolean) | 'any'
  readonly seeds: Readonly<Record<string, Seed>>
}

/** `seeds`, each of which breaks `clause` as well. */
export function alsoBreaking(
  clause: string,
  seeds: Readonly<Record<string, Seed>>,
): Readonly<Record<string, Seed>> {
  return Object.fromEntries(
    Object.entries(seeds).map(([name, [clauses, description]]) => [
      name,
      [[...[clauses].flat(), clause], description],
    ]),
  )
}

/** The faults of a group, spelled out for each operation that it is for. */
export function faultsOf(group: FaultGroup, hosts: readonly FaultHost[]): readonly Fault[] {
  const { of, seeds } = group
  if (of === 'any') return Object.entries(seeds).map(([name, seed]) => faultOf(name, name, 'any', seed))
  return hosts
    .filter((host) => (typeof of === 'function' ? of(host) : of.includes(host.operation)))
    .flatMap(({ operation, prefix }) =>
      Object.entries(seeds).map(([name, seed]) => faultOf(`${prefix}-${name}`, name, operation, seed)),
    )
}

function faultOf(name: string, kind: string, operation: string, [clauses, description]: Seed): Fault {
  const ids = typeof clauses === 'string' ? [clauses] : clauses
  return {
    name,
    kind,
    operation,
    clauses: ids.map((id) => (id.includes('.') ? id : `${operation}.${id}`)),
    description,
  }
}

/** Whether a fault is on, by the name under which a file declares it, less an operation's prefix. */
export type Faulty = (name: string) => boolean

/** Which of the faults that `groups` declare are on. */
export class FaultSwitch {
  readonly #declared: ReadonlySet<string>
  #on: ReadonlySet<string>

  constructor(groups: readonly FaultGroup[], on: readonly string[]) {
    this.#declared = new Set(groups.flatMap(({ seeds }) => Object.keys(seeds)))
    this.#on = new Set(on)
  }

  /** The names of those that are on. */
  get on(): readonly string[] {
    return [...this.#on]
  }

  /** Has these faults on from now on, and no others. */
  turn(on: readonly string[]): void {
    this.#on = new Set(on)
  }

  /**
   * The switch of the operation with that prefix, or of the tenant as a whole.
   * It throws for a name that no file declares, so that a mistyped one is found at once.
   */
  of(prefix: string | null): Faulty {
    return (name) => {
      if (!this.#declared.has(name)) throw new Error(`no fault is declared under the name ${name}`)
      return this.#on.has(prefix === null ? name : `${prefix}-${name}`)
    }
  }
}
