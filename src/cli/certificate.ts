// The certificate of a private authority, as the command line takes it.
import { X509Certificate } from 'node:crypto'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readPem } from '../base/files/input-file.ts'

/**
 * The PEM text of a file.
 * @param flag how the file was given
 * @throws ConfigurationError where it can't be read or holds no certificate
 */
export function certificateOf(file: string | undefined, flag = '--ca'): string | undefined {
  if (file === undefined) return undefined
  try {
    const text = readPem(file)
    new X509Certificate(text)
    return text
  } catch (error) {
    throw new ConfigurationError(
      `The certificate ${file} can't be read (${messageOf(error)}): give a PEM file with ${flag}.`,
    )
  }
}
