// Resolves and checks the addresses of a tenant.
import { ConfigurationError } from '../base/error.ts'
import { flagOf } from '../base/options/option.ts'
import { parsedUrl } from '../base/uri.ts'
import { visible } from '../base/visible.ts'
import { isBaseUrl, type ProxyServer } from '../client/index.ts'
import { type Contract, loadContract } from '../contract/index.ts'
import { addressRangeOf, faultOfAddress } from './address.ts'
import type { Environment } from './environment.ts'
import { type GivenTenantOptions, tenantOptions } from './tenant-options.ts'
import { variableIn } from './tenant-variables.ts'

export interface Target {
  readonly baseUrl: string
  readonly authUrl: string
  readonly tokenUrl: string
}

/** @throws ConfigurationError for an unusable address */
export function resolveTarget(
  options: Pick<GivenTenantOptions, 'baseUrl' | 'authUrl'>,
  environment: Environment,
  { authentication, openapi }: Pick<Contract, 'authentication' | 'openapi'> = loadContract(),
): Target {
  const given = (name: 'baseUrl' | 'authUrl', otherwise: () => string): string => {
    const { variable } = tenantOptions[name]
    const text = options[name]
    return checkedUrl(
      text ?? variableIn(environment, variable) ?? otherwise(),
      text === undefined ? variable : flagOf(tenantOptions[name]),
    )
  }
  const baseUrl = given('baseUrl', () => '')
  const authUrl = given('authUrl', () => new URL(baseUrl).origin)
  const own = variableIn(environment, 'TENANT_TOKEN_URL')
  const isElsewhere =
    options.authUrl !== undefined || variableIn(environment, tenantOptions.authUrl.variable) !== null
  const ofScheme = own === null ? tokenUrlOf(authentication, authUrl, isElsewhere) : null
  if (openapi !== null && ofScheme !== null && hasClient(environment)) requireSameHost(ofScheme.url, baseUrl)
  // Without a client id, the run sends nothing to this address, so no check is needed.
  const tokenUrl =
    ofScheme === null
      ? checkedUrl(own ?? `${authUrl}${authentication?.tokenPath ?? ''}`, 'TENANT_TOKEN_URL', true)
      : hasClient(environment)
        ? checkedUrl(ofScheme.url, `The tokenUrl of the scheme "${ofScheme.scheme}"`, true)
        : authUrl
  return { baseUrl, authUrl, tokenUrl }
}

/** A document is untrusted, so it must not decide where the run sends a secret. */
function requireSameHost(tokenUrl: string, baseUrl: string): void {
  if (parsedUrl(tokenUrl)?.host === parsedUrl(baseUrl)?.host) return
  throw new ConfigurationError(
    `The token endpoint in the document is on a different host than --base-url: ${visible(tokenUrl)}. To send the client's secret there, set TENANT_TOKEN_URL to that address.`,
  )
}

function hasClient(environment: Environment): boolean {
  return ['', 'LIMITED_', 'NON_GLOBAL_'].some(
    (prefix) => variableIn(environment, `TENANT_${prefix}CLIENT_ID`) !== null,
  )
}

/** @param isElsewhere true if the operator set the auth URL */
function tokenUrlOf(
  authentication: Contract['authentication'],
  authUrl: string,
  isElsewhere: boolean,
): { readonly scheme: string; readonly url: string } | null {
  for (const [name, scheme] of authentication?.schemes ?? []) {
    if (scheme.type !== 'oauth2' || scheme.tokenUrl === null) continue
    const absolute = parsedUrl(scheme.tokenUrl)
    if (absolute === null) return { scheme: name, url: `${authUrl}/${scheme.tokenUrl.replace(/^\/+/, '')}` }
    return { scheme: name, url: isElsewhere ? `${authUrl}${absolute.pathname}` : scheme.tokenUrl }
  }
  return null
}

/** @throws ConfigurationError for an address that is invalid or not normalised */
export function checkedUrl(text: string, place: string, slash = false): string {
  const parsed = parsedUrl(text)
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    throw new ConfigurationError(`${place} ${faultOfAddress(text)}.`)
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '')
    throw new ConfigurationError(
      `${place} contains a user, a query or a fragment: give only scheme, host and path.`,
    )
  // The address must be in normal form, because the run sends it without changes.
  if (!isBaseUrl(text))
    throw new ConfigurationError(
      `${place} is not in normalised form: give it as https://tenant.example/api/v2, with the host in ASCII and the path percent-encoded.`,
    )
  return slash ? text : text.replace(/\/+$/, '')
}

/**
 * Returns notes about addresses with plain HTTP.
 * @throws ConfigurationError for public addresses without `--insecure-http`
 */
export function requireConfidential(
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
    // A proxy can read plain HTTP, too.
    const proxy = proxies.get(new URL(address).origin)?.url ?? null
    const reaches = [address, ...(proxy === null ? [] : [proxy])].map(addressRangeOf)
    const reach = (['public', 'private'] as const).find((far) => reaches.includes(far)) ?? 'loopback'
    if (!address.startsWith('http:') || reach === 'loopback') continue
    if (reach === 'public' && !insecure)
      throw new ConfigurationError(
        `${place.replace('the', 'The')} is ${address},${proxy === null ? '' : ` reached through the proxy ${proxy},`} and credentials would travel unencrypted: give an https address, or allow it with --insecure-http.`,
      )
    notes.push(
      `Credentials travel unencrypted to ${new URL(address).host}, because ${place} begins with http:.`,
    )
  }
  return [...new Set(notes)]
}
