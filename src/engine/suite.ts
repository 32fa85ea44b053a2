// How checks are declared: a suite per operation, and suites of concerns that cut across operations.
import type { Phase } from '../base/event.ts'
import type { Collection, Driver, DriverSource } from './subjects/index.ts'
import type { Tester } from './tester.ts'
import type { Watch } from './watch/watch.ts'

/** Observes the tenant for one clause. Returns when satisfied; throws through `must` when not. */
export type Check = (tester: Tester) => Promise<void>

/** A check that is run in another phase than `examples`. */
export interface PhasedCheck {
  readonly phase: Phase
  readonly run: Check
  /** Checks with the same key never overlap; default: by the resource of the clause's operation. */
  readonly exclusive?: string
  /** Whether it sees what the tenant delivers. */
  readonly delivering?: boolean
  /**
   * Whether it begins amidst those of the first phase, whatever its own is: it sends many requests one after another, and looks at nothing
   * but what it makes itself.
   */
  readonly early?: boolean
  /**
   * Has the tenant show what the specification leaves open, beside the checks of the first phase: it takes long, and looks at nothing but what
   * it makes itself. It judges nothing, and throws nothing for what the tenant does.
   */
  readonly observing?: Check
}

export type Checks = Readonly<Record<string, Check | PhasedCheck>>

export interface OperationSuite {
  readonly kind: 'operation'
  readonly operation: string
  /** Checks by clause name, that is the clause's id without the operation. */
  readonly checks: Checks
  readonly watch?: Watch
}

export interface CrossSuite {
  readonly kind: 'cross'
  readonly concern: string
  /** Checks by clause name, run for each operation that has the clause. */
  readonly each: Checks
  /** Checks of `any.<name>` clauses, by name. */
  readonly any: Checks
}

export type Suite = OperationSuite | CrossSuite

/** A check on the resources of one kind. */
export type ResourceCheck<D extends Driver> = (tester: Tester, collection: Collection<D>) => Promise<void>

/** The same in another phase than `examples`. */
export interface PhasedResourceCheck<D extends Driver> {
  readonly phase: Phase
  readonly run: ResourceCheck<D>
  readonly early?: boolean
}

/** Checks on the resources of one kind, by clause name. */
export type ResourceChecks<D extends Driver> = Readonly<
  Record<string, ResourceCheck<D> | PhasedResourceCheck<D>>
>

/** Declares the checks of one operation on the resources of a driver, which each of them gets. */
export function resourceSuite<D extends Driver>(
  operation: string,
  source: DriverSource<D>,
  checks: ResourceChecks<D>,
): OperationSuite {
  const bound =
    (run: ResourceCheck<D>): Check =>
    (tester) =>
      run(tester, tester.resource(source))
  return suite(
    operation,
    Object.fromEntries(
      Object.entries(checks).map(([name, check]) => [
        name,
        typeof check === 'function' ? bound(check) : { ...check, run: bound(check.run) },
      ]),
    ),
  )
}

/** Declares the checks of one operation, and what is watched in all of its answers. */
export function suite(operation: string, checks: Checks, watch?: Watch): OperationSuite {
  return { kind: 'operation', operation, checks, ...(watch === undefined ? {} : { watch }) }
}

/** What the suites watch in the answers of their operations, by operation. */
export function watchesOf(suites: readonly Suite[]): ReadonlyMap<string, Watch> {
  return new Map(
    suites.flatMap((one) =>
      one.kind === 'operation' && one.watch !== undefined ? [[one.operation, one.watch] as const] : [],
    ),
  )
}

/** Declares the checks of a concern: `each` for every operation that has the clause, `any` for the tenant as a whole. */
export function crossSuite(
  concern: string,
  parts: { readonly each?: Checks; readonly any?: Checks },
): CrossSuite {
  return { kind: 'cross', concern, each: parts.each ?? {}, any: parts.any ?? {} }
}

/** Runs the check in the random phase. */
export function random(run: Check): PhasedCheck
export function random<D extends Driver>(run: ResourceCheck<D>): PhasedResourceCheck<D>
export function random<Run>(run: Run): { readonly phase: Phase; readonly run: Run } {
  return { phase: 'random', run }
}

/** Runs the check apart from those of the resource, whose state it works on as well. */
export function apartFrom(resource: string, run: Check): PhasedCheck {
  return { phase: 'examples', run, exclusive: resource }
}

/** Runs the check, which triggers events, in the stateful phase: by itself where one may reach all that forward. */
export function delivering(run: Check): PhasedCheck {
  return {
    phase: 'stateful',
    delivering: true,
    run: (tester) => tester.events.turn(() => run(tester)),
  }
}

/** Runs the check in the stateful phase. */
export function stateful(run: Check): PhasedCheck
export function stateful<D extends Driver>(run: ResourceCheck<D>): PhasedResourceCheck<D>
export function stateful<Run>(run: Run): { readonly phase: Phase; readonly run: Run } {
  return { phase: 'stateful', run }
}
