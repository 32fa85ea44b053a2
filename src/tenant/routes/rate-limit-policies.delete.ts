// Deleting a rate limit policy (part 4.1), and the faults of it.
import type { FaultGroup } from '../fault.ts'
import { policyIdCharactersMax } from '../ids.ts'
import { Refusal } from '../refusal.ts'
import type { Answer, Call, Route } from '../route.ts'

export const route: Route = {
  operation: 'rate-limit-policies.delete',
  prefix: 'delete',
  method: 'DELETE',
  path: '/rate-limit-policies/{id}',
  prepare(call) {
    const id = readId(call)
    return () => remove(id, call)
  },
  exists: (id, { policies }) => policies.has(id),
}

export const faults: readonly FaultGroup[] = [
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      'answers-200': [['accepts', 'no-body'], 'A delete is answered with 200 and the policy.'],
    },
  },
]

function readId({ id, variation }: Call): string {
  if ([...id].length > policyIdCharactersMax)
    throw new Refusal(variation.overLongPolicyIdStatus, 'invalid_uri', 'The id has more than 26 characters')
  return id
}

function remove(id: string, { state }: Call): Answer {
  if (!state.policies.delete(id))
    throw new Refusal(404, 'inexistent_policy', 'The rate limit policy does not exist')
  return { status: 204 }
}
