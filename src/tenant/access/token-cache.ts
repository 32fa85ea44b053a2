// Faults: a tenant trusts or refuses tokens because of earlier ones.
import type { FaultGroup, Faulty, Seed } from '../faults/fault.ts'

const signatureRemembered = (...clauses: readonly string[]): Seed => [
  clauses,
  'A token with the signature of one that was accepted is not verified again.',
]

export const faults: readonly FaultGroup[] = [
  {
    of: () => true,
    seeds: {
      'forgeries-poison': [
        'auth-forgery-harmless',
        'A token is refused after another one with the same claims was.',
      ],
      'forgeries-poison-once': [
        'auth-forgery-harmless',
        'A token is refused once after another one with the same claims was.',
      ],
    },
  },
  {
    of: ['event-streams.update', 'phone-templates.update'],
    seeds: {
      'valid-token-refused-at-times': ['accepts', 'Every tenth request under a valid token gets 401.'],
    },
  },
  {
    of: ['custom-signing-keys.get', 'event-streams.update', 'rate-limit-policies.delete'],
    seeds: {
      'accepted-tokens-never-end': [
        'auth-expired',
        'Tokens end soon, and one that was accepted before it ended is accepted afterwards, too.',
      ],
    },
  },
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      'claims-remembered': [
        ['auth-altered-signature', 'auth-signature-missing', 'auth-altered-header', 'auth-alg-none'],
        'A token with the claims of one that was accepted is not verified again.',
      ],
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      'start-remembered': [
        ['auth-signature-missing', 'auth-altered-signature'],
        'A token that begins as one that was accepted is not verified again.',
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
        'A token whose claims were never seen before is not verified.',
      ],
    },
  },
]

interface Memory {
  readonly accepted: Set<string>
  readonly refused: Set<string>
  verified: number
}

// Per operation and tenant.
const memories = new WeakMap<Faulty, Memory>()

function memoryOf(faulty: Faulty): Memory {
  const memory = memories.get(faulty) ?? { accepted: new Set(), refused: new Set(), verified: 0 }
  memories.set(faulty, memory)
  return memory
}

const remembers = (faulty: Faulty): boolean =>
  faults.some(({ seeds }) => Object.keys(seeds).some((name) => faulty(name)))

// Expires within a run.
const soonS = 3

/** Shorter for the fault that ignores expiry. */
export function lifetimeOf(lifetimeS: number, operations: readonly Faulty[]): number {
  return operations.some((faulty) => faulty('accepted-tokens-never-end')) ? soonS : lifetimeS
}

export function remember(token: string, as: 'accepted' | 'refused', faulty: Faulty): void {
  if (remembers(faulty)) memoryOf(faulty)[as].add(token)
}

/** True if earlier tokens make a fault accept this invalid one. */
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

/** Refuses every tenth valid token. */
export function isRefusedAtTimes(faulty: Faulty): boolean {
  if (!faulty('valid-token-refused-at-times')) return false
  const memory = memoryOf(faulty)
  memory.verified += 1
  return memory.verified % 10 === 0
}

/** True if a fault refuses the claims of a token refused before. */
export function isPoisoned(token: string, faulty: Faulty): boolean {
  const [, payload] = token.split('.')
  const { refused } = memoryOf(faulty)
  const alike = [...refused].filter((known) => payload !== undefined && known.split('.')[1] === payload)
  if (faulty('forgeries-poison-once')) for (const known of alike) refused.delete(known)
  return alike.length > 0 && (faulty('forgeries-poison') || faulty('forgeries-poison-once'))
}
