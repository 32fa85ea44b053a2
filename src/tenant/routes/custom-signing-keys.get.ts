// Reads the custom signing keys, with faults (part 4.3 of the specification).
import type { Json } from '../../base/json.ts'
import type { FaultGroup } from '../faults/fault.ts'
import { Refusal } from '../http/refusal.ts'
import { withKeyFaults } from '../keys/key-faults.ts'
import { keySetOf } from '../keys/key-set.ts'
import type { Answer, Call, Route } from '../route.ts'

export const route: Route = {
  operation: 'custom-signing-keys.get',
  prefix: 'keys',
  method: 'GET',
  path: '/keys/custom-signing',
  prepare: (call) => () => read(call),
}

export const faults: readonly FaultGroup[] = [
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'keys-object-returned': ['keys-array', 'keys is an object with a member for each kid.'],
      'keys-null-returned': ['keys-array', 'keys is null.'],
      'keys-text-returned': ['keys-array', 'keys is a string with the array as JSON.'],
      'key-texts-returned': ['key-objects', 'Each key is a string with JSON.'],
      'null-key-returned': ['key-objects', 'The last element of keys is null.'],
      'kids-renewed': ['read-changes-nothing', 'The values of kid change with each read.'],
      'key-missing-in-turn': ['read-changes-nothing', 'Each response lacks one key, each time another.'],
      'always-500': ['accepts', 'Every authorized request gets 500.'],
    },
  },
]

function read(call: Call): Answer {
  const { state, variation, faulty, count } = call
  if (faulty('always-500')) throw new Refusal(500, 'internal', 'No key')
  if (state.keySet === null) throw new Refusal(404, 'not_found', 'There are no custom signing keys')
  let keys = withKeyFaults(state.keySet ?? keySetOf(variation), faulty)
  if (faulty('kids-renewed')) keys = keys.map((key) => ({ ...key, kid: `${String(key.kid)}-${count}` }))
  if (faulty('key-missing-in-turn')) keys = keys.filter((_key, index) => index !== count % keys.length)
  return {
    status: variation.success['custom-signing-keys.get'] ?? 200,
    body: { keys: shaped(keys, faulty) },
  }
}

function shaped(keys: ReturnType<typeof keySetOf>, faulty: Call['faulty']): Json {
  if (faulty('keys-object-returned')) return Object.fromEntries(keys.map((key) => [String(key.kid), key]))
  if (faulty('keys-null-returned')) return null
  if (faulty('keys-text-returned')) return JSON.stringify(keys)
  if (faulty('key-texts-returned')) return keys.map((key) => JSON.stringify(key))
  if (faulty('null-key-returned')) return [...keys, null]
  return keys
}
