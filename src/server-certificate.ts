// Reads a server certificate and its key from files.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { ConfigurationError, messageOf } from './base/error.ts'
import { readPem } from './base/files/input-file.ts'

/** PEM. */
export interface CertificatePair {
  /** With its chain. */
  readonly certificate: string
  readonly key: string
}

interface PairFlags {
  readonly certificate: string
  readonly key: string
}

/** @throws ConfigurationError if only one file is given */
export function requirePair(
  certFile: string | undefined,
  keyFile: string | undefined,
  flags: PairFlags,
): readonly [certFile: string, keyFile: string] {
  if (certFile !== undefined && keyFile !== undefined) return [certFile, keyFile]
  const [set, missing] =
    certFile === undefined ? [flags.key, flags.certificate] : [flags.certificate, flags.key]
  throw new ConfigurationError(`${set} is given without ${missing}: give both or neither.`)
}

/**
 * @param flags the options that named the files
 * @throws ConfigurationError for an unusable pair
 */
export function pairOf(certFile: string, keyFile: string, flags: PairFlags): CertificatePair {
  const { certificate: certFlag, key: keyFlag } = flags
  const read = <T>(file: string, flag: string, parse: (text: string) => T): readonly [string, T] => {
    try {
      const text = readPem(file)
      return [text, parse(text)]
    } catch (error) {
      throw new ConfigurationError(
        `${file} can't be read as ${flag} (${messageOf(error)}): give a PEM file that holds it.`,
      )
    }
  }
  const [certificate, parsed] = read(certFile, certFlag, (text) => new X509Certificate(text))
  const [key, privateKey] = read(keyFile, keyFlag, (text) => {
    if (text.includes('ENCRYPTED'))
      throw new Error('it is encrypted with a passphrase, which nobody could be asked for')
    return createPrivateKey(text)
  })
  if (!parsed.checkPrivateKey(privateKey))
    throw new ConfigurationError(
      `${keyFile} is not the key of the certificate ${certFile}: give a pair with ${certFlag} and ${keyFlag}.`,
    )
  try {
    createSecureContext({ cert: certificate, key })
  } catch (error) {
    throw new ConfigurationError(
      `Nothing can be served with ${certFile} (${messageOf(error)}): give another ${certFlag}.`,
    )
  }
  return { certificate, key }
}
