// Judges the encoding and the use of a key (part 2.3; RFC 7517, sections 4.3 and 4.4; RFC 7518).
import type { JsonObject, Observation } from '../../src/suite.ts'
import { judgeKey } from './key-material.ts'
import { capital, titleOf } from './observation.ts'

export function judgeKeyUse(key: JsonObject): readonly Observation[] {
  return [encoding(key), use(key), secrecy(key)].filter((observation) => observation !== null)
}

export function identityOf(key: JsonObject): string {
  const operations = Array.isArray(key.key_ops) ? key.key_ops.map(String).sort() : null
  return JSON.stringify([
    ...materialMembers.map((name) => key[name] ?? null),
    key.use ?? null,
    key.alg ?? null,
    operations,
  ])
}

const materialMembers = ['n', 'e', 'x', 'y'] as const
// The number of bytes of a coordinate (RFC 7518, section 6.2.1.2; RFC 8037, section 2; RFC 8812).
const coordinateBytes: Readonly<Record<string, number>> = {
  ...{ 'P-256': 32, 'P-384': 48, 'P-521': 66, secp256k1: 32 },
  ...{ Ed25519: 32, X25519: 32, X448: 56, Ed448: 57 },
}

const materialOf = (key: JsonObject): Observation | undefined =>
  judgeKey(key).find(({ clause }) => clause === 'key-material')

export function isKey(key: JsonObject): boolean {
  return materialOf(key)?.problem === null
}

function encoding(key: JsonObject): Observation | null {
  const material = materialOf(key)
  if (material?.problem !== null) return null
  const wrong = materialMembers.filter((name) => !isWellEncoded(name, key))
  const problem = {
    says: `${capital(titleOf(key))} has ${wrong.join(', ')} in an encoding that a JWK does not allow.`,
    expected: 'base64url without padding, no leading zero in a number, all bytes of a coordinate',
    received: `${titleOf(key)}: ${wrong.map((name) => `${name} ${String(key[name]).slice(0, 24)}`).join(', ')}`,
    pointers: wrong.map((name) => `/${name}`),
  }
  return {
    clause: 'key-encoding',
    problem: wrong.length === 0 ? null : problem,
    pointers: material.pointers ?? [],
  }
}

function isWellEncoded(name: (typeof materialMembers)[number], { [name]: text, crv }: JsonObject): boolean {
  if (typeof text !== 'string') return true
  if (text.includes('=')) return false
  const bytes = Buffer.from(text, 'base64url')
  if (name === 'n' || name === 'e') return bytes[0] !== 0
  const size = coordinateBytes[String(crv)]
  return size === undefined || bytes.length === size
}

const signatureOperations = ['sign', 'verify']
const encryptionOperations = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey', 'deriveKey', 'deriveBits']
const privateOperations = ['sign', 'decrypt', 'unwrapKey']

function use(key: JsonObject): Observation | null {
  const { use, key_ops, alg } = key
  const operations = Array.isArray(key_ops) ? key_ops.filter((item) => typeof item === 'string') : []
  const members = ['use', 'key_ops', 'alg'].filter((name) => name in key)
  if (operations.length === 0 && typeof alg !== 'string') return null
  const contradictions = [
    {
      holds: new Set(operations).size < operations.length,
      says: 'key_ops has an operation twice',
      of: ['key_ops'],
    },
    {
      holds: use === 'sig' && operations.some((one) => encryptionOperations.includes(one)),
      says: 'use is sig, but key_ops has an operation of encryption',
      of: ['use', 'key_ops'],
    },
    {
      holds: use === 'enc' && operations.some((one) => signatureOperations.includes(one)),
      says: 'use is enc, but key_ops has an operation of signatures',
      of: ['use', 'key_ops'],
    },
    {
      holds: operations.length > 0 && operations.every((one) => privateOperations.includes(one)),
      says: `key_ops of a public key has only operations of a private key: ${operations.join(', ')}`,
      of: ['key_ops'],
    },
    {
      holds: typeof alg === 'string' && isKey(key) && !fits(alg, key),
      says: `alg ${alg} does not fit the key`,
      of: ['alg'],
    },
  ].filter(({ holds }) => holds)
  const received = contradictions.map(({ says }) => says)
  const problem = {
    says: `${capital(titleOf(key))} has members that contradict each other: ${received.join('; ')}.`,
    expected: 'use, key_ops and alg that agree with each other and with the key',
    received: `${titleOf(key)}: ${received.join('; ')}`,
    pointers: [...new Set(contradictions.flatMap(({ of }) => of))].map((name) => `/${name}`),
  }
  return {
    clause: 'key-use',
    problem: received.length === 0 ? null : problem,
    pointers: members.map((name) => `/${name}`),
  }
}

const curveOf: Readonly<Record<string, string>> = {
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  ES256K: 'secp256k1',
}
// RFC 7518, section 3.3, requires 2048 or more bits.
const modulusBytesMin = 256

/** Returns true for algorithms that this function does not judge, for example ECDH-ES. */
function fits(alg: string, { n, x, y, crv, use }: JsonObject): boolean {
  const rsa = n === undefined ? x === undefined && y === undefined : true
  if (/^[RP]S\d{3}$/.test(alg))
    return (
      rsa && use !== 'enc' && (typeof n !== 'string' || Buffer.from(n, 'base64url').length >= modulusBytesMin)
    )
  if (/^HS\d{3}$/.test(alg)) return false
  const curve = curveOf[alg]
  if (curve !== undefined) return n === undefined && use !== 'enc' && (crv === undefined || crv === curve)
  if (/^RSA/.test(alg)) return rsa && use !== 'sig'
  return true
}

// Any member may contain a private key in PEM.
function secrecy(key: JsonObject): Observation | null {
  const problem = {
    says: `${capital(titleOf(key))} contains a private key in PEM.`,
    expected: 'only public keys',
    received: `a private key in PEM in ${titleOf(key)}`,
  }
  return { clause: 'public-only', problem: JSON.stringify(key).includes('PRIVATE KEY') ? problem : null }
}
