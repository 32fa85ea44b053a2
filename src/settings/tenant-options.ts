// Declares the options that name a tenant, and the options for the connection to the tenant.
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
    description: 'URL of the token endpoint without its path (TENANT_AUTH_URL)',
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
  /** Changes the phone templates even if the run cannot read them. The default is false. */
  assumeDefaultTemplates: {
    flags: '--assume-default-templates',
    description:
      "change the phone templates even if the run cannot read them, and set the specification's defaults afterwards",
  },
  /** PEM text of the CA. On the command line, the option takes a file. */
  ca: {
    flags: '--ca <file>',
    description: 'CA certificate of a private authority, PEM (TENANT_CA)',
    variable: 'TENANT_CA',
    impliesTenant: true,
  },
  /** Allows the run to send credentials over plain HTTP in public networks. The default is false. */
  insecureHttp: {
    flags: '--insecure-http',
    description: 'allow credentials over plain http to other machines',
    impliesTenant: true,
  },
  /**
   * HOST:PORT on which the event receiver listens. The tenant reaches this receiver at `TENANT_WEBHOOK_URL`.
   */
  webhookListen: {
    flags: '--webhook-listen <host:port>',
    description: 'address on which the event receiver listens',
    impliesTenant: true,
  },
  /**
   * PEM text of the certificate with its chain. The option needs `webhookKey`. By default, the receiver uses
   * no TLS.
   */
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

/** Credentials have no options, because other users of a machine can read the arguments of a command. */
export const credentialVariables = {
  /** With several API key schemes, each scheme has its own variable, `TENANT_API_KEY_<SCHEME>`. */
  apiKey: { variable: 'TENANT_API_KEY' },
  username: { variable: 'TENANT_USERNAME' },
  password: { variable: 'TENANT_PASSWORD' },
} as const satisfies Readonly<Record<string, Pick<OptionDeclaration, 'variable'>>>

export type GivenTenantOptions = Omit<Given<typeof tenantOptions>, 'contract' | 'profile'> & {
  /** A contract folder, an OpenAPI document or a contract object. The default is the shipped contract. */
  readonly contract?: string | Contract | undefined
  /** A name of a shipped profile, a path or a profile object. */
  readonly profile?: string | Profile | undefined
}
