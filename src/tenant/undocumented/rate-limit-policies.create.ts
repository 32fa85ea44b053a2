// Making a rate limit policy: not shown by the specification, needed to have one to delete.
import { isObject, type JsonObject } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'
import type { Route } from '../route.ts'
import { policyIdCharactersMax } from '../values/ids.ts'

export const route: Route = {
  operation: 'rate-limit-policies.create',
  prefix: 'delete',
  method: 'POST',
  path: '/rate-limit-policies',
  prepare: ({ body, state, faulty }) => {
    if (!isObject(body)) throw new Invalid('Expected type object as payload')
    return () => {
      const made = state.ids.policy()
      const id = faulty('ids-of-27') ? made.padEnd(policyIdCharactersMax + 1, 'x') : made
      const policy: JsonObject = { ...body, id }
      state.policies.set(id, { id, body: policy })
      return { status: 201, body: policy }
    }
  },
}
