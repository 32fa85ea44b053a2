// How a tenant is reached, by the flags of a command: made settings once.
import { X509Certificate } from 'node:crypto'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readPem } from '../base/files/input-file.ts'
import type { Options } from '../settings.ts'
import type { ConnectionFlags } from './tenant-options.ts'

type Connection = Exclude<keyof ConnectionFlags, 'timeout'> | 'timeoutMs'

/** How the tenant is reached, as settings. Throws ConfigurationError where the file of `--ca` can't be read. */
export function connectionOf({
  rate,
  timeout: timeoutMs,
  ca,
  insecureHttp,
  webhookListen,
  webhookCert,
  webhookKey,
}: ConnectionFlags): Pick<Options, Connection> {
  return { rate, timeoutMs, ca: certificateOf(ca), insecureHttp, webhookListen, webhookCert, webhookKey }
}

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
