// Faults that accept invalid tokens (RFC 8725, 2 and 3).
import type { FaultGroup } from '../faults/fault.ts'

const by = (clause: string, seeds: Readonly<Record<string, string>>): FaultGroup['seeds'] =>
  Object.fromEntries(
    Object.entries(seeds).map(([kind, description]) => [`${kind}-accepted`, [`auth-${clause}`, description]]),
  )

export const faults: readonly FaultGroup[] = [
  {
    // One of each family, for every operation.
    of: () => true,
    seeds: {
      'any-text-as-token-accepted': [
        ['auth-not-a-jwt', 'auth-malformed'],
        'A token that is not a JWT is accepted.',
      ],
      ...by('altered-signature', { 'altered-signature': 'An altered signature is not noticed.' }),
      ...by('signature-missing', { 'signature-empty': 'A token with an empty signature is accepted.' }),
      ...by('altered-header', {
        'altered-header': 'A header altered under its old signature is not noticed.',
      }),
      ...by('altered-payload', {
        'altered-payload': 'A payload altered under its old signature is not noticed.',
      }),
      ...by('alg-none', { 'alg-none': 'A token with the algorithm none is accepted.' }),
      ...by('unknown-alg', { 'alg-unknown': 'A token of an unknown algorithm is accepted.' }),
      ...by('other-key', { 'other-key': 'A signature by any RSA key is accepted.' }),
      ...by('embedded-key', { 'embedded-key': 'The key that a token itself carries is trusted.' }),
      ...by('kid', { 'kid-path': 'The file that a key id names is taken for the secret of an HMAC.' }),
      ...by('public-key-as-secret', {
        'public-key-secret': 'The public key is taken for the secret of an HMAC.',
      }),
      ...by('guessable-secret', { 'empty-secret': 'An HMAC with the empty secret is accepted.' }),
      ...by('expired', { expired: 'A token that has expired is accepted.' }),
      ...by('other-audience', { 'other-audience': 'The audience is not looked at.' }),
      ...by('not-yet-valid', { 'not-yet-valid': 'A token is accepted before it is valid.' }),
      ...by('other-issuer', { 'other-issuer': 'The issuer is not looked at.' }),
    },
  },
  // For one operation each, matching the forgeries in a run.
  {
    of: ['custom-signing-keys.get'],
    seeds: {
      ...by('signature-missing', { 'signature-zero': 'An ECDSA signature of zeros is valid.' }),
      ...by('alg-none', { 'alg-none-capital': 'The algorithm None is taken for none.' }),
      ...by('unknown-alg', { 'alg-empty': 'A token whose algorithm is empty is not verified.' }),
      ...by('other-key', { 'no-kid': 'A token that names no key is not verified.' }),
      ...by('public-key-as-secret', {
        'signing-key-secret': 'A custom signing key is taken for the secret of an HMAC.',
      }),
      ...by('malformed', { 'five-parts': 'A token in five parts is not verified.' }),
    },
  },
  {
    of: ['event-streams.create'],
    seeds: {
      ...by('altered-signature', { 'altered-signature-end': 'The end of a signature is not compared.' }),
      ...by('altered-header', { 'unknown-crit': 'A token with extensions is not verified.' }),
      ...by('alg-none', { 'alg-none-capitals': 'The algorithm NONE is taken for none.' }),
      ...by('unknown-alg', { 'alg-not-text': 'An algorithm that is a list is not verified.' }),
      ...by('other-key', { 'no-expiry': 'A token that never ends is not verified.' }),
      ...by('guessable-secret', { 'guessable-secret': 'The secret of an HMAC is "secret".' }),
      ...by('malformed', { 'null-header': 'A token whose header is null is not verified.' }),
    },
  },
  {
    of: ['event-streams.update'],
    seeds: {
      ...by('altered-signature', { 'lower-case': 'The letter case of a token does not count.' }),
      ...by('altered-payload', {
        'widened-payload': 'Only the claims sub and jti of a token are signed.',
      }),
      ...by('alg-none', { 'alg-none-mixed': 'The algorithm nOnE is taken for none.' }),
      ...by('unknown-alg', { 'alg-null': 'An algorithm that is null is not verified.' }),
      ...by('embedded-key', { 'key-address': 'The key set that a token names is trusted.' }),
      ...by('malformed', {
        'null-text': 'A token that is the text null is accepted.',
        'null-payload': 'A token without claims is accepted.',
      }),
    },
  },
  {
    of: ['phone-templates.update'],
    seeds: {
      ...by('signature-missing', { 'signature-cut': 'Only the start of a signature is compared.' }),
      ...by('altered-payload', { 'swapped-signature': 'Any signature that the tenant ever made will do.' }),
      ...by('unknown-alg', {
        'alg-misspelt': 'An algorithm in lower case is not verified.',
        'alg-other': 'A token of another RSA algorithm is not verified.',
      }),
      ...by('kid', { 'kid-quote': 'A key id is put into a query of the database as it is.' }),
      ...by('malformed', { 'two-parts': 'A token without a signature part is accepted.' }),
    },
  },
  {
    of: ['rate-limit-policies.delete'],
    seeds: {
      ...by('signature-missing', { 'signature-doubled': 'What follows a signature is not looked at.' }),
      ...by('alg-none', { 'alg-none-signed': 'With the algorithm none any signature will do.' }),
      ...by('unknown-alg', { 'alg-missing': 'A token without an algorithm is not verified.' }),
      ...by('other-key', { 'unknown-kid': 'A token whose key is not known is not verified.' }),
      ...by('public-key-as-secret', {
        'public-key-secret-trimmed': 'The public key, less the line end, is taken for the secret of an HMAC.',
      }),
      ...by('malformed', { 'four-parts': 'What follows the third part of a token is not looked at.' }),
    },
  },
]

/** @param kind as forgeryOf returns it */
export function acceptedBy(kind: string): string {
  return kind === 'not-a-jwt' ? 'any-text-as-token-accepted' : `${kind}-accepted`
}
