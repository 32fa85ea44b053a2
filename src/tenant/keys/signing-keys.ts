// Public signing keys with certificates, generated with openssl (part 2.3 of the specification).
import type { JsonObject } from '../../base/json.ts'

/** The last key has a certificate chain. The other certificates are self-signed. No private key was kept. */
export const signingKeys: readonly JsonObject[] = [
  {
    kid: 'reference-rsa-1',
    kty: 'RSA',
    use: 'sig',
    key_ops: ['verify'],
    alg: 'RS256',
    n: 'pGokbKxA50CMMVSa-SSVh-uy2jxXVEuG2ghpgGagSCjIOQISfN1_ZpUhS0jiT-rDrDKqlsTOZCb5pMxNXYZ8vdiGmn6r1xJRJhWIGAJzLCpQvZf-HHGHU1mftShQ6vS99g-cvtibVB3e0i_381Vl3dlgVXOwlSQ5EoRC3ikiUyAdm81fgiGAgMS0R6QbJF_2I4L-kgeJs1ntJEsqINvUzZ6v3ni9TzZ8OaypbIwW4swkAssD_8XA6hgp_-Bq1hxvqsHpyP7bIWrBsj9Xz0Vu_hnFzfMkgSfKg3nHQBObxYbsWkc5xWXna-qLCYCNo8Nb91fnmnRy5jG0jrIY5pMg3Q',
    e: 'AQAB',
    x5u: 'https://certificates.tenant.example/reference-rsa-1.pem',
    x5c: [
      'MIIC7DCCAdSgAwIBAgIBATANBgkqhkiG9w0BAQsFADAgMR4wHAYDVQQDDBVSZWZlcmVuY2UgdGVuYW50IHJzYWEwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMCAxHjAcBgNVBAMMFVJlZmVyZW5jZSB0ZW5hbnQgcnNhYTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAKRqJGysQOdAjDFUmvkklYfrsto8V1RLhtoIaYBmoEgoyDkCEnzdf2aVIUtI4k/qw6wyqpbEzmQm+aTMTV2GfL3Yhpp+q9cSUSYViBgCcywqUL2X/hxxh1NZn7UoUOr0vfYPnL7Ym1Qd3tIv9/NVZd3ZYFVzsJUkORKEQt4pIlMgHZvNX4IhgIDEtEekGyRf9iOC/pIHibNZ7SRLKiDb1M2er954vU82fDmsqWyMFuLMJALLA//FwOoYKf/gatYcb6rB6cj+2yFqwbI/V89Fbv4Zxc3zJIEnyoN5x0ATm8WG7FpHOcVl52vqiwmAjaPDW/dX55p0cuYxtI6yGOaTIN0CAwEAAaMvMC0wDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQUut4nYimWiO23TOdt8njgf+lh0sowDQYJKoZIhvcNAQELBQADggEBAEGep2ZWTs+/c7uHyWrCUuqENAmESDe5zvhPB6lG+IYcbRxqI8CNOIKUc1afRrLDDE8u1tFT29hkqCQAH/pQaURQlyaGL/m5+yOSmLUX/+l52rSnMQFQlBMpFSXmCHsHIG6nN1RlMfGzlyhPnXRdsRTlzoz7s3iIuuHV0PrV4wf6Hy7gK0mVq3bvarzkgv9rmaXWelF6UQoXTn2pxVjCpcoj7XeilfNQsU201Zl/m36Tj7xUVIJdawv1MkHTrfuOSaw5lM679z/IvYJQbTBo1jvfo3dsCCfiE8YLUV7h/4i8Q2erD7zaPBEOLZ6Lu+hi7UZkO63Pqx5NHxL64newezo=',
    ],
    x5t: '79G3LBDu5M8vQchxD0b53F8VsEs',
    'x5t#S256': 'Ev5GKBsczXe0omVfV91B6Gr7X66ZrlqzLTKCuqMmW04',
  },
  {
    kid: 'reference-ec-1',
    kty: 'EC',
    use: 'sig',
    key_ops: ['verify'],
    alg: 'ES256',
    x: 'dNkVq7hmzWoiAYa3Gh9Nwpz8FETlei0klIlxKv3mDGk',
    y: 'kB0GDBDl6UaJj-CEyR4ICuNJi3AGLtTFgu5YfCLdwpY',
    crv: 'P-256',
    x5u: 'https://certificates.tenant.example/reference-ec-1.pem',
    x5c: [
      'MIIBXDCCAQKgAwIBAgIBAzAKBggqhkjOPQQDAjAeMRwwGgYDVQQDDBNSZWZlcmVuY2UgdGVuYW50IGVjMCAXDTIwMDEwMTAwMDAwMFoYDzIwOTkxMjMxMjM1OTU5WjAeMRwwGgYDVQQDDBNSZWZlcmVuY2UgdGVuYW50IGVjMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEdNkVq7hmzWoiAYa3Gh9Nwpz8FETlei0klIlxKv3mDGmQHQYMEOXpRomP4ITJHggK40mLcAYu1MWC7lh8It3ClqMvMC0wDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQUcq2J3Tv/WIg4g6EZMQrld0gTvrkwCgYIKoZIzj0EAwIDSAAwRQIgXlJ69wYBOzqsMFCDsAzk5q6ckcYmAftH0dtl4tYVOcQCIQDLeJ9NXIfgkJam1xPvvIA1w55lfSTXh8zmqEsFQ3OmwQ==',
    ],
    x5t: 'QPqmH26Y6Gpui5rX5EZMXBzWQmo',
    'x5t#S256': 'JHBY-2WvpzLa6sV4wdG39nvRiT_ni2IODC0eB3TNqDs',
  },
  {
    kid: 'reference-rsa-2',
    kty: 'RSA',
    use: 'sig',
    key_ops: ['verify'],
    alg: 'RS256',
    n: '1qmE2JNISv-IFe3MwJ5x-_76Z2W9_epC5IQfYz-zD1DyJmz4NmfUIQpBt4j-6An3pxTbX47s2cao3g63dYqCf9twugmdwFmBIcbokj6Jnn3dPEqNlzt8fEn2caQsKi5PDhu3J1R8FjQLpXILQPO7p_2oPJ_VqYH95EtzGT2XyzNYyAv49k7zp7WbHsJCLJgpQ7c6aAJAiRY09GN0hzSZmutyh5GOqaW08wrIs6hZq8XeL39jkPjx9FNnLivtAS0AL-Cf5v3IfsgLxWyeIRzikE4rcoWPz7y1N9kVX7kmiqLrnzI1N8uUkAyr7C06kOlnei9k916J6bahiOOig-cJuQ',
    e: 'AQAB',
    x5u: 'https://certificates.tenant.example/reference-rsa-2.pem',
    x5c: [
      'MIICXjCCAgSgAwIBAgIUJdGmVpq+hrDetijg9EPGs3uYypkwCgYIKoZIzj0EAwIwIjEgMB4GA1UEAwwXUmVmZXJlbmNlIHRlbmFudCBpc3N1ZXIwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMCAxHjAcBgNVBAMMFVJlZmVyZW5jZSB0ZW5hbnQgcnNhYjCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBANaphNiTSEr/iBXtzMCecfv++mdlvf3qQuSEH2M/sw9Q8iZs+DZn1CEKQbeI/ugJ96cU21+O7NnGqN4Ot3WKgn/bcLoJncBZgSHG6JI+iZ593TxKjZc7fHxJ9nGkLCouTw4btydUfBY0C6VyC0Dzu6f9qDyf1amB/eRLcxk9l8szWMgL+PZO86e1mx7CQiyYKUO3OmgCQIkWNPRjdIc0mZrrcoeRjqmltPMKyLOoWavF3i9/Y5D48fRTZy4r7QEtAC/gn+b9yH7IC8VsniEc4pBOK3KFj8+8tTfZFV+5Joqi658yNTfLlJAMq+wtOpDpZ3ovZPdeiem2oYjjooPnCbkCAwEAAaNNMEswCQYDVR0TBAIwADAdBgNVHQ4EFgQUphqlhSZkgAjGPuu9GLqtLg+mpwMwHwYDVR0jBBgwFoAU0qfB8OSzWWjSp8Hw5LNZaNKnwfAwCgYIKoZIzj0EAwIDSAAwRQIhAPj5ELg8vB3kvmgCsgLRfVLRa4dW/iwLMACZ216KkhcQAiAHi2wExTXtwugYsjfnk0rvgx7ADJm3WRCbNN4s1TXmdw==',
      'MIIBeTCCASCgAwIBAgIUG1r78ktLdcbSfUZpccSUKhktKO8wCgYIKoZIzj0EAwIwIjEgMB4GA1UEAwwXUmVmZXJlbmNlIHRlbmFudCBpc3N1ZXIwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMCIxIDAeBgNVBAMMF1JlZmVyZW5jZSB0ZW5hbnQgaXNzdWVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAENnbezIen+Lm9VdAjazkdgc5urpHotpX2cKxPfWQMHtYutM2w3GUgE0Fszo8lgYhuiGFRlZbFhyD80MLLVRRDA6MyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU0qfB8OSzWWjSp8Hw5LNZaNKnwfAwCgYIKoZIzj0EAwIDRwAwRAIgdnxubhtqJj598J854HP+Lgp1PuD2OuLoqYe6wQEd+VQCIHDk/bMOmkAE9YccMSn5BPMm3r3iXQrxA7hDKUiEAwlX',
    ],
    x5t: '0RcousjEyT_Ym7V3mjcvKUOQK_k',
    'x5t#S256': 'PcdcVhImnBYF8LtUiPRlayCr1thY4chjW2YTI3fC8Yk',
  },
]

/** A certificate with the issuer's name and key identifier, but with a different key. */
export const impostor =
  'MIIBejCCASCgAwIBAgIUYyw8j6fY1ewfpWUBE7/T5pohZlYwCgYIKoZIzj0EAwIwIjEgMB4GA1UEAwwXUmVmZXJlbmNlIHRlbmFudCBpc3N1ZXIwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMCIxIDAeBgNVBAMMF1JlZmVyZW5jZSB0ZW5hbnQgaXNzdWVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYyZye5GJSjQxKUThC3lriD3k+g9EvJsb5R1P//6Pq98SiI1c7YhKmOTIAgscrqLJe3rROsUSLX1GSNFXbDMteaMyMDAwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHQ4EFgQU0qfB8OSzWWjSp8Hw5LNZaNKnwfAwCgYIKoZIzj0EAwIDSAAwRQIhAO2sYeRK/8V90UXxNGvPQg8wEN6tkJ7sEmwQGJeZ2m5wAiA5UmKtTYcO1yhPlRIzblGxg+4stulihW+eK6/g8kSPxw=='
