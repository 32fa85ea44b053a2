// Test keys, and test certificates that openssl generated once. Their private keys no longer exist.
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import type { JsonObject, Observation } from '../../src/suite.ts'
import { judgeKey } from './key-material.ts'

/** A self-signed certificate with a P-256 key. */
export const rootCertificate = [
  'MIIBGjCBwQIUaY1aUXFDOvWJoIw7UZvk9p4dLZEwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjEyMTIzMDla',
  'GA8yMTI2MTAyODIxMjMwOVowDzENMAsGA1UEAwwEUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHWKn8lhXQVbVzdL5soW',
  'dLucWSZ8jL3OkOCR95b6jk3LKEbHM8ADmkiPeph3Myee4+j4LJzYxGEjyA23U+xVI9swCgYIKoZIzj0EAwIDSAAwRQIhANzdCwWV',
  'Z/C7/1rQUpB0cB6JTjxvaBAPdbOm5SdpJzB+AiAI91sc5Ej+Bsy7YqHpvlA8RVLlwm9aPj/88SnFFT7FeQ==',
].join('')

/** A certificate with the name of the root certificate, but with another key. */
export const impostorCertificate = [
  'MIIBGzCBwQIUHdupbdYDTJ/IJMPC2PdY3d/4n3YwCgYIKoZIzj0EAwIwDzENMAsGA1UEAwwEUm9vdDAgFw0yNjExMjEyMTIzMDla',
  'GA8yMTI2MTAyODIxMjMwOVowDzENMAsGA1UEAwwEUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABDFkZL0qyeRyTXoYiJHU',
  'MjXycAnUbD/W7jZXVhe1gkf/Ar0Zo3bxgJQjXl6M+bzUBuvUqxsBeZzvfaAm03K25bUwCgYIKoZIzj0EAwIDSQAwRgIhAIZKkUHg',
  'PpKsScUQxwDmjzHefl3Vt2LEd0q8nmfGdvllAiEA4aQcHVbbCYhrEY/Qw1EfvzHkmTXG0G7hP1FxDx4AY20=',
].join('')

/** A certificate with a P-256 key. The root signed it. */
export const leafCertificate = [
  'MIIBBzCBrgIBAjAKBggqhkjOPQQDAjAPMQ0wCwYDVQQDDARSb290MCAXDTI2MTEyMTIxMjMwOVoYDzIxMjYxMDI4MjEyMzA5WjAP',
  'MQ0wCwYDVQQDDARMZWFmMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEG2GOi3jfdEfaCFjKm4PmYpcCpUE5TU+PFl1u8vcPCSOs',
  'qho9c8Hnmo5Oat2oi5ji+mjl2Y5WS69IssRWhBP/BDAKBggqhkjOPQQDAgNIADBFAiEAiEPco3uXDIrwsv4IO6iClizaamnTZ66f',
  'P37wNaBuUjgCIDS82R1n3NV7lUFDR5EA6pm8+dqUE0zPEpzF1qcA4Emb',
].join('')

export const rsaCertificate = [
  'MIICpTCCAY0CFDJS1DOxyaer9NOFcVfCNDrQxCHbMA0GCSqGSIb3DQEBCwUAMA4xDDAKBgNVBAMMA1JTQTAgFw0yNjExMjEyMTIz',
  'MDlaGA8yMTI2MTAyODIxMjMwOVowDjEMMAoGA1UEAwwDUlNBMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxpG6hJkk',
  'Gb6g2uzjjefW8iANBIAdgK2h54TogZN4Fwr+TyNdwfyLPdtjd96U2yNxcSFVi+D9KzDPlbSUSenp83IkWpTBZ68EROktirPqmBv6',
  'TK4SzHwGdsoU91GATGsZfZ/II6e6dnMOTIc6uVyVPMdl6SEMkJwK7KIO7YZepiCr78G1oDvhqYQnxy8W5fFHVTU12maUC6ycMp1m',
  '0/UHPYMpSvok4LROCA4Yv+q0DRSHhDaKdMFHeWy1SHVEzp3a9++DmDmsbfeDuygsI/aFZfyFlP6Cc4yzlZRLQYwYuUm3+GzyY5cp',
  'YFaufev2Od7boyGjQT8m39cv4+k7MRROkQIDAQABMA0GCSqGSIb3DQEBCwUAA4IBAQASMDqcdZBo7cRMViAnDHaFHGvOjTRvTORA',
  '390Frorms+3EqvkThs6ILtZkT80AaNzXR8HjT2tanPJoPzkDcz+q2UTnMcrPjUO8wteOUTmKzThPQ5v2FRP77UYyOWrNpBDJRFOl',
  'dvKT3we9wXSX7+TrSSSvFwpCKmmFgABjZ82UepSFRmBXpw/EZWu5VgqPq+enhlMdRQUG7+GywFEBGCz8zawnY8lyK8OEwxMnofJL',
  'mBSXWJcyu/izOuJiKVbCytxwcm1ixteSA3lM22NI27DK9hJqVQf6gvTbxDU7UTPsdKcFAWnOyGhzI5VHrqIzLrest+2RsQzPqGbr',
  'e76hBsc+',
].join('')

export const ed25519Certificate = [
  'MIHgMIGTAhQCUXs75hXFXK7zoDs9NHBzF/bjpzAFBgMrZXAwEjEQMA4GA1UEAwwHRWQyNTUxOTAgFw0yNjExMjEyMTIzMDlaGA8y',
  'MTI2MTAyODIxMjMwOVowEjEQMA4GA1UEAwwHRWQyNTUxOTAqMAUGAytlcAMhAC2nTmsCLVoVNeAiLjl+BE2zFlYRCuGOsw3hRysj',
  'Yt6EMAUGAytlcANBAAZNn6xz4yC5I+SCM2D+yZDPIq5jdPCx7dIhU0XiGZhi9U7vXx+0LIOHjYnl2U6ZiQecwqUAOodCpvPv/3sd',
  'cAo=',
].join('')

/** A P-256 key. The first byte of x is zero, and x omits this byte. */
export const shortKey = {
  kty: 'EC',
  crv: 'P-256',
  x: '0b-Th2M6F5W3PEeZP66BNu53avAQiaGqGgdxLC47Bg',
  y: 'Qj-AQwmAEb0-WfD15S0rgPb_60wvPi74Klxla-subKM',
}

export const certificateOf = (encoded: string): X509Certificate =>
  new X509Certificate(Buffer.from(encoded, 'base64'))
const keyIn = (encoded: string): JsonObject =>
  certificateOf(encoded).publicKey.export({ format: 'jwk' }) as JsonObject
export const curveKey = (namedCurve: string): JsonObject =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ format: 'jwk' }) as JsonObject
export const octetKey = (type: 'x25519' | 'x448' | 'ed448'): JsonObject => {
  // `generateKeyPairSync` has an overload for each type, but none for the union of the types.
  const pair = generateKeyPairSync(type as 'x25519')
  return pair.publicKey.export({ format: 'jwk' }) as JsonObject
}

export const rsa = keyIn(rsaCertificate)
export const ec = keyIn(leafCertificate)
export const ed25519 = keyIn(ed25519Certificate)
export const without = (key: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(key).filter(([name]) => !names.includes(name)))

export const withUnknownKey = (encoded: string): string => {
  const bytes = Buffer.from(encoded, 'base64').toString('hex')
  return Buffer.from(bytes.replace('06072a8648ce3d0201', '06072a8648ce3d027f'), 'hex').toString('base64')
}

export const verdicts = (key: JsonObject): Readonly<Record<string, boolean>> =>
  Object.fromEntries(judgeKey(key).map(({ clause, problem }) => [clause, problem === null]))

export const of = (clause: string, key: JsonObject): Observation | undefined =>
  judgeKey(key).find((observation) => observation.clause === clause)
