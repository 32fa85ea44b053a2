// The operations of the public vendor's API on the complete key set.
import { isObject, type JsonObject } from '../../base/json.ts'
import { Invalid } from '../http/refusal.ts'
import type { Call, Route } from '../route.ts'
import { requireObject } from '../values/validation.ts'

const path = '/keys/custom-signing'
const keysMax = 10

export const vendorRoutes: readonly Route[] = [
  {
    operation: 'custom-signing-keys.set',
    prefix: '',
    method: 'PUT',
    path,
    scope: 'update:custom_signing_keys',
    prepare(call) {
      const keys = readKeys(call)
      return () => {
        call.state.keySet = keys
        return { status: 200, body: { keys } }
      }
    },
  },
  {
    operation: 'custom-signing-keys.delete',
    prefix: '',
    method: 'DELETE',
    path,
    scope: 'delete:custom_signing_keys',
    prepare:
      ({ state }) =>
      () => {
        state.keySet = null
        return { status: 204 }
      },
  },
]

function readKeys({ body }: Call): readonly JsonObject[] {
  const sent = isObject(body) ? body.keys : undefined
  if (!Array.isArray(sent) || sent.length < 1 || sent.length > keysMax)
    throw new Invalid(`Expected an array of 1 to ${keysMax} keys on property keys`)
  return sent.map((one, index) => {
    const property = `keys[${index}]`
    const key = requireObject(one, `on property ${property}`)
    const { kty, use = 'sig', key_ops = ['verify'] } = key
    if (kty !== 'EC' && kty !== 'RSA')
      throw new Invalid(`No enum match (EC, RSA) on property ${property}.kty`)
    if (use !== 'sig') throw new Invalid(`No enum match (sig) on property ${property}.use`)
    if (!Array.isArray(key_ops) || key_ops.some((one) => one !== 'verify'))
      throw new Invalid(`No enum match (verify) on property ${property}.key_ops`)
    const secret = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'].find((member) => Object.hasOwn(key, member))
    if (secret !== undefined) throw new Invalid(`Additional properties not allowed: ${property}.${secret}`)
    return key
  })
}
