// Defines the paths of the admin address.
import { ConfigurationError } from '../../base/error.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { SecretMask } from '../../base/secret-mask.ts'
import type { Fault, Pace, Tenant } from '../../tenant/index.ts'
import { recordOf } from '../files/record.ts'
import { isLatency, isRate, paceLimits } from '../pace.ts'
import { AdminRefusal, type AdminRequest } from './admin-request.ts'

export interface AdminContext {
  readonly tenant: Tenant
  readonly faults: readonly Fault[]
  readonly pace: Pace
  readonly mask: SecretMask
  readonly onReset: () => void
}

const requestsMax = 1_000
const requestsDefault = 100

/** @throws AdminRefusal for a wrong request, and ConfigurationError for an unknown fault */
export async function answer(request: AdminRequest, context: AdminContext): Promise<unknown> {
  const { resource, name, method } = request
  const known = endpoints.get(name === null ? `/${resource}` : `/${resource}/{name}`)
  if (known === undefined)
    throw new AdminRefusal(
      404,
      `Unknown path: the paths are ${[...endpoints.keys()].filter((path) => path !== '/').join(', ')}`,
    )
  const act = known[method]
  if (act === undefined)
    throw new AdminRefusal(405, `This path accepts only ${Object.keys(known).join(', ')}`)
  return act(context, request)
}

type Endpoint = Readonly<Record<string, (context: AdminContext, request: AdminRequest) => unknown>>

const fault: Endpoint = {
  PUT: ({ tenant }, { name }) => turned(tenant, [...tenant.faults, name ?? '']),
  DELETE({ tenant }, { name }) {
    if (!tenant.faults.includes(name ?? '')) throw new AdminRefusal(404, `The fault "${name}" is not active`)
    return turned(
      tenant,
      tenant.faults.filter((one) => one !== name),
    )
  },
}

const faults: Endpoint = {
  GET: ({ tenant, faults: known }) => ({ on: tenant.faults, known }),
  PUT: async ({ tenant }, { body }) => turned(tenant, namesIn(await body())),
  DELETE: ({ tenant }) => turned(tenant, []),
}

const latency: Endpoint = {
  GET: ({ tenant }) => latencyOf(tenant),
  async PUT({ tenant }, { body }) {
    const { latencyMs } = membersOf(await body())
    if (!isLatency(latencyMs))
      throw new AdminRefusal(
        400,
        `Send whole milliseconds from 0 to ${paceLimits.latencyMsMax}, for example {"latencyMs": 200}`,
      )
    return latencyOf(paced(tenant, { latencyMs }))
  },
  DELETE: ({ tenant, pace: { latencyMs } }) => latencyOf(paced(tenant, { latencyMs })),
}

const rateLimit: Endpoint = {
  GET: ({ tenant }) => rateOf(tenant),
  async PUT({ tenant }, { body }) {
    const { burst, perSecond } = membersOf(await body())
    if (!isRate(burst, perSecond))
      throw new AdminRefusal(
        400,
        `Send a burst and a rate, each at most ${paceLimits.rateMax}, for example {"burst": 10, "perSecond": 2}`,
      )
    const rateLimit = { burst: Number(burst), perSecond: Number(perSecond) }
    return rateOf(paced(tenant, { rateLimit, rateLimits: {} }))
  },
  DELETE: ({ tenant, pace: { rateLimit: first, rateLimits } }) =>
    rateOf(paced(tenant, { rateLimit: first, rateLimits })),
}

const reset: Endpoint = {
  async POST({ tenant, onReset }) {
    try {
      await tenant.reset()
    } catch (error) {
      if (error instanceof ConfigurationError) throw new AdminRefusal(409, error.message)
      throw error
    }
    onReset()
    const { streams, policies } = tenant.inspect()
    return { eventStreams: streams.length, rateLimitPolicies: policies.length }
  },
}

const requests: Endpoint = {
  GET: ({ tenant, mask }, { query }) => ({ requests: lastRequests(tenant, query.get('last'), mask) }),
}

const index: Endpoint = {
  GET: () => ({
    ...{ faults: '/faults', fault: '/faults/{name}', latency: '/latency', rateLimit: '/rate-limit' },
    ...{ reset: '/reset', requests: '/requests' },
  }),
}

const endpoints: ReadonlyMap<string, Endpoint> = new Map([
  ['/', index],
  ['/faults', faults],
  ['/faults/{name}', fault],
  ['/latency', latency],
  ['/rate-limit', rateLimit],
  ['/reset', reset],
  ['/requests', requests],
])

function turned(tenant: Tenant, names: readonly string[]): Json {
  tenant.turnFaults([...new Set(names)])
  return { on: tenant.faults }
}

function namesIn(body: Json): readonly string[] {
  const { on: names } = membersOf(body)
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string'))
    throw new AdminRefusal(400, 'Send the names of the faults, for example {"on": ["NAME"]}')
  return names.map(String)
}

function membersOf(body: Json): Readonly<Record<string, Json | undefined>> {
  return isObject(body) ? body : {}
}

function paced(tenant: Tenant, pace: Partial<Pace>): Tenant {
  tenant.setPace(pace)
  return tenant
}

function latencyOf({ pace: { latencyMs } }: Tenant): Json {
  return { latencyMs }
}

function rateOf({ pace: { rateLimit, rateLimits } }: Tenant): unknown {
  return { ...rateLimit, operations: rateLimits }
}

function lastRequests(tenant: Tenant, last: string | null, mask: SecretMask): readonly unknown[] {
  const count = last === null ? requestsDefault : /^\d{1,4}$/.test(last) ? Number(last) : Number.NaN
  if (!(count >= 1 && count <= requestsMax))
    throw new AdminRefusal(400, `The query parameter last must be a whole number from 1 to ${requestsMax}`)
  return tenant
    .inspect()
    .requests.slice(-count)
    .map((request) => recordOf(request, mask))
}
