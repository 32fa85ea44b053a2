// The tenant's custom signing keys: public halves with self-signed certificates, made once by openssl (part 2.3).
import type { JsonObject } from '../base/json.ts'

/** RSA and EC keys. Their private halves were thrown away. */
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
    n: 'mGR0_RIpwKouIWq1NgW79rY76MzIjodH8IB_lRbTkxyc_tPr33tlN677_rH5HM8H-1fJtL1QpSao7i7nFyj7XbUKzYcN3wwdoX-Mzc0kScd5k8ehMXcRlDXCQhIBEkznnq6dtXckMygzi8_kQB17YBJHjFl9wSl2OpsUOBhdHHU0g9mIIr8YRyXxWslXZ7cN5HhQYARIVC2pzmRYWwm_8EWOcN7I3lYRdZuzx1kmhIojh215VfoUXHQsUBiznJ9_QIQsX9ernIbWgyw_Iw5BkzQRPSlqUpLQrALKQhpMhz9-s0axVqBpCSPndyCfyVyMTvBbSY7hHvzDOB8pmktd_w',
    e: 'AQAB',
    x5u: 'https://certificates.tenant.example/reference-rsa-2.pem',
    x5c: [
      'MIIC7DCCAdSgAwIBAgIBAjANBgkqhkiG9w0BAQsFADAgMR4wHAYDVQQDDBVSZWZlcmVuY2UgdGVuYW50IHJzYWIwIBcNMjAwMTAxMDAwMDAwWhgPMjA5OTEyMzEyMzU5NTlaMCAxHjAcBgNVBAMMFVJlZmVyZW5jZSB0ZW5hbnQgcnNhYjCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAJhkdP0SKcCqLiFqtTYFu/a2O+jMyI6HR/CAf5UW05McnP7T6997ZTeu+/6x+RzPB/tXybS9UKUmqO4u5xco+121Cs2HDd8MHaF/jM3NJEnHeZPHoTF3EZQ1wkISARJM556unbV3JDMoM4vP5EAde2ASR4xZfcEpdjqbFDgYXRx1NIPZiCK/GEcl8VrJV2e3DeR4UGAESFQtqc5kWFsJv/BFjnDeyN5WEXWbs8dZJoSKI4dteVX6FFx0LFAYs5yff0CELF/Xq5yG1oMsPyMOQZM0ET0palKS0KwCykIaTIc/frNGsVagaQkj53cgn8lcjE7wW0mO4R78wzgfKZpLXf8CAwEAAaMvMC0wDAYDVR0TBAUwAwEB/zAdBgNVHQ4EFgQU0Ihx5mf5lkCi/8pnha5lrTDznngwDQYJKoZIhvcNAQELBQADggEBAGXJXUFIQu8G0NPv/O/dNbjxyHRduZnPu7P7ysyU/lXopECqdc7z4x2UCtyo8nMXCio+2P8Z7vH2Lj5qVCiZBTFGN6+SIPnrUyg69JV0mPQappes+Rho45Ecsp6dE4QENrYf+HjfKM149T6T/l7fbYVV1dZ5wBIpKV+yzRzVq6HJi1mt7Cn6NnJEhFzw/PX5foPKGyNaOktHxAMQ3bG058dGLWVUkBxqLAQQa9bEBgZZ09ghJ6l2YvuwNGIIzWuQOkdCLuK9JDLcF2P5I7bXeHvBLzSDCHgKz73KYh3xpVrhwVrIL5tKvP2XWJ8e0jIPZ4FOYOc7zIO+sOP3uMcXniw=',
    ],
    x5t: 'miaxZC1uvTSzZTFHTsLvui03Hhc',
    'x5t#S256': 'xt9-1OjJiRcOBbSTQFcXUJ5wM1pUBbALQm1LBT8-jCE',
  },
]
