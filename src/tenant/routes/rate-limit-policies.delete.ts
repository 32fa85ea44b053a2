// Deletes a rate limit policy, with faults (part 4.1 of the specification).
import type { FaultGroup } from '../faults/fault.ts'
import { Refusal } from '../http/refusal.ts'
import type { Answer, Call, Route } from '../route.ts'
import { policyIdCharactersMax } from '../values/ids.ts'
import { resolveId } from '../values/path-id.ts'

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
      'answers-200-with-policy': [['no-body', 'accepts'], 'A delete gets 200 with the policy.'],
      'answers-200-without-body': ['accepts', 'A delete gets 200 without a body.'],
      'answers-202': ['accepts', 'A delete gets 202.'],
      'answers-404-although-deleted': ['accepts', 'A delete of an existing policy gets 404.'],
      'answers-200-with-message': [['no-body', 'accepts'], 'A delete gets 200 with a message.'],
      'later-deletes-200': ['accepts', 'Every delete after the first gets 200.'],
      'later-deletes-200-with-message': [
        ['no-body', 'accepts'],
        'Every delete after the first gets 200 with a message.',
      ],
      'deleted-204-after-another': [
        'deleted-404',
        'A second delete of a policy gets 204 if another policy was deleted meanwhile.',
      ],
      'deleted-204-again': ['deleted-404', 'A second delete of a policy gets 204.'],
      'deleted-410': ['deleted-404', 'A request for a deleted policy gets 410.'],
      'deletes-nothing': ['deleted-404', 'A delete gets 204, but deletes nothing.'],
      'fourth-deletes-nothing': ['deleted-404', 'Every fourth delete gets 204, but deletes nothing.'],
      'unknown-204': ['unknown-404', 'A delete of a policy that never existed gets 204.'],
      'unknown-400': ['unknown-404', 'A delete of a policy that never existed gets 400.'],
      'unknown-403': ['unknown-404', 'A delete of a policy that never existed gets 403.'],
      'unknown-500': ['no-server-error', 'A delete of a policy that never existed gets 500.'],
      'id-compared-by-prefix': [
        ['unknown-404', 'accepts', 'other-id', 'policies-independent'],
        'A delete ignores the last character of the path id and removes the first matching policy.',
      ],
      'removes-next': [
        ['policies-independent', 'auth-changes-nothing'],
        'A delete also removes the policy that was created after the deleted policy.',
      ],
      'removes-previous': [
        ['policies-independent', 'auth-changes-nothing'],
        'A delete also removes the policy that was created before the deleted policy.',
      ],
      'removes-all': ['policies-independent', 'A delete removes every policy.'],
      'shorter-id-deletes': [
        'policies-independent',
        'A delete with the id of a policy without the last character gets 404, but deletes the policy.',
      ],
      'similar-id-deletes': [
        ['policies-independent', 'other-id'],
        'A delete with an id that differs from the id of a policy in the last character gets 404, but deletes the policy.',
      ],
      'other-id-deletes': [
        'other-id',
        'A delete with an id that differs from the id of a policy in the first character gets 404, but deletes the policy.',
      ],
      'stream-id-deletes': [
        'other-id',
        'A delete with the id of an event stream gets 404, but deletes the stream.',
      ],
      'deleted-comes-back': ['deleted-404', 'A deleted policy exists again after a new policy is created.'],
      'id-given-again': ['ids-not-reused', 'A new policy gets the id of a deleted policy.'],
      'over-long-id-deletes': [
        ['path-id-length', 'other-id', 'id-as-written'],
        'A delete with the id of a policy and extra characters gets 404, but deletes the policy.',
      ],
      'over-long-id-204': [
        ['path-id-length', 'other-id', 'id-as-written'],
        'A delete with an id that is too long gets 204.',
      ],
      'over-long-id-cut': [
        ['path-id-length', 'accepts', 'other-id', 'id-as-written'],
        'An id that is too long is cut to 26 characters and finds a policy.',
      ],
      'over-long-id-500': ['no-server-error', 'A delete with an id that is too long gets 500.'],
      'ids-of-27': [['returned-id', 'path-id-length', 'accepts'], 'The ids of policies have 27 characters.'],
    },
  },
]

function readId({ id: written, variation, faulty, state }: Call): string {
  const id = resolveId(written, [...state.policies.keys()], faulty)
  const characters = [...id]
  if (characters.length <= policyIdCharactersMax || faulty('ids-of-27')) return id
  if (faulty('over-long-id-deletes'))
    for (const known of state.policies.keys()) if (id.startsWith(known)) state.removePolicy(known)
  if (faulty('over-long-id-cut')) return characters.slice(0, policyIdCharactersMax).join('')
  if (faulty('over-long-id-204')) return ''
  if (faulty('over-long-id-500')) throw new Refusal(500, 'internal', 'Value too long for column id')
  throw new Refusal(variation.overLongPolicyIdStatus, 'invalid_uri', 'The id has more than 26 characters')
}

function remove(id: string, call: Call): Answer {
  const { state, faulty, count } = call
  if (id === '' && faulty('over-long-id-204')) return { status: 204 }
  const found = find(id, call)
  if (found === null) return unknown(id, call)
  const ids = [...state.policies.keys()]
  const index = ids.indexOf(found)
  if (faulty('deletes-nothing') || (count % 4 === 0 && faulty('fourth-deletes-nothing')))
    return { status: 204 }
  const policy = state.policies.get(found)
  state.removePolicy(found)
  state.noteDeletedPolicy(found)
  if (faulty('removes-all')) for (const known of [...state.policies.keys()]) state.removePolicy(known)
  if (faulty('removes-next')) state.removePolicy(ids[index + 1] ?? '')
  if (faulty('removes-previous')) state.removePolicy(ids[index - 1] ?? '')
  const later = state.deletedPolicies.size > 1
  if (later && faulty('later-deletes-200')) return { status: 200 }
  if (later && faulty('later-deletes-200-with-message')) return { status: 200, body: { message: 'deleted' } }
  if (faulty('answers-200-with-policy')) return { status: 200, body: policy?.body ?? {} }
  if (faulty('answers-200-without-body')) return { status: 200 }
  if (faulty('answers-202')) return { status: 202 }
  if (faulty('answers-404-although-deleted')) throw notFound()
  if (faulty('answers-200-with-message')) return { status: 200, body: { message: 'deleted' } }
  return { status: 204 }
}

function find(id: string, { state, faulty }: Call): string | null {
  if (state.policies.has(id)) return id
  if (!faulty('id-compared-by-prefix')) return null
  return [...state.policies.keys()].find((known) => known.startsWith(id.slice(0, -1))) ?? null
}

function unknown(id: string, { state, faulty }: Call): Answer {
  if (state.deletedPolicies.has(id)) {
    if (faulty('deleted-204-again')) return { status: 204 }
    if ([...state.deletedPolicies].at(-1) !== id && faulty('deleted-204-after-another'))
      return { status: 204 }
    throw faulty('deleted-410') ? new Refusal(410, 'gone', 'The rate limit policy was deleted') : notFound()
  }
  for (const known of state.policies.keys()) {
    const shorter = known.slice(0, -1)
    const meant = faulty('shorter-id-deletes')
      ? shorter === id
      : faulty('similar-id-deletes') && shorter === id.slice(0, -1)
    if (meant) state.removePolicy(known)
  }
  for (const known of state.policies.keys())
    if (known.slice(1) === id.slice(1) && faulty('other-id-deletes')) state.removePolicy(known)
  if (state.streams.has(id) && faulty('stream-id-deletes')) state.removeStream(id)
  if (faulty('unknown-204')) return { status: 204 }
  if (faulty('unknown-400')) throw new Refusal(400, 'invalid_uri', 'No such id')
  if (faulty('unknown-403')) throw new Refusal(403, 'forbidden', 'Not yours')
  if (faulty('unknown-500')) throw new Refusal(500, 'internal', 'No row')
  throw notFound()
}

function notFound(): Refusal {
  return new Refusal(404, 'inexistent_policy', 'The rate limit policy does not exist')
}
