// Reading the custom signing keys (part 4.3), and the faults of it.
import type { FaultGroup } from '../fault.ts'
import { keySetOf } from '../key-set.ts'
import type { Route } from '../route.ts'

export const route: Route = {
  operation: 'custom-signing-keys.get',
  prefix: 'keys',
  method: 'GET',
  path: '/keys/custom-signing',
  prepare:
    ({ variation }) =>
    () => ({
      status: variation.success['custom-signing-keys.get'] ?? 200,
      body: { keys: keySetOf(variation) },
    }),
}

export const faults: readonly FaultGroup[] = []
