// A fault is a deliberate violation of the specification, which a run must find.

export interface Fault {
  /** A unique name in kebab case. */
  readonly name: string
  /** The name without the prefix of the operation. */
  readonly kind: string
  /** The name of an operation, or "any" for the whole tenant. */
  readonly operation: string
  /** The clauses that the fault violates. The first clause must fail in a run with this fault. */
  readonly clauses: readonly string[]
  /** One sentence that describes the fault. */
  readonly description: string
}

/** The declaration of a fault. A clause id without a dot is a clause of the operation that has the fault. */
export type Seed = readonly [clauses: string | readonly string[], description: string]

export interface FaultHost {
  readonly operation: string
  /** The prefix of the names of the operation's faults. */
  readonly prefix: string
  readonly method: string
  readonly path: string
}

/** Faults of some operations. The keys of `seeds` are names without the prefix of an operation. */
export interface FaultGroup {
  /** A list or a filter of operations, or the whole tenant. */
  readonly of: readonly string[] | ((host: FaultHost) => boolean) | 'any'
  readonly seeds: Readonly<Record<string, Seed>>
}

/** Adds `clause` to the violated clauses of each seed. */
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

/** Returns one fault for each seed and operation. */
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

/** Returns whether the fault is active. The name is a key of `seeds` in a FaultGroup. */
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

  /** Replaces the set of active faults. */
  turn(on: readonly string[]): void {
    this.#on = new Set(on)
  }

  /** @param prefix null for the whole tenant. The result throws for an undeclared name (a typo). */
  of(prefix: string | null): Faulty {
    return (name) => {
      if (!this.#declared.has(name)) throw new Error(`no fault is declared under the name ${name}`)
      return this.#on.has(prefix === null ? name : `${prefix}-${name}`)
    }
  }
}
