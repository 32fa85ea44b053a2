// Merges options and environment into a run's configuration.

import { dirname } from 'node:path'
import { freshSeed } from './base/chance.ts'
import { type Depth, depthNamed, depthNames, depthOf } from './base/depth.ts'
import { ConfigurationError } from './base/error.ts'
import { didYouMean } from './base/nearest.ts'
import { Secret } from './base/secret.ts'
import { isHideable, SecretMask } from './base/secret-mask.ts'
import { parsedUrl } from './base/uri.ts'
import type { Level } from './base/verdict.ts'
import { type WriteMode, writeModes } from './base/write-mode.ts'
import { isBaseUrl, malformationOf, type ProxyServer, timeoutMsDefault } from './client/index.ts'
import { authorityOf, clientCertificateOf } from './client-certificate.ts'
import { type Contract, contractIn, isShipped, loadContract } from './contract/index.ts'
import {
  type InvalidToken,
  invalidTokens,
  isMeant,
  ledgerFileIn,
  leftOutBy,
  type Order,
  type PrincipalCredentials,
  profileClauses,
  type RunConfig,
  requireSatisfiable,
  type Scope,
  tokenAuths,
} from './engine/index.ts'
import { type Environment, extraAuthorities, variablesOf } from './environment.ts'
import { faultOfAddress, isLoopback, reachOf } from './host.ts'
import {
  declaredCredentials,
  declaredIn,
  loadProfile,
  type Profile,
  validateProfile,
} from './profile/index.ts'
import { proxiesOf } from './proxy.ts'
import { shardOf } from './shard.ts'
import { webhookCertificateOf, webhookPlace } from './webhook.ts'

/** Other settings, including secrets, come from the environment. */
export interface Options {
  readonly baseUrl?: string | undefined
  readonly authUrl?: string | undefined
  /** Folder or loaded contract; default: the shipped one. */
  readonly contract?: string | Contract | undefined
  /** A shipped name, a path, or a profile. */
  readonly profile?: string | Profile | undefined
  readonly writes?: WriteMode | undefined
  /** Assumes default phone templates if the tenant does not return them; default false. */
  readonly assumeDefaultTemplates?: boolean | undefined
  /** Ids, prefixes, or ids with `*`. */
  readonly only?: readonly string[] | undefined
  /** Same syntax as `only`. */
  readonly skip?: readonly string[] | undefined
  readonly level?: Level | undefined
  /** Includes subsections. */
  readonly part?: readonly string[] | undefined
  readonly operation?: readonly string[] | undefined
  /** Names of files in `schemas/cross`. */
  readonly tag?: readonly string[] | undefined
  /** `quick`, `default`, `deep`, or a percentage between default and deep, as `40%`. Default: as much as fits into 15 s, at least `default`. */
  readonly depth?: string | undefined
  /** Random samples for each property; default: by depth. */
  readonly examples?: number | undefined
  readonly seed?: number | undefined
  /** Within a phase; verdicts do not depend on the order. */
  readonly order?: Order | undefined
  readonly concurrency?: number | undefined
  readonly maxRequests?: number | undefined
  /** Sends no further checks afterwards. */
  readonly maxMinutes?: number | undefined
  /** Requests per second, for all shards together. */
  readonly rate?: number | undefined
  /** "I/N", or "auto" for variables of the CI system. */
  readonly shard?: string | undefined
  readonly strict?: boolean | undefined
  readonly timeoutMs?: number | undefined
  /** Drops resources from the old ledger if no operation can remove them. */
  readonly acceptLeftovers?: boolean | undefined
  /** Failures are waived, and a pass is reported. */
  readonly knownFailures?: readonly string[] | undefined
  /** Keeps the ledger; without a folder, no ledger is stored. */
  readonly reportDir?: string | undefined
  /** PEM. */
  readonly ca?: string | undefined
  /** Follows files of earlier runs without proof of their origin. */
  readonly trustFile?: boolean | undefined
  /** Allows credentials over plain HTTP on public networks; default false. */
  readonly insecureHttp?: boolean | undefined
  /** HOST:PORT of the event receiver; the tenant reaches it at `TENANT_WEBHOOK_URL`. */
  readonly webhookListen?: string | undefined
  /** PEM file with chain; needs `webhookKey`. Default: no TLS. */
  readonly webhookCert?: string | undefined
  readonly webhookKey?: string | undefined
}

// Shards must draw the same samples.
const seedOfShards = 1

const defaults = { depth: 'default', concurrency: 8, timeoutMs: timeoutMsDefault }

/**
 * @param embedded the run starts the reference tenant
 * @throws ConfigurationError with problem and remedy
 */
export function resolveSettings(options: Options, environment: Environment, embedded: boolean): RunConfig {
  const contract = contractOf(options, environment)
  variablesOf(environment, suppliedVariables(contract))
  const env = (name: string): string | null => environment[name]?.trim() || null
  const { baseUrl, authUrl, tokenUrl } = resolveTarget(options, environment, contract)
  const asked = env('TENANT_TOKEN_AUTH') ?? 'auto'
  const tokenAuth = tokenAuths.find((one) => one === asked)
  if (tokenAuth === undefined)
    throw new ConfigurationError(
      `TENANT_TOKEN_AUTH is "${asked}": give post, basic or auto, or leave it out.`,
    )
  const mask = new SecretMask()
  const target = { baseUrl, authUrl, tokenUrl }
  const hidden: string[] = []
  // The embedded tenant needs no proxy.
  const proxies = proxiesOf(embedded ? [] : Object.values(target), environment, (value, name) =>
    addSecret(value, name, mask, hidden),
  )
  const notes = [
    ...notesOn(contract),
    ...requireConfidential(target, proxies, options.insecureHttp ?? false),
    ...[...proxies].map(([origin, { url }]) => `Requests to ${origin} go through the proxy ${url}.`),
    ...new Set(hidden),
  ]
  const full = credentials('TENANT_', env, mask, notes)
  const malformed = full.accessToken === null ? null : malformationOf(full.accessToken.reveal())
  if (malformed !== null)
    throw new ConfigurationError(`TENANT_ACCESS_TOKEN ${malformed}: give the token alone.`)
  if (contract.authentication !== null && full.accessToken === null && full.client === null)
    throw new ConfigurationError(
      `There is no credential for ${baseUrl}: set TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET, in the environment or in .env.`,
    )
  const profile =
    typeof options.profile === 'object'
      ? validateProfile(options.profile as never, 'given', contract)
      : loadProfile(
          profileSourceOf(options, environment),
          contract,
          options.profile === undefined ? 'TENANT_PROFILE' : null,
        )
  const waivers = [
    ...(profile.waivers ?? []),
    ...(options.knownFailures ?? []).map((clause) => ({ clause, reason: 'it failed in the baseline' })),
  ]
  for (const values of declaredCredentials(profile, contract).values())
    for (const value of Object.values(values)) mask.add(value)
  const webhookUrl = env('TENANT_WEBHOOK_URL')
  const depth = requireDepth(options.depth ?? defaults.depth)
  const shard = options.shard === undefined ? null : shardOf(options.shard, environment)
  const [writes, writesFrom] = writeModeOf(options.writes ?? null, env('TENANT_WRITES'), isLoopback(baseUrl))
  if (!writeModes.some((mode) => mode === writes))
    throw new ConfigurationError(
      `${options.writes === undefined ? 'TENANT_WRITES' : '--writes'} is "${writes}": give none, reversible or destructive.`,
    )
  return {
    baseUrl,
    authUrl,
    tokenUrl,
    audience: env('TENANT_AUDIENCE') ?? contract.authentication?.audience ?? '',
    tokenAuth,
    embedded,
    isOnThisMachine: isLoopback(baseUrl),
    full,
    limited: credentials('TENANT_LIMITED_', env, mask, notes),
    nonGlobal: credentials('TENANT_NON_GLOBAL_', env, mask, notes),
    invalid: tokensToRefuse(env),
    contract,
    profile,
    leftoversAccepted: options.acceptLeftovers ?? false,
    waivers,
    profileName: profile.name === 'none' ? null : profile.name,
    writes: writes as WriteMode,
    writesFrom,
    writesAsked: options.writes !== undefined || env('TENANT_WRITES') !== null,
    defaultsAssumed:
      options.assumeDefaultTemplates ?? declaredIn(profile, '/phoneTemplates/assumeDefaults') === true,
    defaultsAssumedBy: '--assume-default-templates',
    trustFile: options.trustFile ?? false,
    supplied: suppliedIds(contract, env),
    receiver: webhookPlace(
      options.webhookListen ?? null,
      webhookUrl === null ? null : url(webhookUrl, 'TENANT_WEBHOOK_URL'),
      isLoopback(baseUrl),
      webhookCertificateOf(options.webhookCert, options.webhookKey),
    ),
    scope: scopeOf(options, contract, profile),
    shard,
    seed: whole(options.seed ?? (shard === null ? freshSeed() : seedOfShards), '--seed', 0, 2 ** 31 - 1),
    order: options.order ?? 'listed',
    depth,
    depthAsked: options.depth !== undefined,
    examples: whole(options.examples ?? depthOf(depth).examples, '--examples', 0, 100_000),
    examplesAsked: options.examples !== undefined,
    concurrency: whole(options.concurrency ?? defaults.concurrency, '--concurrency', 1, 256),
    requestsMax:
      options.maxRequests === undefined ? null : whole(options.maxRequests, '--max-requests', 1, 10_000_000),
    minutesMax: options.maxMinutes === undefined ? null : positive(options.maxMinutes, '--max-minutes'),
    ratePerSecond: options.rate === undefined ? null : positive(options.rate, '--rate') / (shard?.count ?? 1),
    timeoutMs: whole(options.timeoutMs ?? defaults.timeoutMs, '--timeout', 1, 600_000),
    strict: options.strict ?? false,
    ledgerFile: options.reportDir === undefined ? null : ledgerFileIn(options.reportDir),
    mask,
    network: {
      ca: withExtra(options.ca ?? authorityOf(env)),
      clientCertificate: clientCertificateOf(env),
      proxies,
    },
    notes,
  }
}

/** @throws ConfigurationError with all problems in the files */
export function contractOf({ contract }: Pick<Options, 'contract'>, environment: Environment): Contract {
  const meant = contract ?? (environment.TENANT_CONTRACT?.trim() || undefined)
  if (typeof meant === 'object') return meant
  if (meant === undefined) return loadContract()
  const loaded = loadContract(contractIn(meant))
  requireSatisfiable(loaded)
  return loaded
}

/** Null for a profile object. */
export function profileSourceOf(
  { profile }: Pick<Options, 'profile'>,
  environment: Environment,
): string | null {
  if (typeof profile === 'object') return null
  return profile ?? (environment.TENANT_PROFILE?.trim() || null)
}

export function suppliedVariables({ resources }: Contract): readonly string[] {
  return [...resources.values()].flatMap(({ supplied }) => supplied?.environment ?? [])
}

/** Keyed by resource. */
function suppliedIds(
  { resources }: Contract,
  env: (name: string) => string | null,
): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...resources.values()].flatMap(({ name, supplied }): [string, string[]][] => {
      if (supplied === null) return []
      const ids = (env(supplied.environment) ?? '').split(',').map((id) => id.trim())
      return [[name, ids.filter(Boolean)]]
    }),
  )
}

function notesOn(contract: Contract): readonly string[] {
  if (isShipped(contract)) return []
  const { folders, name, version } = contract
  return [
    `The tenant is judged by the contract ${name} ${version} (unproven: this contract brings no reference tenant). \`tenant-conformance verify-contract ${dirname(folders.schemas)}\` proves what can be proven without one.`,
    ...(folders.suites === null
      ? []
      : [`The contract brings suites, which run as code on this machine's user: ${folders.suites}.`]),
  ]
}

function requireDepth(given: string): Depth {
  const depth = depthNamed(given)
  if (depth === null)
    throw new ConfigurationError(
      `--depth is "${given}": give ${depthNames.join(', ')}, or how far it is from default to deep, for example 40%.`,
    )
  return depth
}

/** With its source. */
export function writeModeOf(
  flag: string | null,
  variable: string | null,
  loopback: boolean,
): readonly [string, string] {
  if (flag !== null) return [flag, 'by --writes']
  if (variable !== null) return [variable, 'by TENANT_WRITES']
  return loopback
    ? ['destructive', 'by default, as the address is a loopback one']
    : ['none', 'by default, as the address is not a loopback one']
}

/**
 * Returns notes on unencrypted credentials.
 * @throws ConfigurationError for public addresses without `--insecure-http`
 */
function requireConfidential(
  { baseUrl, authUrl, tokenUrl }: Target,
  proxies: ReadonlyMap<string, ProxyServer>,
  insecure: boolean,
): string[] {
  const notes: string[] = []
  const places = [
    ['the base URL', baseUrl],
    ['the auth URL', authUrl],
    ['the token URL', tokenUrl],
  ] as const
  for (const [place, address] of places) {
    // A proxy can read plain HTTP.
    const proxy = proxies.get(new URL(address).origin)?.url ?? null
    const reaches = [address, ...(proxy === null ? [] : [proxy])].map(reachOf)
    const reach = (['public', 'private'] as const).find((far) => reaches.includes(far)) ?? 'loopback'
    if (!address.startsWith('http:') || reach === 'loopback') continue
    if (reach === 'public' && !insecure)
      throw new ConfigurationError(
        `${place.replace('the', 'The')} is ${address},${proxy === null ? '' : ` reached through the proxy ${proxy},`} so that credentials would travel unencrypted: give an https address, or say with --insecure-http that they may.`,
      )
    notes.push(`Credentials travel unencrypted to ${new URL(address).host}, as ${place} begins with http:.`)
  }
  return [...new Set(notes)]
}

export interface Target {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
}

/** @throws ConfigurationError */
export function resolveTarget(
  { baseUrl: base, authUrl: auth }: Pick<Options, 'baseUrl' | 'authUrl'>,
  environment: Environment,
  { authentication }: Pick<Contract, 'authentication'> = loadContract(),
): Target {
  const env = (name: string): string | null => environment[name]?.trim() || null
  const baseUrl = url(
    base ?? env('TENANT_BASE_URL') ?? '',
    base === undefined ? 'TENANT_BASE_URL' : '--base-url',
  )
  const authUrl = url(
    auth ?? env('TENANT_AUTH_URL') ?? new URL(baseUrl).origin,
    auth === undefined ? 'TENANT_AUTH_URL' : '--auth-url',
  )
  const tokenUrl = url(
    env('TENANT_TOKEN_URL') ?? `${authUrl}${authentication?.tokenPath ?? ''}`,
    'TENANT_TOKEN_URL',
    true,
  )
  return { baseUrl, authUrl, tokenUrl }
}

function url(text: string, place: string, slash = false): string {
  const parsed = parsedUrl(text)
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    throw new ConfigurationError(`${place} ${faultOfAddress(text)}.`)
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new ConfigurationError(
      `${place} carries a user, a query or a fragment: give it as scheme, host and path alone.`,
    )
  // Sent as written, so reject text that a parser would change.
  if (!isBaseUrl(text))
    throw new ConfigurationError(
      `${place} is not written as it would be sent: give it as https://tenant.example/api/v2, the host in ASCII and the path percent-encoded.`,
    )
  return slash ? text : text.replace(/\/+$/, '')
}

function credentials(
  prefix: string,
  env: (name: string) => string | null,
  mask: SecretMask,
  notes: string[],
): PrincipalCredentials {
  const token = env(`${prefix}ACCESS_TOKEN`)
  const id = env(`${prefix}CLIENT_ID`)
  const secret = env(`${prefix}CLIENT_SECRET`)
  if ((id === null) !== (secret === null))
    throw new ConfigurationError(
      `${prefix}${id === null ? 'CLIENT_SECRET' : 'CLIENT_ID'} is set without ${prefix}${id === null ? 'CLIENT_ID' : 'CLIENT_SECRET'}: set both or neither.`,
    )
  for (const [name, value] of [
    ['ACCESS_TOKEN', token],
    ['CLIENT_SECRET', secret],
  ] as const)
    if (value !== null) addSecret(value, `${prefix}${name}`, mask, notes)
  return {
    accessToken: token === null ? null : new Secret(token),
    client: id === null || secret === null ? null : { id, secret: new Secret(secret) },
  }
}

/** Masked where used. */
function tokensToRefuse(env: (name: string) => string | null): RunConfig['invalid'] {
  const token = (principal: InvalidToken): Secret | null => {
    const value = env(invalidTokens[principal].variable)
    return value === null ? null : new Secret(value)
  }
  return {
    expired: token('expired'),
    'other-audience': token('other-audience'),
    'not-yet-valid': token('not-yet-valid'),
    'other-issuer': token('other-issuer'),
  }
}

/**
 * Never masks a short word, which would hide ordinary text.
 * @throws ConfigurationError for control characters
 */
function addSecret(value: string, name: string, mask: SecretMask, notes: string[]): void {
  if (!isHideable(value)) {
    notes.push(
      `${name} is a short word and is not masked in reports, as every text that contains it would be masked: use a longer secret.`,
    )
    return
  }
  if (/[\p{Cc}]/u.test(value))
    throw new ConfigurationError(
      `${name} holds a control character, a line break perhaps: give it on one line.`,
    )
  mask.add(value)
}

/** Setting a CA would replace NODE_EXTRA_CA_CERTS. */
function withExtra(ca: string | null): string | null {
  return ca === null ? null : [ca, extraAuthorities()].filter(Boolean).join('\n')
}

function scopeOf(options: Options, contract: Contract, profile: Profile): Scope {
  const clauses = [...contract.clauses.values(), ...profileClauses(profile, contract)]
  const ids = clauses.map(({ id }) => id)
  const list = (
    option: string,
    given: readonly string[] | undefined,
    known: readonly string[],
    meets: (one: string, text: string) => boolean,
    listed?: string,
  ): readonly string[] => {
    const near = [...new Set(listed === undefined ? known : known.flatMap(beginningsOf))].sort((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    )
    const texts = (given ?? [])
      .flatMap((text) => text.split(','))
      .map((text) => text.trim())
      .filter(Boolean)
    for (const text of texts)
      if (!known.some((one) => meets(one, text)))
        throw new ConfigurationError(
          `${option} ${text} selects no clause${didYouMean(text, near)}: ${listed ?? `choose among ${near.join(', ')}`}.`,
        )
    return texts
  }
  const same = (one: string, text: string): boolean => one === text
  const catalogue = '`tenant-conformance clauses` lists them'
  const scope: Scope = {
    only: list('--only', options.only, ids, isMeant, catalogue),
    skip: list('--skip', options.skip, ids, isMeant, catalogue),
    level: levelOf(options.level),
    parts: list(
      '--part',
      options.part,
      clauses.map(({ part }) => part).filter(Boolean),
      (part, text) => part === text || part.startsWith(`${text}.`),
    ),
    operations: list('--operation', options.operation, [...contract.operations.keys(), 'any'], same),
    tags: list(
      '--tag',
      options.tag,
      clauses.flatMap(({ concern }) => concern ?? []),
      same,
    ),
  }
  if (clauses.every((clause) => leftOutBy(clause, scope) !== null))
    throw new ConfigurationError('No clause is left to check: remove one of the options that select clauses.')
  return scope
}

/** "any.bearer-token": "any" and "any.bearer-token". */
function beginningsOf(id: string): readonly string[] {
  const parts = id.split('.')
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
}

function levelOf(level: string | undefined): Level | null {
  if (level === undefined) return null
  if (level !== 'MUST' && level !== 'SHOULD')
    throw new ConfigurationError(`--level is "${level}": give MUST or SHOULD.`)
  return level
}

function whole(value: number, place: string, min: number, max: number): number {
  if (!Number.isInteger(value) || value < min || value > max)
    throw new ConfigurationError(`${place} is "${value}": give a whole number from ${min} to ${max}.`)
  return value
}

// Slower runs would never end.
const rateMin = 0.001

function positive(value: number, place: string): number {
  if (!(value >= rateMin) || value > 1e6)
    throw new ConfigurationError(`${place} is "${value}": give a number from ${rateMin} to 1000000.`)
  return value
}
