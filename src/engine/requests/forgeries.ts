// Forged and malformed tokens, by what is wrong with them: one clause speaks of each family.
import type { Principal } from './principal-name.ts'

export const forgeries = {
  'not-a-jwt': ['not-a-jwt'],
  'altered-signature': ['altered-signature', 'altered-signature-end', 'lower-case'],
  'signature-missing': ['signature-empty', 'signature-cut', 'signature-doubled', 'signature-zero'],
  'altered-header': ['altered-header', 'unknown-crit'],
  'altered-payload': ['altered-payload', 'widened-payload', 'swapped-signature'],
  'alg-none': ['alg-none', 'alg-none-signed', 'alg-none-capital', 'alg-none-capitals', 'alg-none-mixed'],
  'unknown-alg': [
    'alg-unknown',
    'alg-misspelt',
    'alg-missing',
    'alg-empty',
    'alg-not-text',
    'alg-null',
    'alg-other',
  ],
  'other-key': ['other-key', 'other-key-unknown-kid', 'other-key-no-kid', 'other-key-no-expiry'],
  'embedded-key': ['embedded-key', 'key-address'],
  kid: ['kid-path', 'kid-quote'],
  'public-key-as-secret': ['public-key-secret', 'public-key-secret-trimmed', 'second-public-key-secret'],
  'guessable-secret': ['empty-secret', 'guessable-secret'],
} as const satisfies Readonly<Record<string, readonly Principal[]>>

/** No tokens by their form (RFC 6750, 2.1; RFC 7515, 7.1), so that a tenant may tell them from invalid ones. */
export const malformed = [
  ...[
    'scheme-alone',
    'null-text',
    'two-parts',
    'four-parts',
    'five-parts',
    'null-header',
    'null-payload',
    'non-ascii',
    'long-token',
  ],
] as readonly Principal[]

/** The plainest of each kind, those that need a key which the tenant shows among them: they are tried at every operation. */
export const plainest: readonly Principal[] = [...Object.values(forgeries), malformed].flatMap(
  ([first]) => first ?? [],
)

/** Those of them that need nothing which the tenant shows. */
export const plainForgeries: readonly Principal[] = plainest.filter((name) => name !== 'public-key-secret')

/** The others, which differ from the plainest in details: what one operation makes of them the whole tenant does. */
export const variants: readonly Principal[] = [
  ...(['scheme-missing'] as const),
  ...Object.values(forgeries).flatMap(([, ...others]): readonly Principal[] => others),
  ...malformed.slice(1),
]

/**
 * Forgeries that share so much with the genuine token that a tenant may take them for it once it has accepted that one, and keeps it
 * by its header, its claims, its signature, or a part of one of them.
 */
export const nearestForgeries: readonly Principal[] = [
  ...['altered-signature', 'lower-case', 'signature-cut', 'altered-header', 'widened-payload', 'alg-none'],
] as readonly Principal[]
