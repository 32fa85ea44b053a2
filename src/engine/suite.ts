// Declares suites: the checks of one operation, or of one concern (such as authentication) for all
// operations.
import type { Phase } from '../base/event.ts'
import { using } from './fixture.ts'
import type { TestContext } from './test-context.ts'
import type { AdapterSource, ResourceAdapter, ResourceClient } from './under-test/index.ts'
import type { Watch } from './watch/response-judge.ts'

/** Returns if the tenant satisfies the clause. Otherwise, a function of `must` throws. */
export type Check = (context: TestContext) => Promise<void>

export interface PhasedCheck {
  readonly phase: Phase
  readonly run: Check
  /**
   * Checks with the same key never run at the same time. Default: the first exclusive resource among the
   * resource of the operation and its parents, or no key.
   */
  readonly exclusive?: string
  readonly delivering?: boolean
  /**
   * True to begin in the first phase, for a check with a long sequence of requests. The check must observe
   * only its own resources.
   */
  readonly early?: boolean
  /**
   * A second function, which observes answers to open points in parallel with the first phase. It judges
   * nothing, uses only its own resources, and never throws because of the tenant's behaviour.
   */
  readonly observing?: Check
}

export type Checks = Readonly<Record<string, Check | PhasedCheck>>

export interface OperationSuite {
  readonly kind: 'operation'
  readonly operation: string
  /** The key is the clause's id without the operation. */
  readonly checks: Checks
  readonly watch?: Watch
}

export interface CrossSuite {
  readonly kind: 'cross'
  readonly concern: string
  readonly each: Checks
  /** The key is the name in an `any.<name>` clause. */
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

export type ResourceChecks<D extends ResourceAdapter> = Readonly<
  Record<string, ResourceCheck<D> | PhasedResourceCheck<D>>
>

/** The checks receive the client of the adapter's resource. */
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

/** @param watch receives the well-formed responses of the operation to valid requests */
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

/**
 * @param parts checks in `each` run for every operation with the clause. Checks in `any` run once for the
 * tenant
 */
export function crossSuite(
  concern: string,
  parts: { readonly each?: Checks; readonly any?: Checks },
): CrossSuite {
  return { kind: 'cross', concern, each: parts.each ?? {}, any: parts.any ?? {} }
}

export function random(run: Check): PhasedCheck
export function random<D extends ResourceAdapter>(run: ResourceCheck<D>): PhasedResourceCheck<D>
export function random<Run>(run: Run): { readonly phase: Phase; readonly run: Run } {
  return { phase: 'random', run }
}

export function apartFrom(resource: string, run: Check): PhasedCheck {
  return { phase: 'examples', run, exclusive: resource }
}

/**
 * Runs the check in the stateful phase. Checks with deliveries run one at a time, unless the tenant sends an
 * event only to the resource that the trigger names.
 */
export function delivering(run: Check): PhasedCheck {
  return {
    phase: 'stateful',
    delivering: true,
    run: using([run], (context) => context.events.turn(() => run(context))),
  }
}

export function stateful(run: Check): PhasedCheck
export function stateful<D extends ResourceAdapter>(run: ResourceCheck<D>): PhasedResourceCheck<D>
export function stateful<Run>(run: Run): { readonly phase: Phase; readonly run: Run } {
  return { phase: 'stateful', run }
}
