// Declares the options that name and reach a tenant. See `src/base/options/run-options.ts` for limits.
import type { Given, OptionDeclaration } from '../base/options/option.ts'
import type { Contract } from '../contract/index.ts'
import type { Profile } from '../profile/index.ts'

export const tenantOptions = {
  baseUrl: {
    flags: '--base-url <url>',
    description: 'URL of the tenant with /api/v2 (TENANT_BASE_URL)',
    variable: 'TENANT_BASE_URL',
  },
  authUrl: {
    flags: '--auth-url <url>',
    description: "the token endpoint's domain (TENANT_AUTH_URL)",
    variable: 'TENANT_AUTH_URL',
    impliesTenant: true,
  },
  contract: {
    flags: '--contract <path>',
    description: 'contract folder or OpenAPI document to check the tenant against (TENANT_CONTRACT)',
    variable: 'TENANT_CONTRACT',
  },
  profile: {
    flags: '--profile <file-or-name>',
    description: 'profile: declared facts about the tenant (TENANT_PROFILE)',
    variable: 'TENANT_PROFILE',
  },
  /** If the tenant does not return them; default false. */
  assumeDefaultTemplates: {
    flags: '--assume-default-templates',
    description:
      "change the phone templates even if they cannot be read, and restore the specification's defaults afterwards",
  },
  /** PEM; the command line takes a file. */
  ca: {
    flags: '--ca <file>',
    description: 'CA certificate of a private authority, PEM (TENANT_CA)',
    variable: 'TENANT_CA',
    impliesTenant: true,
  },
  /** Over plain HTTP on public networks; default false. */
  insecureHttp: {
    flags: '--insecure-http',
    description: 'allow credentials over plain http to other machines',
    impliesTenant: true,
  },
  /** HOST:PORT; the tenant reaches it at `TENANT_WEBHOOK_URL`. */
  webhookListen: {
    flags: '--webhook-listen <host:port>',
    description: 'address on which the event receiver listens',
    impliesTenant: true,
  },
  /** PEM with chain; needs `webhookKey`. Default: no TLS. */
  webhookCert: {
    flags: '--webhook-cert <file>',
    description: 'certificate of the event receiver, PEM',
    impliesTenant: true,
  },
  webhookKey: {
    flags: '--webhook-key <file>',
    description: 'private key of that certificate, PEM',
    impliesTenant: true,
  },
} as const satisfies Readonly<Record<string, OptionDeclaration>>

/** Other users of a machine can read arguments. */
export const credentialVariables = {
  /** Or `TENANT_API_KEY_<SCHEME>`. */
  apiKey: { variable: 'TENANT_API_KEY' },
  username: { variable: 'TENANT_USERNAME' },
  password: { variable: 'TENANT_PASSWORD' },
} as const satisfies Readonly<Record<string, Pick<OptionDeclaration, 'variable'>>>

export type GivenTenantOptions = Omit<Given<typeof tenantOptions>, 'contract' | 'profile'> & {
  /** Folder, OpenAPI document or contract; default: the shipped one. */
  readonly contract?: string | Contract | undefined
  /** Name, path or profile. */
  readonly profile?: string | Profile | undefined
}
