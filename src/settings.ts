// Settings: what a caller gives and the environment adds, merged, validated and made a run's configuration.

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

/** What a caller may give. All else, secrets first of all, comes from the environment. */
export interface Options {
  readonly baseUrl?: string | undefined
  readonly authUrl?: string | undefined
  /** What the tenant is held against: the folder of a contract, or one that was loaded; default: the one that the package ships. */
  readonly contract?: string | Contract | undefined
  /** A shipped name, a path, or a profile itself. */
  readonly profile?: string | Profile | undefined
  readonly writes?: WriteMode | undefined
  /** Whether the phone templates may be taken for the specification's defaults where they can't be read; default false. */
  readonly assumeDefaultTemplates?: boolean | undefined
  /** Clauses to check: ids, beginnings of ids, or ids with `*` for any characters. */
  readonly only?: readonly string[] | undefined
  /** Clauses to leave out, in the same way. */
  readonly skip?: readonly string[] | undefined
  readonly level?: Level | undefined
  /** Parts of the specification, with those below them. */
  readonly part?: readonly string[] | undefined
  readonly operation?: readonly string[] | undefined
  /** Concerns of clauses: the names of the files in `schemas/cross`. */
  readonly tag?: readonly string[] | undefined
  /** How much is tried: `quick`, `default`, `deep`, or how far from default to deep, as `40%`. Default: as much as fits into 15 s, `default` at least. */
  readonly depth?: string | undefined
  /** Random samples for each property; default: as many as the depth has. */
  readonly examples?: number | undefined
  readonly seed?: number | undefined
  /** Order of the checks within a phase, which no verdict depends on; default: as they are listed. */
  readonly order?: Order | undefined
  readonly concurrency?: number | undefined
  readonly maxRequests?: number | undefined
  /** Minutes after which nothing more is asked. */
  readonly maxMinutes?: number | undefined
  /** Requests per second; of shards, all of them together. */
  readonly rate?: number | undefined
  /** "I/N", or "auto" for what the engine says that runs the parts. */
  readonly shard?: string | undefined
  readonly strict?: boolean | undefined
  readonly timeoutMs?: number | undefined
  /** Whether what an earlier run left in the report folder's ledger is let go where nothing could have removed it. */
  readonly acceptLeftovers?: boolean | undefined
  /** Clauses that are known to fail: they are reported as waived, and it is said when they pass. */
  readonly knownFailures?: readonly string[] | undefined
  /** Folder of the ledger; none is kept on disk without one. */
  readonly reportDir?: string | undefined
  /** PEM of a private certificate authority. */
  readonly ca?: string | undefined
  /** Whether files of earlier runs are followed where they say more than can be proven. */
  readonly trustFile?: boolean | undefined
  /** Whether credentials may travel by plain http beyond one's own network; default false. */
  readonly insecureHttp?: boolean | undefined
  /** HOST:PORT where the receiver of deliveries listens; the tenant reaches it at `TENANT_WEBHOOK_URL`. */
  readonly webhookListen?: string | undefined
  /** File of the certificate that the receiver serves with, PEM with its chain; `webhookKey` goes with it. Default: no TLS. */
  readonly webhookCert?: string | undefined
  readonly webhookKey?: string | undefined
}

// Parts of one run, on machines that do not know of each other, have to draw the same.
const seedOfShards = 1

const defaults = { depth: 'default', concurrency: 8, timeoutMs: timeoutMsDefault }

/**
 * The configuration of a run.
 * @param embedded whether the tenant is the reference tenant that the run starts itself
 * @throws ConfigurationError with one sentence that says what is wrong and what to do
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
  // The embedded tenant is within this process.
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

/**
 * The contract that is meant: a loaded one, the one in a folder, or the one that the package ships.
 * @throws ConfigurationError that tells all that is wrong with its files
 */
export function contractOf({ contract }: Pick<Options, 'contract'>, environment: Environment): Contract {
  const meant = contract ?? (environment.TENANT_CONTRACT?.trim() || undefined)
  if (typeof meant === 'object') return meant
  if (meant === undefined) return loadContract()
  const loaded = loadContract(contractIn(meant))
  requireSatisfiable(loaded)
  return loaded
}

/** The file or shipped name of the profile; null where it is given itself, or none is. */
export function profileSourceOf(
  { profile }: Pick<Options, 'profile'>,
  environment: Environment,
): string | null {
  if (typeof profile === 'object') return null
  return profile ?? (environment.TENANT_PROFILE?.trim() || null)
}

/** The variables that name disposable ones of the contract's resources. */
export function suppliedVariables({ resources }: Contract): readonly string[] {
  return [...resources.values()].flatMap(({ supplied }) => supplied?.environment ?? [])
}

/** Disposable ones of the contract's resources, by the variables that name them. */
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

// What the operator has to know of a contract that is not the shipped one.
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

/** The write mode, and by whose word it is. */
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
 * What is to be told of credentials that travel unencrypted.
 * @throws ConfigurationError where they would do so beyond one's own network, and the operator has not said that they may
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
    // A proxy reads what goes through its tunnel unencrypted.
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

/** Where requests and credentials go. */
export interface Target {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
}

/**
 * The addresses of the tenant, as the operator gives them.
 * @throws ConfigurationError where one is missing, or none that credentials may be sent to
 */
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
  // What a parser would mend is sent as it is written.
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

/** Tokens that no tenant may accept. They are made unprintable where they are used. */
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
 * Makes the value unprintable. A word is not hidden, as all that contains it would have to be: that is told.
 * @throws ConfigurationError where it could not be sent as it is
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

/** An authority adds to those that Node.js is told of. */
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

/** "any.bearer-token": any and any.bearer-token itself, as an option names one clause or many. */
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

// One request in a quarter of an hour: a run at a lower rate would never end.
const rateMin = 0.001

function positive(value: number, place: string): number {
  if (!(value >= rateMin) || value > 1e6)
    throw new ConfigurationError(`${place} is "${value}": give a number from ${rateMin} to 1000000.`)
  return value
}
