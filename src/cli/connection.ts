// Turns connection options into settings.
import { X509Certificate } from 'node:crypto'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readPem } from '../base/files/input-file.ts'
import type { Options } from '../settings/run-config.ts'
import type { ConnectionFlags } from './tenant-options.ts'

type Connection = Exclude<keyof ConnectionFlags, 'timeout'> | 'timeoutMs'

/** @throws ConfigurationError for an unreadable `--ca` */
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
 * Returns PEM text.
 * @param flag the option that named the file
 * @throws ConfigurationError unless the file is a readable certificate
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
