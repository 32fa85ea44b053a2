// The rate limit policies of the public vendor's API, except for their deletion.
import type { Json, JsonObject } from '../../base/json.ts'
import { Invalid, Refusal } from '../http/refusal.ts'
import type { Call, Route } from '../route.ts'
import { route as create } from '../undocumented/rate-limit-policies.create.ts'
import { route as list } from '../undocumented/rate-limit-policies.list.ts'
import { renderTime, timeNow } from '../values/timestamp.ts'
import { refuseUnknown, requireObject, requireString } from '../values/validation.ts'
import { pageOf } from './pagination.ts'

const members = ['resource', 'consumer', 'consumer_selector'] as const
const limits: Readonly<Record<string, readonly string[]>> = {
  allow: ['action'],
  block: ['action', 'limit'],
  log: ['action', 'limit'],
  redirect: ['action', 'limit', 'redirect_uri'],
}

export const vendorRoutes: readonly Route[] = [
  {
    ...create,
    prepare(call) {
      const body = readCreated(call.body)
      return () => {
        const same = [...call.state.policies.values()].some((policy) =>
          members.every((member) => policy.body[member] === body[member]),
        )
        if (same)
          throw new Refusal(
            409,
            'policy_conflict',
            'A policy with this resource, consumer and consumer_selector exists',
          )
        const now = now6()
        return create.prepare({ ...call, body: { ...body, created_at: now, updated_at: now } })()
      }
    },
  },
  {
    ...list,
    prepare:
      ({ state, query }) =>
      () => {
        const { resource, consumer, consumer_selector } = Object.fromEntries(new URLSearchParams(query ?? ''))
        const wanted = { resource, consumer, consumer_selector }
        const found = [...state.policies.values()].filter(({ body }) =>
          members.every((member) => wanted[member] === undefined || body[member] === wanted[member]),
        )
        const items = found.map(({ id, body }) => ({ id, shown: body }))
        return { status: 200, body: pageOf(items, 'rate_limit_policies', query) }
      },
  },
  {
    operation: 'rate-limit-policies.get',
    prefix: '',
    method: 'GET',
    path: '/rate-limit-policies/{id}',
    scope: 'read:rate_limit_policies',
    prepare: (call) => () => ({ status: 200, body: found(call) }),
  },
  {
    operation: 'rate-limit-policies.update',
    prefix: '',
    method: 'PATCH',
    path: '/rate-limit-policies/{id}',
    scope: 'update:rate_limit_policies',
    prepare(call) {
      const sent = requireObject(call.body)
      refuseUnknown(sent, ['configuration'])
      const configuration = readConfiguration(sent.configuration)
      return () => {
        const body: JsonObject = { ...found(call), configuration, updated_at: now6() }
        call.state.keepPolicy({ id: call.id, body })
        return { status: 200, body }
      }
    },
  },
]

function found({ id, state }: Call): JsonObject {
  const policy = state.policies.get(id)
  if (policy === undefined)
    throw new Refusal(404, 'inexistent_policy', 'The rate limit policy does not exist')
  return policy.body
}

function readCreated(value: Json | undefined): JsonObject {
  const body = requireObject(value)
  refuseUnknown(body, [...members, 'configuration'])
  for (const member of members)
    if (typeof body[member] !== 'string') throw new Invalid(`Missing required property: ${member}`)
  if (body.resource !== 'oauth_authentication_api') throw new Invalid('No enum match on property resource')
  if (body.consumer !== 'client') throw new Invalid('No enum match on property consumer')
  return { ...body, configuration: readConfiguration(body.configuration) }
}

function readConfiguration(value: Json | undefined): JsonObject {
  const configuration = requireObject(value, 'as property configuration')
  const { action, limit, redirect_uri } = configuration
  const known = typeof action === 'string' && Object.hasOwn(limits, action) ? limits[action] : undefined
  if (known === undefined) throw new Invalid('No enum match on property configuration.action')
  refuseUnknown(configuration, known)
  if (known.includes('limit') && !(Number.isSafeInteger(limit) && Number(limit) >= 0))
    throw new Invalid('Expected type integer on property configuration.limit')
  if (known.includes('redirect_uri')) requireString(redirect_uri, 'configuration.redirect_uri')
  return configuration
}

// Returns the current time with microseconds, without trailing zeros.
function now6(): string {
  return renderTime(timeNow(6), 6).replace(/\.?0+Z$/, 'Z')
}
