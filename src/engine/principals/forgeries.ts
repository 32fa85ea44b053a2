// Lists forged and malformed tokens. Each family belongs to one clause.
import type { Principal } from './principal.ts'

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

/** A tenant may refuse these tokens, for example, with 400 (RFC 6750, 2.1; RFC 7515, 7.1). */
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

export const basicForgeries: readonly Principal[] = [...Object.values(forgeries), malformed].flatMap(
  ([first]) => first ?? [],
)

export const selfContainedForgeries: readonly Principal[] = basicForgeries.filter(
  (name) => name !== 'public-key-secret',
)

/**
 * A default run sends each token to one operation, because tenants usually check tokens everywhere in the
 * same way.
 */
export const forgeryVariants: readonly Principal[] = [
  ...(['scheme-missing'] as const),
  ...Object.values(forgeries).flatMap(([, ...others]): readonly Principal[] => others),
  ...malformed.slice(1),
]

/** A cache that compares only a part of each token may accept these tokens. */
export const cacheConfusable: readonly Principal[] = [
  ...['altered-signature', 'lower-case', 'signature-cut', 'altered-header', 'widened-payload', 'alg-none'],
] as readonly Principal[]
