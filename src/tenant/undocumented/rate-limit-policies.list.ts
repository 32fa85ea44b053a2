// Lists rate limit policies. The operation is undocumented, but a run needs it to see deletions.
import type { Route } from '../route.ts'

export const route: Route = {
  operation: 'rate-limit-policies.list',
  prefix: '',
  method: 'GET',
  path: '/rate-limit-policies',
  prepare:
    ({ state }) =>
    () => ({
      status: 200,
      body: { rateLimitPolicies: [...state.policies.values()].map(({ body }) => body) },
    }),
}
