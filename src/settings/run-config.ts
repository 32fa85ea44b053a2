// Makes the configuration of a run from options and environment variables.
import { freshSeed } from '../base/chance.ts'
import { type Depth, depthNamed, depthNames, depthOf } from '../base/depth.ts'
import { ConfigurationError } from '../base/error.ts'
import { flagOf, type Given, requireInRange } from '../base/options/option.ts'
import {
  type clientOptions,
  clientSettings,
  type NumberOptionName,
  recordedSettings,
  runOptions,
} from '../base/options/run-options.ts'
import { SecretMask } from '../base/secret-mask.ts'
import { malformationOf } from '../client/index.ts'
import { withPathParameters } from '../contract/index.ts'
import { ledgerFileIn, type Order, type RunConfig, tokenAuths } from '../engine/index.ts'
import { declaredCredentials, declaredIn } from '../profile/index.ts'
import { isLoopback } from './address.ts'
import { certificateAuthorityOf, clientCertificateOf } from './certificate.ts'
import { folderContract, notesOn, suppliedIds, suppliedVariables } from './contract.ts'
import { addSecret, credentials, tokensToRefuse } from './credentials.ts'
import { type Environment, extraAuthorities } from './environment.ts'
import { resolveProfile } from './profile.ts'
import { proxiesOf } from './proxy.ts'
import {
  loginCredentials,
  requireCredentials,
  schemeCredentials,
  withSuppliedCredentials,
} from './scheme-credentials.ts'
import { scopeOf } from './scope.ts'
import { parseShard } from './shard.ts'
import { checkedUrl, requireConfidential, resolveTarget } from './target.ts'
import { type GivenTenantOptions, tenantOptions } from './tenant-options.ts'
import { checkVariables, variableIn } from './tenant-variables.ts'
import { webhookCertificateOf, webhookReceiver } from './webhook.ts'
import { requireWriteMode, writeModeOf } from './write-mode.ts'

/** Options of a run. Secrets come only from the environment, never from options. */
export interface Options extends GivenTenantOptions, Omit<Given<typeof runOptions>, 'fault' | 'like'> {
  /** The order of the checks within a phase. */
  readonly order?: Order | undefined
  /**
   * Deletes the ledger of resources that an earlier run left and no operation or fixture can remove. The
   * resources stay.
   */
  readonly acceptLeftovers?: boolean | undefined
  /** Ids of clauses whose failures are waived. The report mentions such a clause if it passes. */
  readonly knownFailures?: readonly string[] | undefined
  /** The folder of reports and the ledger. Without a folder, the run stores no ledger. */
  readonly reportDir?: string | undefined
  /** Trusts a file even if nothing proves its origin. */
  readonly trustFile?: boolean | undefined
}

// All shards of a run must test the same sample values.
const seedOfShards = 1

/**
 * @param embedded true if the run starts the reference tenant itself
 * @param credentials `optional` for commands that send no request, or report missing credentials themselves
 */
export function resolveSettings(
  options: Options,
  environment: Environment,
  embedded: boolean,
  { credentials: needed = 'required' }: { readonly credentials?: 'required' | 'optional' } = {},
): RunConfig {
  const declared = withSuppliedCredentials(folderContract(options, environment), environment)
  const profile = resolveProfile(options, environment, declared)
  const contract = withPathParameters(declared, profile.parameters ?? {})
  checkVariables(environment, suppliedVariables(contract))
  const env = (name: string): string | null => variableIn(environment, name)
  const target = resolveTarget(options, environment, contract)
  const { baseUrl } = target
  const tokenAuth = tokenAuthOf(env)
  const mask = new SecretMask()
  const hidden: string[] = []
  const proxies = proxiesOf(embedded ? [] : Object.values(target), environment, (value, name) =>
    addSecret(value, name, mask, hidden),
  )
  const notes = [
    ...notesOn(contract),
    ...requireConfidential(target, proxies, options.insecureHttp ?? false),
    ...[...proxies].map(([origin, { url }]) => `Requests to ${origin} go through the proxy ${url}.`),
    ...new Set(hidden),
  ]
  const full = credentials('TENANT_', environment, mask, notes)
  const malformed = full.accessToken === null ? null : malformationOf(full.accessToken.reveal())
  if (malformed !== null)
    throw new ConfigurationError(`TENANT_ACCESS_TOKEN ${malformed}: give only the token.`)
  const limited = credentials('TENANT_LIMITED_', environment, mask, notes)
  const schemes = schemeCredentials(contract, environment, mask, notes)
  const logins = loginCredentials(contract, environment, full.accessToken !== null, mask, notes)
  if (needed === 'required') notes.push(...requireCredentials({ contract, full, schemes, logins }, baseUrl))
  const waivers = [
    ...(profile.waivers ?? []),
    ...(options.knownFailures ?? []).map((clause) => ({ clause, reason: 'failed in the baseline' })),
  ]
  for (const values of declaredCredentials(profile, contract).values())
    for (const value of Object.values(values)) mask.add(value)
  const webhookUrl = env('TENANT_WEBHOOK_URL')
  const depth = requireDepth(options.depth ?? runOptions.depth.default)
  const shard = options.shard === undefined ? null : parseShard(options.shard, environment)
  const [mode, writesFrom] = writeModeOf(options.writes, environment, baseUrl, contract)
  const writes = requireWriteMode(mode, options.writes)
  const number = (name: NumberOptionName): number | null => numberOf(name, options)
  const limit = (name: 'concurrency' | keyof typeof clientOptions): number =>
    number(name) ?? runOptions[name].default
  return {
    ...target,
    audience: env('TENANT_AUDIENCE') ?? contract.authentication?.audience ?? '',
    tokenAuth,
    embedded,
    isOnThisMachine: isLoopback(baseUrl),
    full,
    limited,
    nonGlobal: credentials('TENANT_NON_GLOBAL_', environment, mask, notes),
    schemes,
    logins,
    invalid: tokensToRefuse(environment),
    contract,
    profile,
    leftoversAccepted: options.acceptLeftovers ?? false,
    waivers,
    profileName: profile.name === 'none' ? null : profile.name,
    writes,
    writesFrom,
    writesAsked: options.writes !== undefined || env(runOptions.writes.variable) !== null,
    defaultsAssumed:
      options.assumeDefaultTemplates ?? declaredIn(profile, '/phoneTemplates/assumeDefaults') === true,
    defaultsAssumedBy: flagOf(tenantOptions.assumeDefaultTemplates),
    trustFile: options.trustFile ?? false,
    supplied: suppliedIds(contract, environment),
    receiver: webhookReceiver(
      options.webhookListen ?? null,
      webhookUrl === null ? null : checkedUrl(webhookUrl, 'TENANT_WEBHOOK_URL'),
      isLoopback(baseUrl),
      webhookCertificateOf(options.webhookCert, options.webhookKey),
    ),
    scope: scopeOf(options, contract, profile),
    shard,
    seed: number('seed') ?? (shard === null ? freshSeed() : seedOfShards),
    order: options.order ?? 'listed',
    depth,
    depthAsked: options.depth !== undefined,
    examples: number('examples') ?? depthOf(depth).examples,
    examplesAsked: options.examples !== undefined,
    concurrency: limit('concurrency'),
    requestsMax: number('maxRequests'),
    minutesMax: number('maxMinutes'),
    ratePerSecond: perShard(number('rate'), shard?.count ?? 1),
    strict: options.strict ?? false,
    ledgerFile: options.reportDir === undefined ? null : ledgerFileIn(options.reportDir),
    mask,
    connection: {
      ...clientSettings(limit),
      network: {
        ca: withExtra(options.ca ?? certificateAuthorityOf(env)),
        clientCertificate: clientCertificateOf(env),
        proxies,
      },
    },
    notes,
  }
}

function tokenAuthOf(env: (name: string) => string | null): RunConfig['tokenAuth'] {
  const { variable } = recordedSettings.tokenAuth
  const asked = env(variable) ?? 'auto'
  const known = tokenAuths.find((one) => one === asked)
  if (known !== undefined) return known
  throw new ConfigurationError(`${variable} is "${asked}": give post, basic or auto, or leave it out.`)
}

function requireDepth(given: string): Depth {
  const depth = depthNamed(given)
  if (depth === null)
    throw new ConfigurationError(
      `--depth is "${given}": give ${depthNames.join(', ')}, or a percentage between default and deep, for example 40%.`,
    )
  return depth
}

function numberOf(name: NumberOptionName, options: Options): number | null {
  const value = options[name]
  const declared = runOptions[name]
  return value === undefined ? null : requireInRange(value, flagOf(declared), declared.range)
}

function perShard(rate: number | null, shards: number): number | null {
  return rate === null ? null : rate / shards
}

/** An explicit CA makes Node.js ignore NODE_EXTRA_CA_CERTS. */
function withExtra(ca: string | null): string | null {
  return ca === null ? null : [ca, extraAuthorities()].filter(Boolean).join('\n')
}
