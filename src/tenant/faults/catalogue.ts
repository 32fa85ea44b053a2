// Collects the operations, faults and variations of the tenant.
import { ConfigurationError } from '../../base/error.ts'
import { closest } from '../../base/text/nearest.ts'
import { commandName } from '../../base/tool.ts'
import type { Route } from '../route.ts'
import type { Variation } from '../variations/variation.ts'
import { type Discovered, tenantModules } from './discover.ts'
import { type Fault, type FaultGroup, faultsOf } from './fault.ts'

export interface Catalogue {
  readonly routes: readonly Route[]
  /** Operations that the specification does not describe, for fixtures of a profile. */
  readonly undocumented: readonly Route[]
  /**
   * The vendor's operations. They replace undocumented operations with the same method and path.
   */
  readonly vendor: readonly Route[]
  readonly groups: readonly FaultGroup[]
  /** Sorted by name. */
  readonly faults: readonly Fault[]
  readonly variations: ReadonlyMap<string, Partial<Variation>>
}

let gathered: Promise<Catalogue> | null = null

/** The process builds the catalogue only once. */
export function catalogue(): Promise<Catalogue> {
  gathered ??= gather()
  return gathered
}

export async function tenantFaults(): Promise<readonly Fault[]> {
  return (await catalogue()).faults
}

export async function tenantVariations(): Promise<readonly string[]> {
  return [...(await catalogue()).variations.keys()]
}

async function gather(): Promise<Catalogue> {
  const modules = await tenantModules()
  const routed = modules.filter(({ exports }) => exports.route !== undefined)
  const isUndocumented = ({ folder }: Discovered): boolean => folder === 'undocumented'
  const routeOf = ({ exports }: Discovered): Route => exports.route as Route
  const routes = routed.filter((module) => !isUndocumented(module)).map(routeOf)
  const groups = modules.flatMap(({ exports }) => (exports.faults ?? []) as readonly FaultGroup[])
  const faults = groups.flatMap((group) => faultsOf(group, routes)).sort((a, b) => (a.name < b.name ? -1 : 1))
  const twice = faults.find((fault, index) => faults[index + 1]?.name === fault.name)
  if (twice !== undefined) throw new Error(`two faults have the name ${twice.name}`)
  return {
    routes,
    undocumented: routed.filter(isUndocumented).map(routeOf),
    vendor: modules.flatMap(({ exports }) => (exports.vendorRoutes ?? []) as readonly Route[]),
    groups,
    faults,
    variations: new Map(
      modules.flatMap(({ name, exports }) =>
        exports.variation === undefined ? [] : [[name, exports.variation as Partial<Variation>]],
      ),
    ),
  }
}

/** @throws ConfigurationError with similar names for an unknown name */
export function requireKnown(kind: 'fault' | 'variation', name: string, known: readonly string[]): void {
  if (known.includes(name)) return
  const near = closest(name, known, 3).map((candidate) => `"${candidate}"`)
  const meant = near.length === 0 ? '' : ` (did you mean ${near.join(' or ')}?)`
  const all =
    kind === 'fault' ? `\`${commandName} serve --list-faults\` lists them` : `known: ${known.join(', ')}`
  throw new ConfigurationError(`There is no ${kind} "${name}"${meant}: ${all}.`)
}
