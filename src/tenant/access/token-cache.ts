// Faults that remember tokens: the tenant accepts or refuses a token because of earlier tokens.
import type { FaultGroup, Faulty, Seed } from '../faults/fault.ts'

const signatureRemembered = (...clauses: readonly string[]): Seed => [
  clauses,
  'A token with the signature of a previously accepted token is accepted unverified.',
]

export const faults: readonly FaultGroup[] = [
  {
    of: () => true,
    seeds: {
      'forgeries-poison': [
        'auth-forgery-harmless',
        'A token is rejected if a token with the same claims was rejected before.',
      ],
      'forgeries-poison-once': [
        'auth-forgery-harmless',
        'A token is rejected once if a token with the same claims was rejected before.',
      ],
    },
  },
  {
    of: ['event-streams.update', 'phone-templates.update'],
    seeds: {
      'valid-token-refused-at-times': ['accepts', 'Every tenth request with a valid token gets 401.'],
    },
  },
  {
    of: ['custom-signing-keys.get', 'event-streams.update', 'rate-limit-policies.delete'],
    seeds: {
      'accepted-tokens-never-end': [
        'auth-expired',
        'A token that was accepted once is still accepted after it expires. Tokens expire after 3 seconds.',
      ],
    },
  },
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'claims-remembered': [
        ['auth-altered-signature', 'auth-signature-missing', 'auth-altered-header', 'auth-alg-none'],
        'A token with the claims of a previously accepted token is accepted unverified.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'start-remembered': [
        ['auth-signature-missing', 'auth-altered-signature'],
        'A token with the header and claims of a previously accepted token is accepted unverified.',
      ],
    },
  },
  {
    of: ['custom-signing-keys.get'],
    seeds: { 'signature-remembered': signatureRemembered('auth-altered-payload', 'auth-altered-header') },
  },
  {
    of: ['phone-templates.update'],
    seeds: { 'signature-remembered': signatureRemembered('auth-altered-header', 'auth-altered-payload') },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      'first-use-trusted': [
        [
          ...['auth-altered-signature', 'auth-altered-payload', 'auth-other-key', 'auth-malformed'],
          ...['auth-expired', 'auth-other-audience', 'auth-not-yet-valid', 'auth-other-issuer'],
        ],
        'A token with claims that the tenant has not received before is accepted unverified.',
      ],
    },
  },
]

interface Memory {
  readonly accepted: Set<string>
  readonly refused: Set<string>
  verified: number
}

// Each operation of each tenant has its own function `Faulty`, which serves as the key.
const memories = new WeakMap<Faulty, Memory>()

function memoryOf(faulty: Faulty): Memory {
  const memory = memories.get(faulty) ?? { accepted: new Set(), refused: new Set(), verified: 0 }
  memories.set(faulty, memory)
  return memory
}

const remembers = (faulty: Faulty): boolean =>
  faults.some(({ seeds }) => Object.keys(seeds).some((name) => faulty(name)))

// Tokens with this lifetime expire during a run.
const soonS = 3

/** Returns the lifetime of new tokens, which is short if a fault accepts expired tokens. */
export function lifetimeOf(lifetimeS: number, operations: readonly Faulty[]): number {
  return operations.some((faulty) => faulty('accepted-tokens-never-end')) ? soonS : lifetimeS
}

export function remember(token: string, as: 'accepted' | 'refused', faulty: Faulty): void {
  if (remembers(faulty)) memoryOf(faulty)[as].add(token)
}

/** Returns whether a fault accepts this invalid token after a comparison with earlier tokens. */
export function isRemembered(token: string, faulty: Faulty): boolean {
  const { accepted, refused } = memoryOf(faulty)
  const [head, payload, signature] = token.split('.')
  const matches = (known: string): boolean => {
    const [knownHead, knownPayload, knownSignature] = known.split('.')
    return (
      (faulty('claims-remembered') && knownPayload === payload) ||
      (faulty('start-remembered') && knownHead === head && knownPayload === payload) ||
      (faulty('signature-remembered') && knownSignature === signature) ||
      (faulty('accepted-tokens-never-end') && known === token)
    )
  }
  const unseen = (): boolean =>
    payload !== undefined && ![...accepted, ...refused].some((known) => known.split('.')[1] === payload)
  return [...accepted].some(matches) || (faulty('first-use-trusted') && unseen())
}

/** Returns true for every tenth valid token if a fault rejects these tokens. */
export function isRefusedAtTimes(faulty: Faulty): boolean {
  if (!faulty('valid-token-refused-at-times')) return false
  const memory = memoryOf(faulty)
  memory.verified += 1
  return memory.verified % 10 === 0
}

/** Returns whether a fault rejects this token, because a rejected token had the same claims. */
export function isPoisoned(token: string, faulty: Faulty): boolean {
  const [, payload] = token.split('.')
  const { refused } = memoryOf(faulty)
  const alike = [...refused].filter((known) => payload !== undefined && known.split('.')[1] === payload)
  if (faulty('forgeries-poison-once')) for (const known of alike) refused.delete(known)
  return alike.length > 0 && (faulty('forgeries-poison') || faulty('forgeries-poison-once'))
}
