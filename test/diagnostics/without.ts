// Runs without some prerequisites, and finds the clauses that then have no verdict.
import type { RunEvent } from '../../src/base/event.ts'
import type { Verdict } from '../../src/base/verdict.ts'
import type { WriteMode } from '../../src/base/write-mode.ts'
import { loadContract } from '../../src/contract/index.ts'
import { type RunConfig, runChecks } from '../../src/engine/index.ts'
import { loadProfile } from '../../src/profile/index.ts'
import { resolveSettings } from '../../src/settings/run-config.ts'
import { startTenant, type TenantOptions } from '../../src/tenant/index.ts'
import { defaultVariation } from '../../src/tenant/variations/default-variation.ts'

export interface LeftOut {
  readonly writes?: WriteMode
  readonly variables?: readonly string[]
  readonly fixture?: string
  readonly tenant?: TenantOptions
  readonly change?: (config: RunConfig) => RunConfig
}

// A run exceeds the two small rate limits of the tenant on purpose. All other requests have this limit,
// which no run exceeds.
const unlimited = { burst: 100_000, perSecond: 100_000 }
const { rateLimits } = defaultVariation
const fast: TenantOptions = { variation: { rateLimit: unlimited, rateLimits } }

const principal = (name: string): readonly string[] =>
  ['ACCESS_TOKEN', 'CLIENT_ID', 'CLIENT_SECRET'].map((what) => `TENANT_${name}_${what}`)

/** The prerequisites. Each key is the name of the prerequisite in a diagnosis. */
export const things: Readonly<Record<string, LeftOut>> = {
  client: { variables: ['TENANT_CLIENT_ID', 'TENANT_CLIENT_SECRET'] },
  'access-token': { variables: ['TENANT_ACCESS_TOKEN'] },
  limited: { variables: principal('LIMITED') },
  'non-global': { variables: principal('NON_GLOBAL') },
  expired: { variables: ['TENANT_EXPIRED_ACCESS_TOKEN'] },
  'other-audience': { variables: ['TENANT_OTHER_AUDIENCE_ACCESS_TOKEN'] },
  'not-yet-valid': { variables: ['TENANT_NOT_YET_VALID_ACCESS_TOKEN'] },
  'other-issuer': { variables: ['TENANT_OTHER_ISSUER_ACCESS_TOKEN'] },
  ...Object.fromEntries(
    Object.keys(loadProfile('reference', loadContract()).fixtures ?? {}).map((name) => [
      `fixture.${name}`,
      { fixture: name },
    ]),
  ),
  'writes.none': { writes: 'none' },
  'writes.reversible': { writes: 'reversible' },
  receiver: {
    change: (config) => ({
      ...config,
      receiver: { ...config.receiver, blocker: 'the receiver is left out' },
    }),
  },
  rate: { tenant: { rateLimit: unlimited } },
}

export async function verdictsWithout(
  {
    writes = 'destructive',
    variables = [],
    fixture,
    tenant: other = fast,
    change = (config) => config,
  }: LeftOut,
  only: readonly string[] = [],
): Promise<ReadonlyMap<string, Verdict>> {
  const tenant = await startTenant(other)
  try {
    const environment = Object.fromEntries(
      Object.entries(tenant.environment).filter(([name]) => !variables.includes(name)),
    )
    const profile = loadProfile('reference', loadContract())
    const fixtures = Object.fromEntries(
      Object.entries(profile.fixtures ?? {}).filter(([name]) => name !== fixture),
    )
    const config = resolveSettings(
      { baseUrl: tenant.baseUrl, writes, seed: 1, examples: 2, only, profile: { ...profile, fixtures } },
      environment,
      false,
    )
    const verdicts = new Map<string, Verdict>()
    const emit = (event: RunEvent): void => {
      // Skips clauses of the profile, because they are judged separately.
      if (event.type === 'clause-judged' && config.contract.clauses.has(event.clause))
        verdicts.set(event.clause, event.verdict)
    }
    await runChecks(change({ ...config, writesAsked: false }), { emit, signal: new AbortController().signal })
    return verdicts
  } finally {
    await tenant.close()
  }
}

/** Returns the clauses that have a verdict only in the first run. */
export function lost(
  all: ReadonlyMap<string, Verdict>,
  without: ReadonlyMap<string, Verdict>,
): readonly string[] {
  const open = (verdict: Verdict | undefined): boolean => verdict === 'not-run' || verdict === 'inconclusive'
  return [...all].flatMap(([id, verdict]) => (!open(verdict) && open(without.get(id)) ? [id] : [])).sort()
}

const bases = new Map<WriteMode, Promise<ReadonlyMap<string, Verdict>>>()

function baseOf(writes: WriteMode): Promise<ReadonlyMap<string, Verdict>> {
  const base = bases.get(writes) ?? verdictsWithout({ writes })
  bases.set(writes, base)
  return base
}

/** Returns the clauses that have no verdict in this write mode without this prerequisite. */
export async function lostWithout(
  thing: string,
  writes: 'destructive' | 'reversible',
): Promise<readonly string[]> {
  return lost(await baseOf(writes), await verdictsWithout({ writes, ...things[thing] }))
}

/** The prerequisites that `src/diagnostics/unlocks.json` contains. */
export const measured = {
  destructive: Object.keys(things),
  reversible: Object.keys(things).filter((thing) => thing.startsWith('fixture.')),
} as const
