// The options by which commands say which tenant is meant and how it is reached: declared once, and made settings once.
import { X509Certificate } from 'node:crypto'
import { type Command, InvalidArgumentError } from 'commander'
import { ConfigurationError, messageOf } from '../base/error.ts'
import { readPem } from '../base/files/input-file.ts'
import type { Options } from '../settings.ts'

/** How the tenant is reached. A client option is added here, to `tenantOptions`, and to the settings. */
interface ConnectionFlags {
  readonly rate?: number
  readonly timeout?: number
  readonly ca?: string
  readonly insecureHttp?: boolean
  readonly webhookListen?: string
  readonly webhookCert?: string
  readonly webhookKey?: string
}

/** The flags that `tenantOptions` reads. */
export interface TenantFlags extends ConnectionFlags {
  readonly baseUrl?: string
  readonly authUrl?: string
  readonly contract?: string
  readonly profile?: string
}

const options = {
  baseUrl: ['--base-url <url>', 'the tenant, /api/v2 included (TENANT_BASE_URL)'],
  authUrl: ['--auth-url <url>', "the token endpoint's domain (TENANT_AUTH_URL)"],
  contract: ['--contract <folder>', 'the contract by which the tenant is judged (TENANT_CONTRACT)'],
  profile: ['--profile <file-or-name>', 'what the tenant declares (TENANT_PROFILE)'],
  rate: ['--rate <number>', 'requests per second at most', number],
  timeout: ['--timeout <ms>', 'limit of one request', number],
  ca: ['--ca <file>', 'certificate of a private authority, PEM (TENANT_CA)'],
  insecureHttp: ['--insecure-http', 'send credentials by plain http to where others may read them'],
  webhookListen: ['--webhook-listen <host:port>', 'where the receiver of events listens'],
  webhookCert: ['--webhook-cert <file>', 'certificate that the receiver of events serves TLS with, PEM'],
  webhookKey: ['--webhook-key <file>', 'the key of that certificate, PEM'],
} as const satisfies Readonly<
  Record<keyof TenantFlags, readonly [string, string, ((text: string) => number)?]>
>

/** Adds those options to the command, in that order. @param words what a command says of one otherwise */
export function tenantOptions(
  command: Command,
  names: readonly (keyof TenantFlags)[],
  words: Readonly<Partial<Record<keyof TenantFlags, string>>> = {},
): Command {
  for (const name of names) {
    const [flags, usual, parse] = options[name]
    if (parse === undefined) command.option(flags, words[name] ?? usual)
    else command.option(flags, words[name] ?? usual, parse)
  }
  return command
}

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

/** @throws InvalidArgumentError for a text that is none */
export function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number.')
  return value
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
