// Faults: seeded departures of the reference tenant from the specification.

export interface Fault {
  /** Kebab-case, unique. */
  readonly name: string
  /** The declared name, shared by faults of several operations. */
  readonly kind: string
  /** An operation, or "any". */
  readonly operation: string
  /** Ids of broken clauses; the first one owns the fault. */
  readonly clauses: readonly string[]
  /** One sentence. */
  readonly description: string
}

/** Clause names without the operation, unless the clause belongs to another ("any.bearer-token"). */
export type Seed = readonly [clauses: string | readonly string[], description: string]

/** Selects operations for a group of faults. */
export interface FaultHost {
  readonly operation: string
  /** Prefix of the names of this operation's faults. */
  readonly prefix: string
  readonly method: string
  readonly path: string
}

/** Faults next to the behaviour that they break, by declared name. */
export interface FaultGroup {
  /** Names or a filter of operations, or the whole tenant. */
  readonly of: readonly string[] | ((host: FaultHost) => boolean) | 'any'
  readonly seeds: Readonly<Record<string, Seed>>
}

/** Adds `clause` to all seeds. */
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

/** Expands a group for its operations. */
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

/** Returns whether a fault is on, by its declared name. */
export type Faulty = (name: string) => boolean

export class FaultSwitch {
  readonly #declared: ReadonlySet<string>
  #on: ReadonlySet<string>

  constructor(groups: readonly FaultGroup[], on: readonly string[]) {
    this.#declared = new Set(groups.flatMap(({ seeds }) => Object.keys(seeds)))
    this.#on = new Set(on)
  }

  get on(): readonly string[] {
    return [...this.#on]
  }

  /** Replaces the active faults. */
  turn(on: readonly string[]): void {
    this.#on = new Set(on)
  }

  /** Returns the lookup for an operation's prefix, or for the whole tenant. The lookup throws for undeclared names, to detect typos. */
  of(prefix: string | null): Faulty {
    return (name) => {
      if (!this.#declared.has(name)) throw new Error(`no fault is declared under the name ${name}`)
      return this.#on.has(prefix === null ? name : `${prefix}-${name}`)
    }
  }
}
