// Declares checks: a suite per operation, and suites of concerns across operations.
import type { Phase } from '../base/event.ts'
import { using } from './fixture.ts'
import type { TestContext } from './test-context.ts'
import type { AdapterSource, ResourceAdapter, ResourceClient } from './under-test/index.ts'
import type { Watch } from './watch/response-judge.ts'

/** Returns if the clause holds; otherwise throws through `must`. */
export type Check = (context: TestContext) => Promise<void>

export interface PhasedCheck {
  readonly phase: Phase
  readonly run: Check
  /** Checks with the same key never overlap; default: by the resource of the operation. */
  readonly exclusive?: string
  /** Whether it observes deliveries. */
  readonly delivering?: boolean
  /** Begins amidst the first phase: it sends many requests in sequence, and looks only at what it makes. */
  readonly early?: boolean
  /**
   * Runs beside the first phase, for what the specification leaves open. It judges nothing, throws nothing for what the
   * tenant does, and looks only at what it makes.
   */
  readonly observing?: Check
}

export type Checks = Readonly<Record<string, Check | PhasedCheck>>

export interface OperationSuite {
  readonly kind: 'operation'
  readonly operation: string
  /** By clause name: the id without the operation. */
  readonly checks: Checks
  readonly watch?: Watch
}

export interface CrossSuite {
  readonly kind: 'cross'
  readonly concern: string
  /** By clause name, for each operation that has the clause. */
  readonly each: Checks
  /** For `any.<name>` clauses, by name. */
  readonly any: Checks
}

export type Suite = OperationSuite | CrossSuite

export type ResourceCheck<D extends ResourceAdapter> = (
  context: TestContext,
  collection: ResourceClient<D>,
) => Promise<void>

export interface PhasedResourceCheck<D extends ResourceAdapter> {
  readonly phase: Phase
  readonly run: ResourceCheck<D>
  readonly early?: boolean
}

/** Checks on the resources of one kind, by clause name. */
export type ResourceChecks<D extends ResourceAdapter> = Readonly<
  Record<string, ResourceCheck<D> | PhasedResourceCheck<D>>
>

/** Declares the checks of one operation on the resources of an adapter, which each of them gets. */
export function resourceSuite<D extends ResourceAdapter>(
  operation: string,
  source: AdapterSource<D>,
  checks: ResourceChecks<D>,
): OperationSuite {
  const bound = (run: ResourceCheck<D>): Check =>
    using([run, source], (context) => run(context, context.resource(source)))
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

/** Declares the checks of one operation; `watch` sees all its responses. */
export function suite(operation: string, checks: Checks, watch?: Watch): OperationSuite {
  return { kind: 'operation', operation, checks, ...(watch === undefined ? {} : { watch }) }
}

export function watchesOf(suites: readonly Suite[]): ReadonlyMap<string, Watch> {
  return new Map(
    suites.flatMap((one) =>
      one.kind === 'operation' && one.watch !== undefined ? [[one.operation, one.watch] as const] : [],
    ),
  )
}

/** Declares checks of a concern: `each` per operation with the clause, `any` for the whole tenant. */
export function crossSuite(
  concern: string,
  parts: { readonly each?: Checks; readonly any?: Checks },
): CrossSuite {
  return { kind: 'cross', concern, each: parts.each ?? {}, any: parts.any ?? {} }
}

/** Runs the check in the random phase. */
export function random(run: Check): PhasedCheck
export function random<D extends ResourceAdapter>(run: ResourceCheck<D>): PhasedResourceCheck<D>
export function random<Run>(run: Run): { readonly phase: Phase; readonly run: Run } {
  return { phase: 'random', run }
}

/** The check works on the state of that resource. */
export function apartFrom(resource: string, run: Check): PhasedCheck {
  return { phase: 'examples', run, exclusive: resource }
}

/** Runs the check in the stateful phase, alone if an event may reach all that forward. */
export function delivering(run: Check): PhasedCheck {
  return {
    phase: 'stateful',
    delivering: true,
    run: using([run], (context) => context.events.turn(() => run(context))),
  }
}

/** Runs the check in the stateful phase. */
export function stateful(run: Check): PhasedCheck
export function stateful<D extends ResourceAdapter>(run: ResourceCheck<D>): PhasedResourceCheck<D>
export function stateful<Run>(run: Run): { readonly phase: Phase; readonly run: Run } {
  return { phase: 'stateful', run }
}
