// Creates a rate limit policy. The operation is undocumented, but a run needs it to test deletions.
import type { JsonObject } from '../../base/json.ts'
import type { Route } from '../route.ts'
import { policyIdCharactersMax } from '../values/ids.ts'
import { requireObject } from '../values/validation.ts'

export const route: Route = {
  operation: 'rate-limit-policies.create',
  prefix: 'delete',
  method: 'POST',
  path: '/rate-limit-policies',
  prepare: ({ body, state, faulty }) => {
    const sent = requireObject(body)
    return () => {
      const gone = [...state.deletedPolicies].at(-1)
      if (gone !== undefined && faulty('deleted-comes-back'))
        state.keepPolicy({ id: gone, body: { id: gone } })
      const again = gone !== undefined && !state.policies.has(gone) && faulty('id-given-again')
      const made = again ? gone : state.ids.policy()
      const id = faulty('ids-of-27') ? made.padEnd(policyIdCharactersMax + 1, 'x') : made
      const policy: JsonObject = { ...sent, id }
      state.keepPolicy({ id, body: policy })
      return { status: 201, body: policy }
    }
  },
}
