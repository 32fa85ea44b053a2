// Reads certificates and keys from PEM files.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readPem } from '../base/files/input-file.ts'
import { Secret } from '../base/secret.ts'
import type { ClientCertificate } from '../client/index.ts'

/** Two paths, their PEM texts, or the names of the settings for these paths. */
export interface PemPair {
  readonly certificate: string
  readonly key: string
}

const verbs = {
  variable: { given: 'set', give: 'set', name: 'name' },
  flag: { given: 'given', give: 'give', name: 'give' },
} as const

type Kind = keyof typeof verbs

/** @throws ConfigurationError if only one of the two files is given */
export function pemPairOf(
  certificate: string | null | undefined,
  key: string | null | undefined,
  names: PemPair,
  kind: Kind = 'flag',
): PemPair | null {
  if (certificate != null && key != null) return { certificate, key }
  if (certificate == null && key == null) return null
  const [set, missing] = certificate == null ? [names.key, names.certificate] : [names.certificate, names.key]
  const { given, give } = verbs[kind]
  throw new ConfigurationError(`${set} is ${given} without ${missing}: ${give} both or neither.`)
}

/** @throws ConfigurationError if the certificate and the key do not match or are not usable */
export function serverCertificateOf(files: PemPair, flags: PemPair): PemPair {
  const pair = readPair(files, flags, 'flag')
  try {
    createSecureContext({ cert: pair.certificate, key: pair.key })
  } catch (error) {
    throw new ConfigurationError(
      `The certificate ${files.certificate} cannot be used (${messageOf(error)}): give another ${flags.certificate}.`,
    )
  }
  return pair
}

/** @throws ConfigurationError if the certificate and the key are not usable together */
export function clientCertificateOf(env: (name: string) => string | null): ClientCertificate | null {
  const names = { certificate: 'TENANT_CLIENT_CERT', key: 'TENANT_CLIENT_KEY' }
  const files = pemPairOf(env(names.certificate), env(names.key), names, 'variable')
  if (files === null) return null
  const { certificate, key } = readPair(files, names, 'variable')
  return { certificate, key: new Secret(key) }
}

/** @throws ConfigurationError for an unreadable file */
export function certificateAuthorityOf(env: (name: string) => string | null): string | null {
  const file = env('TENANT_CA')
  return file === null ? null : read(file, 'TENANT_CA', 'variable', certificateIn)[0]
}

/** @throws ConfigurationError if the file is not a readable certificate */
export function readCertificate(file: string, flag = '--ca'): string {
  try {
    const text = readPem(file)
    certificateIn(text)
    return text
  } catch (error) {
    throw new ConfigurationError(
      `The certificate ${file} can't be read (${messageOf(error)}): give a PEM file with ${flag}.`,
    )
  }
}

function readPair(files: PemPair, names: PemPair, kind: Kind): PemPair {
  const [certificate, parsed] = read(files.certificate, names.certificate, kind, certificateIn)
  const [key, privateKey] = read(files.key, names.key, kind, keyIn)
  if (!parsed.checkPrivateKey(privateKey))
    throw new ConfigurationError(
      `${files.key} is not the key of the certificate ${files.certificate}: ${verbs[kind].name} a matching pair with ${names.certificate} and ${names.key}.`,
    )
  return { certificate, key }
}

function read<T>(file: string, name: string, kind: Kind, parse: (text: string) => T): readonly [string, T] {
  try {
    const text = readPem(file)
    return [text, parse(text)]
  } catch (error) {
    throw new ConfigurationError(
      `${file} can't be read as ${name} (${messageOf(error)}): ${verbs[kind].name} a PEM file that contains the ${parse === certificateIn ? 'certificate' : 'private key, without a passphrase'}.`,
    )
  }
}

function certificateIn(text: string): X509Certificate {
  return new X509Certificate(text)
}

function keyIn(text: string): KeyObject {
  if (text.includes('ENCRYPTED')) throw new Error('it is encrypted with a passphrase')
  return createPrivateKey(text)
}
