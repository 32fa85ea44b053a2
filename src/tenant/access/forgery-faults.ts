// Faults that accept invalid tokens (RFC 8725, sections 2 and 3).
import type { FaultGroup } from '../faults/fault.ts'

const by = (clause: string, seeds: Readonly<Record<string, string>>): FaultGroup['seeds'] =>
  Object.fromEntries(
    Object.entries(seeds).map(([kind, description]) => [`${kind}-accepted`, [`auth-${clause}`, description]]),
  )

export const faults: readonly FaultGroup[] = [
  {
    // Every operation has these faults. Each fault stands for a group of similar forgeries.
    of: () => true,
    seeds: {
      'any-text-as-token-accepted': [
        ['auth-not-a-jwt', 'auth-malformed'],
        'A token that is not a JWT is accepted.',
      ],
      ...by('altered-signature', { 'altered-signature': 'A token with an altered signature is accepted.' }),
      ...by('signature-missing', { 'signature-empty': 'A token with an empty signature is accepted.' }),
      ...by('altered-header', {
        'altered-header': 'A token with an altered header and the old signature is accepted.',
      }),
      ...by('altered-payload', {
        'altered-payload': 'A token with an altered payload and the old signature is accepted.',
      }),
      ...by('alg-none', { 'alg-none': 'A token with the algorithm none is accepted.' }),
      ...by('unknown-alg', { 'alg-unknown': 'A token with an unknown algorithm is accepted.' }),
      ...by('other-key', { 'other-key': 'A token that another RSA key signed is accepted.' }),
      ...by('embedded-key', { 'embedded-key': 'The tenant trusts the key in the jwk header of a token.' }),
      ...by('kid', { 'kid-path': 'The tenant reads the HMAC secret from the file that kid names.' }),
      ...by('public-key-as-secret', {
        'public-key-secret': 'The tenant accepts the public key as the HMAC secret.',
      }),
      ...by('guessable-secret', { 'empty-secret': 'An HMAC signature with an empty secret is accepted.' }),
      ...by('expired', { expired: 'A token that has expired is accepted.' }),
      ...by('other-audience', { 'other-audience': 'The audience of a token is not checked.' }),
      ...by('not-yet-valid', { 'not-yet-valid': 'A token is accepted before its validity begins.' }),
      ...by('other-issuer', { 'other-issuer': 'The issuer of a token is not checked.' }),
    },
  },
  // Each of these faults belongs to one operation, because a default run sends this forgery only there.
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      ...by('signature-missing', { 'signature-zero': 'An ECDSA signature of zeros is accepted.' }),
      ...by('alg-none', { 'alg-none-capital': 'A token with the algorithm "None" is accepted.' }),
      ...by('unknown-alg', { 'alg-empty': 'A token with an empty algorithm is accepted unverified.' }),
      ...by('other-key', { 'no-kid': 'A token without a key id is accepted unverified.' }),
      ...by('public-key-as-secret', {
        'signing-key-secret': 'The tenant accepts a custom signing key as the HMAC secret.',
      }),
      ...by('malformed', { 'five-parts': 'A token with five parts is accepted unverified.' }),
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      ...by('altered-signature', { 'altered-signature-end': 'The end of a signature is not verified.' }),
      ...by('altered-header', { 'unknown-crit': 'A token with an unknown crit extension is accepted.' }),
      ...by('alg-none', { 'alg-none-capitals': 'A token with the algorithm "NONE" is accepted.' }),
      ...by('unknown-alg', { 'alg-not-text': 'A token with a list as algorithm is accepted unverified.' }),
      ...by('other-key', { 'no-expiry': 'A token without an expiry is accepted unverified.' }),
      ...by('guessable-secret', { 'guessable-secret': 'The tenant accepts "secret" as the HMAC secret.' }),
      ...by('malformed', { 'null-header': 'A token whose header is null is accepted unverified.' }),
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      ...by('altered-signature', { 'lower-case': 'The tenant ignores the letter case of a token.' }),
      ...by('altered-payload', {
        'widened-payload': 'A token with the added claim admin and the old signature is accepted.',
      }),
      ...by('alg-none', { 'alg-none-mixed': 'A token with the algorithm "nOnE" is accepted.' }),
      ...by('unknown-alg', { 'alg-null': 'A token with the algorithm null is accepted unverified.' }),
      ...by('embedded-key', { 'key-address': 'The tenant trusts the key set at the jku URL of a token.' }),
      ...by('malformed', {
        'null-text': 'The text null is accepted as a token.',
        'null-payload': 'A token with null instead of its claims is accepted.',
      }),
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      ...by('signature-missing', { 'signature-cut': 'Only the start of a signature is verified.' }),
      ...by('altered-payload', {
        'swapped-signature': 'A token with the signature of another issued token is accepted.',
      }),
      ...by('unknown-alg', {
        'alg-misspelt': 'A token with a lower-case algorithm name is accepted unverified.',
        'alg-other': 'A token with a different RSA algorithm is accepted unverified.',
      }),
      ...by('kid', { 'kid-quote': 'The tenant inserts the key id unescaped into a database query.' }),
      ...by('malformed', { 'two-parts': 'A token without a signature part is accepted.' }),
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      ...by('signature-missing', {
        'signature-doubled': 'The tenant ignores characters after the signature.',
      }),
      ...by('alg-none', {
        'alg-none-signed': 'A token with the algorithm none is accepted with any signature.',
      }),
      ...by('unknown-alg', { 'alg-missing': 'A token without an algorithm is accepted unverified.' }),
      ...by('other-key', { 'unknown-kid': 'A token with an unknown key id is accepted unverified.' }),
      ...by('public-key-as-secret', {
        'public-key-secret-trimmed':
          'The tenant accepts the public key without its line end as the HMAC secret.',
      }),
      ...by('malformed', { 'four-parts': 'The tenant ignores everything after the third part of a token.' }),
    },
  },
]

/** @param kind the kind of an invalid token, from `forgeryOf` */
export function acceptedBy(kind: string): string {
  return kind === 'not-a-jwt' ? 'any-text-as-token-accepted' : `${kind}-accepted`
}
