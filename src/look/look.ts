// Finds obstacles to a run by reads. `doctor` prints the findings, `init` acts on them.
import { ConfigurationError } from '../base/error.ts'
import { type Exchange, statusOf } from '../base/exchange.ts'
import type { Secret } from '../base/secret.ts'
import { maskToken } from '../client/index.ts'
import { authorization, type RunConfig } from '../engine/index.ts'
import { type ConformanceOptions, requireEmbedded } from '../library/conformance.ts'
import { resolveContract } from '../settings/contract.ts'
import type { GivenEnvironment } from '../settings/environment.ts'
import { resolveSettings } from '../settings/run-config.ts'
import { clock, rate } from './answers.ts'
import { claims } from './claims.ts'
import { connections } from './connections.ts'
import type { Look } from './finding.ts'
import { type Finding, halves, question } from './finding.ts'
import { nodeVersion, reportFolder } from './machine.ts'
import { type Place, placeOf } from './place.ts'
import { Reader, readOf } from './reader.ts'
import { receiver } from './receiver.ts'
import { scopes } from './scopes.ts'
import { recognised } from './signs.ts'
import { supplies } from './supplies.ts'
import { type Obtained, tokenOf } from './token-endpoint.ts'
import { withTrial } from './trial.ts'
import { withoutCount } from './unlocks.ts'
import { variablesFile } from './variables-file.ts'

export interface LookOptions extends ConformanceOptions {
  readonly reportDir: string
  /** Creates and removes one resource of each kind to test the fixtures. */
  readonly try?: boolean | undefined
}

const configuration = question('configuration', 'Is what is configured right?')

/** Reports every problem as a finding, never as an exception. */
export async function look(options: LookOptions, given: GivenEnvironment): Promise<Look> {
  const here = [nodeVersion(), reportFolder(options.reportDir), await variablesFile(given.file)]
  const nobody = { config: null, recognised: null, requests: 0 }
  let config: RunConfig | null
  try {
    config = configOf(options, given)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const told = halves(error.summary, 'Correct it.')
    return { ...nobody, findings: [...here, configuration.problem('configuration', ...told)] }
  }
  if (config === null)
    return {
      ...nobody,
      findings: [
        ...here,
        configuration.warning(
          'nothing of a tenant is configured: a run checks the embedded reference tenant',
          'Run tenant-conformance init, or set TENANT_BASE_URL.',
        ),
      ],
    }
  const away = await lookAt(config, given)
  const seen = { ...away, findings: [...here, ...away.findings] }
  return options.try === true ? withTrial(seen, config, options.signal) : seen
}

/**
 * Unlike a run, allows a missing credential.
 * @returns null if no tenant is configured
 * @throws ConfigurationError
 */
function configOf(options: LookOptions, { variables, unread }: GivenEnvironment): RunConfig | null {
  const contract = resolveContract(options, variables)
  if (!(options.baseUrl ?? variables.TENANT_BASE_URL)?.trim()) {
    requireEmbedded({ ...options, unreadFile: unread }, variables, contract)
    return null
  }
  const credentials = ['TENANT_ACCESS_TOKEN', 'TENANT_CLIENT_ID', 'TENANT_CLIENT_SECRET']
  if (credentials.some((name) => variables[name]?.trim()))
    return resolveSettings({ ...options, contract }, variables, false)
  const config = resolveSettings(
    { ...options, contract },
    { ...variables, TENANT_ACCESS_TOKEN: 'none-is-given' },
    false,
  )
  return { ...config, full: { accessToken: null, client: null } }
}

async function lookAt(config: RunConfig, given: GivenEnvironment): Promise<Look> {
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
  const reader = new Reader(config)
  try {
    const token = await tokens(reader, config, given, toEndpoint.connected)
    findings.push(...token.findings)
    const asked = toTenant.connected ? await ask(reader, config, token.token) : null
    findings.push(...(asked?.place.findings ?? []))
    const granted = token.token === null ? null : authorization.scopesOf(token.token.reveal(), token.response)
    const read = asked?.place.withToken ?? null
    if (config.contract.authentication !== null && token.token !== null)
      findings.push(...scopes(config, granted, read))
    if (reader.exchanges.length > 0) findings.push(clock(reader.exchanges), rate(reader.exchanges, config))
    findings.push(...supplies(config, token.token))
    if (withoutCount(config, 'receiver') !== null || config.receiver.url !== null)
      findings.push(await receiver(config))
    return {
      findings: config.mask.maskDeep(findings),
      config,
      recognised: asked?.recognised ?? null,
      requests: reader.client.traffic().requests,
    }
  } finally {
    await reader.client.close()
  }
}

interface Tokens extends Pick<Obtained, 'token' | 'response'> {
  readonly findings: readonly Finding[]
}

/** Gets the token that a run would send first. */
async function tokens(
  reader: Reader,
  config: RunConfig,
  { variables }: GivenEnvironment,
  connected: boolean,
): Promise<Tokens> {
  const { full, contract, mask, baseUrl } = config
  const none = { token: null, response: null }
  if (contract.authentication === null) return { ...none, findings: [] }
  const given = full.accessToken
  if (given !== null) maskToken(mask, given)
  const ofGiven = given === null ? [] : [claims('token.given', given.reveal(), false, config)]
  if (full.client === null) {
    if (given !== null) return { token: given, response: null, findings: ofGiven }
    const missing = question('credentials', 'Is there a credential for the tenant?').problem(
      'configuration',
      `there is none for ${baseUrl}`,
      'Set TENANT_ACCESS_TOKEN, or TENANT_CLIENT_ID and TENANT_CLIENT_SECRET, in the environment or in .env.',
    )
    return { ...none, findings: [missing] }
  }
  if (!connected) return { ...none, findings: ofGiven }
  const { finding, token, response } = await tokenOf(
    reader,
    config,
    Boolean(variables.TENANT_AUDIENCE?.trim()),
  )
  const asked = finding.sets.TENANT_AUDIENCE ?? config.audience
  const ofOwn = token === null ? [] : [claims('token', token.reveal(), true, { ...config, audience: asked })]
  return { token: token ?? given, response, findings: [finding, ...ofOwn, ...ofGiven] }
}

interface Asked {
  readonly place: Place
  readonly recognised: string | null
}

async function ask(reader: Reader, config: RunConfig, token: Secret | null): Promise<Asked | null> {
  const operation = readOf(config.contract)
  if (operation === null) return null
  const place = await placeOf(reader, operation, token, config)
  if (!place.found || place.withoutToken === null || statusOf(place.withoutToken) < 400)
    return { place, recognised: null }
  const malformed: Exchange = await reader.read(operation.path, 'malformed', operation.name)
  return { place, recognised: recognised(config.contract, { none: place.withoutToken, malformed }) }
}

function configured({ notes, baseUrl, contract }: RunConfig): Finding {
  const [note] = notes.filter((one) => /unencrypted|short word/.test(one))
  if (note === undefined)
    return configuration.ok(`${baseUrl}, to be judged by ${contract.title} ${contract.version}`)
  return configuration.warning(...halves(note, 'Give an https address.'))
}

function proxy({ connection }: RunConfig): Finding {
  const about = question('proxy', 'Does a proxy stand in between?')
  const ways = [...connection.network.proxies].map(([origin, { url }]) => `${origin} by ${url}`)
  return about.ok(ways.length === 0 ? 'none is used' : ways.join(', '))
}
