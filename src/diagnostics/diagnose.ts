// Finds obstacles to a run. Changes nothing at the tenant, unless the option `try` is set.
import { ConfigurationError } from '../base/error.ts'
import { type Exchange, statusOf } from '../base/exchange.ts'
import type { Secret } from '../base/secret.ts'
import { commandName } from '../base/tool.ts'
import { maskToken } from '../client/index.ts'
import { isShipped } from '../contract/index.ts'
import { authorization, Logins, type RunConfig } from '../engine/index.ts'
import { type ConformanceOptions, requireEmbedded } from '../library/conformance.ts'
import { resolveContract } from '../settings/contract.ts'
import type { GivenEnvironment } from '../settings/environment.ts'
import { resolveSettings } from '../settings/run-config.ts'
import { type ApiLocation, locateApi } from './api-location.ts'
import { connections } from './connections.ts'
import { type Diagnosis, type Finding, question, splitRemedy } from './finding.ts'
import { withFixtureTrial } from './fixture-trial.ts'
import { nodeVersion, reportFolder } from './machine.ts'
import { prerequisites } from './prerequisites.ts'
import { Probe, probeOperation } from './probe.ts'
import { recognisedProfile } from './profile-recognition.ts'
import { receiver } from './receiver.ts'
import { clock, rate } from './response-headers.ts'
import { credentialsFor, loginFindings, schemes, usesTokens } from './schemes.ts'
import { scopes } from './scopes.ts'
import { tokenClaims } from './token-claims.ts'
import { type Obtained, tokenOf } from './token-endpoint.ts'
import { clauseCountWithout } from './unlocks.ts'
import { variablesFile } from './variables-file.ts'

export interface DiagnosisOptions extends ConformanceOptions {
  readonly reportDir: string
  readonly try?: boolean | undefined
}

const configuration = question('configuration', 'Is the configuration valid?')

const untried = question(
  'try',
  'Can a resource be created, read and deleted as the contract describes?',
).unknown(
  'not tested',
  `If this is a test tenant, run \`${commandName} doctor --try\`: this command creates one resource of each kind, checks the contract with these resources, and deletes them.`,
)

/** Reports problems as findings and never as exceptions. */
export async function diagnose(options: DiagnosisOptions, given: GivenEnvironment): Promise<Diagnosis> {
  const here = [nodeVersion(), reportFolder(options.reportDir), await variablesFile(given.file)]
  const nobody = { config: null, recognised: null, requests: 0 }
  let config: RunConfig | null
  try {
    config = await configOf(options, given)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const problem = splitRemedy(error.summary, 'Correct the configuration.')
    return { ...nobody, findings: [...here, configuration.problem('configuration', ...problem)] }
  }
  if (config === null)
    return {
      ...nobody,
      findings: [
        ...here,
        configuration.warning(
          'no tenant is configured: a run checks the embedded reference tenant',
          `Run \`${commandName} init\`, or set TENANT_BASE_URL.`,
        ),
      ],
    }
  const away = await diagnoseTenant(config, given)
  const diagnosis = { ...away, findings: [...here, ...away.findings] }
  if (options.try === true) return withFixtureTrial(diagnosis, config, options.signal)
  return isShipped(config.contract) ? diagnosis : { ...diagnosis, findings: [...diagnosis.findings, untried] }
}

/**
 * Allows missing credentials, because a finding reports them.
 * @returns null if no tenant is configured
 * @throws ConfigurationError for an invalid configuration
 */
async function configOf(
  options: DiagnosisOptions,
  { variables, unread }: GivenEnvironment,
): Promise<RunConfig | null> {
  const contract = await resolveContract(options, variables)
  if (!(options.baseUrl ?? variables.TENANT_BASE_URL)?.trim()) {
    requireEmbedded({ ...options, unreadFile: unread }, variables, contract)
    return null
  }
  return resolveSettings({ ...options, contract }, variables, false, { credentials: 'optional' })
}

async function diagnoseTenant(config: RunConfig, given: GivenEnvironment): Promise<Diagnosis> {
  const findings: Finding[] = [configured(config), proxy(config)]
  const { connection, full } = config
  const base = { suffix: '', url: config.baseUrl, sayWith: '--base-url or TENANT_BASE_URL' }
  const toTenant = await connections(base, connection)
  findings.push(...toTenant.findings)
  const elsewhere = full.client !== null && new URL(config.tokenUrl).origin !== new URL(config.baseUrl).origin
  const toEndpoint = elsewhere
    ? await connections(
        { suffix: '.token-endpoint', url: config.tokenUrl, sayWith: 'TENANT_TOKEN_URL or TENANT_AUTH_URL' },
        connection,
      )
    : toTenant
  if (elsewhere) findings.push(...toEndpoint.findings)
  const probe = new Probe(config)
  const logins = new Logins(config, probe.client)
  try {
    const token = await tokens(probe, config, given, toEndpoint.connected)
    findings.push(...token.findings)
    if (toTenant.connected) findings.push(...(await loginFindings(logins)))
    const answered = toTenant.connected ? await probeApi(probe, config, token.token, logins) : null
    findings.push(...(answered?.location.findings ?? []))
    const granted = token.token === null ? null : authorization.scopesOf(token.token.reveal(), token.response)
    const read = answered?.location.withToken ?? null
    if (config.contract.authentication !== null && token.token !== null)
      findings.push(...scopes(config, granted, read))
    if (probe.exchanges.length > 0) findings.push(clock(probe.exchanges), rate(probe.exchanges, config))
    findings.push(...prerequisites(config, token.token))
    if (clauseCountWithout(config, 'receiver') !== null || config.receiver.url !== null)
      findings.push(await receiver(config))
    return {
      findings: config.mask.maskDeep(findings),
      config,
      recognised: answered?.recognised ?? null,
      requests: probe.client.traffic().requests,
    }
  } finally {
    await logins.logOut().finally(() => probe.client.close())
  }
}

interface Tokens extends Pick<Obtained, 'token' | 'response'> {
  readonly findings: readonly Finding[]
}

async function tokens(
  probe: Probe,
  config: RunConfig,
  { variables }: GivenEnvironment,
  connected: boolean,
): Promise<Tokens> {
  const { full, contract, mask, baseUrl } = config
  const none = { token: null, response: null }
  if (contract.authentication === null) return { ...none, findings: [] }
  const ofSchemes = schemes(config)
  if (!usesTokens(config)) return { ...none, findings: ofSchemes }
  const given = full.accessToken
  if (given !== null) maskToken(mask, given)
  const ofGiven = [
    ...ofSchemes,
    ...(given === null ? [] : [tokenClaims('token.given', given.reveal(), false, config)]),
  ]
  if (full.client === null) {
    if (given !== null) return { token: given, response: null, findings: ofGiven }
    if (ofSchemes.length > 0) return { ...none, findings: ofSchemes }
    const missing = question('credentials', 'Are there credentials for the tenant?').problem(
      'configuration',
      `no credentials for ${baseUrl}`,
      'Set TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET, in the environment or in .env.',
    )
    return { ...none, findings: [missing] }
  }
  if (!connected) return { ...none, findings: ofGiven }
  const { finding, token, response } = await tokenOf(
    probe,
    config,
    Boolean(variables.TENANT_AUDIENCE?.trim()),
  )
  const audience = finding.sets.TENANT_AUDIENCE ?? config.audience
  const ofOwn = token === null ? [] : [tokenClaims('token', token.reveal(), true, { ...config, audience })]
  return { token: token ?? given, response, findings: [finding, ...ofOwn, ...ofGiven] }
}

interface ApiProbe {
  readonly location: ApiLocation
  readonly recognised: string | null
}

async function probeApi(
  probe: Probe,
  config: RunConfig,
  token: Secret | null,
  logins: Logins,
): Promise<ApiProbe | null> {
  const operation = probeOperation(config.contract)
  if (operation === null) return null
  const credentials = await credentialsFor(operation, token, config, logins)
  const location = await locateApi(probe, operation, credentials, config)
  if (!location.found || location.withoutToken === null || statusOf(location.withoutToken) < 400)
    return { location, recognised: null }
  const malformed: Exchange = await probe.read(operation.path, 'malformed', operation.name)
  return {
    location,
    recognised: recognisedProfile(config.contract, { none: location.withoutToken, malformed }),
  }
}

function configured({ notes, baseUrl, contract }: RunConfig): Finding {
  const [note] = notes.filter((one) => /unencrypted|short word/.test(one))
  if (note === undefined)
    return configuration.ok(`${baseUrl}, checked against ${contract.title} ${contract.version}`)
  return configuration.warning(...splitRemedy(note, 'Give an https address.'))
}

function proxy({ connection }: RunConfig): Finding {
  const about = question('proxy', 'Do the requests go through a proxy?')
  const ways = [...connection.network.proxies].map(([origin, { url }]) => `${origin} through ${url}`)
  return about.ok(ways.length === 0 ? 'no proxy' : ways.join(', '))
}
