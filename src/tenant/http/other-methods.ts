// Faults of undocumented methods on the paths of operations (RFC 9110, section 9.2.1).
import type { FaultGroup, Faulty } from '../faults/fault.ts'
import { internalError, Refusal } from './refusal.ts'

export const faults: readonly FaultGroup[] = [
  {
    of: () => true,
    seeds: {
      'options-500': ['other-methods', 'OPTIONS gets 500.'],
      'allow-missing': ['other-methods', 'OPTIONS gets 405 without an Allow header.'],
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: { 'get-carried-out': ['other-methods', 'A GET request deletes the resource.'] },
  },
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'head-without-token': ['other-methods', 'HEAD needs no token.'],
      'head-404': ['other-methods', 'HEAD gets 404, although GET gets a success response.'],
    },
  },
]

export function headStatus(faulty: Faulty): 200 | 404 | null {
  if (faulty('head-without-token')) return 200
  return faulty('head-404') ? 404 : null
}

export function optionsRefused(faulty: Faulty): Refusal | null {
  if (faulty('options-500')) return internalError()
  return faulty('allow-missing') ? new Refusal(405, 'method_not_allowed', 'There is no such method') : null
}
