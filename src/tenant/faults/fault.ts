// Faults: deliberate violations of the specification.

export interface Fault {
  /** A unique name in kebab case. */
  readonly name: string
  /** The name without the operation's prefix. */
  readonly kind: string
  /** An operation, or "any". */
  readonly operation: string
  /** The first clause owns the fault. */
  readonly clauses: readonly string[]
  /** One sentence. */
  readonly description: string
}

/** Clause names without the operation, unless the clause belongs to another ("any.bearer-token"). */
export type Seed = readonly [clauses: string | readonly string[], description: string]

export interface FaultHost {
  readonly operation: string
  /** Prefix of fault names. */
  readonly prefix: string
  readonly method: string
  readonly path: string
}

/** `seeds` has the declared names as keys. */
export interface FaultGroup {
  /** Operations, a filter, or the whole tenant. */
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

/** Returns whether the fault with the declared name is on. */
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

  /** Returns the lookup for an operation's prefix, or for the whole tenant (null). Undeclared names throw, to detect typos. */
  of(prefix: string | null): Faulty {
    return (name) => {
      if (!this.#declared.has(name)) throw new Error(`no fault is declared under the name ${name}`)
      return this.#on.has(prefix === null ? name : `${prefix}-${name}`)
    }
  }
}
