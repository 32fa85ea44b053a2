// Declares the options that name a tenant and how to reach it. `src/base/options/run-options.ts` declares
// the limits.
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
  /** Applies if the tenant does not return the templates. Default: false. */
  assumeDefaultTemplates: {
    flags: '--assume-default-templates',
    description:
      "change the phone templates even if the run cannot read them, and set the specification's defaults afterwards",
  },
  /** PEM text. The command line takes a file. */
  ca: {
    flags: '--ca <file>',
    description: 'CA certificate of a private authority, PEM (TENANT_CA)',
    variable: 'TENANT_CA',
    impliesTenant: true,
  },
  /** Allows credentials over plain HTTP on public networks. Default: false. */
  insecureHttp: {
    flags: '--insecure-http',
    description: 'allow credentials over plain http to other machines',
    impliesTenant: true,
  },
  /** HOST:PORT. The tenant reaches this address as `TENANT_WEBHOOK_URL`. */
  webhookListen: {
    flags: '--webhook-listen <host:port>',
    description: 'address on which the event receiver listens',
    impliesTenant: true,
  },
  /** PEM with its chain. Needs `webhookKey`. Default: no TLS. */
  webhookCert: {
    flags: '--webhook-cert <file>',
    description: 'certificate of the event receiver, PEM',
    impliesTenant: true,
  },
  webhookKey: {
    flags: '--webhook-key <file>',
    description: 'private key of the certificate of the event receiver, PEM',
    impliesTenant: true,
  },
} as const satisfies Readonly<Record<string, OptionDeclaration>>

/** Variables and not options, because other users of a machine can read arguments. */
export const credentialVariables = {
  /** Also `TENANT_API_KEY_<SCHEME>`. */
  apiKey: { variable: 'TENANT_API_KEY' },
  username: { variable: 'TENANT_USERNAME' },
  password: { variable: 'TENANT_PASSWORD' },
} as const satisfies Readonly<Record<string, Pick<OptionDeclaration, 'variable'>>>

export type GivenTenantOptions = Omit<Given<typeof tenantOptions>, 'contract' | 'profile'> & {
  /** A folder, an OpenAPI document or a contract. Default: the shipped contract. */
  readonly contract?: string | Contract | undefined
  /** A name, a path or a profile. */
  readonly profile?: string | Profile | undefined
}
