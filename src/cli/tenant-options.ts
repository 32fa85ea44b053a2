// Options that choose and reach a tenant.
import { type Command, InvalidArgumentError } from 'commander'

/** Add an option here, to `tenantOptions` and to the settings. */
export interface ConnectionFlags {
  readonly rate?: number
  readonly timeout?: number
  readonly ca?: string
  readonly insecureHttp?: boolean
  readonly webhookListen?: string
  readonly webhookCert?: string
  readonly webhookKey?: string
}

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

/** @param words other descriptions */
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

/** @throws InvalidArgumentError */
export function number(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number.')
  return value
}
