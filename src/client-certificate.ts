// Reads the tenant's client certificate and private CA from files.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { ConfigurationError, messageOf } from './base/error.ts'
import { readPem } from './base/files/input-file.ts'
import { Secret } from './base/secret.ts'
import type { ClientCertificate } from './client/index.ts'

const names = { certificate: 'TENANT_CLIENT_CERT', key: 'TENANT_CLIENT_KEY' } as const

/**
 * @param env returns null for an empty variable
 * @throws ConfigurationError for an unusable pair
 */
export function clientCertificateOf(env: (name: string) => string | null): ClientCertificate | null {
  const [file, keyFile] = [env(names.certificate), env(names.key)]
  if (file === null && keyFile === null) return null
  if (file === null || keyFile === null) {
    const [set, missing] = file === null ? [names.key, names.certificate] : [names.certificate, names.key]
    throw new ConfigurationError(`${set} is set without ${missing}: set both or neither.`)
  }
  const [certificate, parsed] = read(file, names.certificate, (text) => new X509Certificate(text))
  const [key, keyObject] = read(keyFile, names.key, keyOf)
  if (!parsed.checkPrivateKey(keyObject))
    throw new ConfigurationError(
      `${keyFile} is not the key of the certificate ${file}: name a pair with ${names.certificate} and ${names.key}.`,
    )
  return { certificate, key: new Secret(key) }
}

/** @throws ConfigurationError for an unreadable file */
export function authorityOf(env: (name: string) => string | null): string | null {
  const file = env('TENANT_CA')
  return file === null ? null : read(file, 'TENANT_CA', (text) => new X509Certificate(text))[0]
}

function read<T>(file: string, name: string, parse: (text: string) => T): readonly [string, T] {
  try {
    const text = readPem(file)
    return [text, parse(text)]
  } catch (error) {
    throw new ConfigurationError(
      `${file} can't be read as ${name} (${messageOf(error)}): name a PEM file that holds it.`,
    )
  }
}

function keyOf(text: string): KeyObject {
  if (text.includes('ENCRYPTED'))
    throw new Error('it is encrypted with a passphrase, which nobody could be asked for')
  return createPrivateKey(text)
}
