// Checks whether the API responds at the base URL or at another path.
import { clip } from '../base/clip.ts'
import { describeResponse, type Exchange, statusOf } from '../base/exchange.ts'
import { waitAskedMs, waitInWords } from '../client/index.ts'
import type { Contract, Operation } from '../contract/index.ts'
import { type Responder, type RunConfig, responderOf } from '../engine/index.ts'
import { type Finding, question, splitRemedy } from './finding.ts'
import type { Probe, ProbeCredentials } from './probe.ts'

export interface ApiLocation {
  readonly findings: readonly Finding[]
  readonly found: boolean
  readonly withToken: Exchange | null
  readonly withoutToken: Exchange | null
}

const about = question('path', 'Does the base URL lead to the API?')
const use = question('access', 'Does the tenant accept the token?')
const shownMax = 160

export async function locateApi(
  probe: Probe,
  operation: Operation,
  credentials: ProbeCredentials | null,
  config: RunConfig,
): Promise<ApiLocation> {
  const { path, name } = operation
  const withoutToken = await probe.read(path, 'none', name)
  const first = responderOf(withoutToken)
  const gone = { found: false, withToken: null, withoutToken }
  if (first === 'silence') {
    const reason = withoutToken.failure?.message
    const waitMs = waitAskedMs(withoutToken, config.contract.rateLimit?.headers)
    const later = waitMs === null ? 'later' : `in ${waitInWords(waitMs)}, as the response requests`
    return {
      ...gone,
      findings: [
        about.problem(
          'tenant',
          ...splitRemedy(reason ?? 'every request gets 429', `Run the command again ${later}.`),
        ),
      ],
    }
  }
  if (first === 'gateway')
    return {
      ...gone,
      findings: [
        about.problem(
          'tenant',
          `a gateway responds instead of the tenant: ${described(withoutToken)}`,
          'Make sure that the tenant is running.',
        ),
      ],
    }
  // A web page does not get the token, because it is not the API.
  const withToken =
    credentials === null || first === 'page' ? null : await probe.read(path, credentials, name)
  const kinds = [first, ...(withToken === null ? [] : [responderOf(withToken)])]
  const misplaced = kinds.every((kind) => kind === 'missing' || kind === 'page')
  if (misplaced)
    return { ...gone, withToken, findings: [await misplacedAt(probe, operation, withoutToken, config)] }
  if (await isConstant(probe, withToken ?? withoutToken, credentials))
    return {
      ...gone,
      withToken,
      findings: [
        about.problem(
          'configuration',
          `every request gets the same response: ${described(withToken ?? withoutToken)}`,
          'Correct the path of TENANT_BASE_URL, or find out which server responds there.',
        ),
      ],
    }
  return {
    found: true,
    withToken,
    withoutToken,
    findings: [
      about.ok(`the API responds: ${path} without a token gets ${statusOf(withoutToken)}`),
      ...(withToken === null ? [] : [accessOf(withToken, first, operation)]),
    ],
  }
}

function accessOf(
  withToken: Exchange,
  without: Responder,
  { title, authenticated, security }: Operation,
): Finding {
  const status = statusOf(withToken)
  if (status >= 500)
    return use.problem('tenant', `${title}: ${described(withToken)}`, "Read the tenant's log.")
  const what = security === null ? 'a token' : 'credentials'
  if (without === 'api' && authenticated)
    return use.warning(
      `the tenant accepts requests without ${what}: ${title}`,
      `Check whether the tenant requires ${security === null ? 'tokens' : what}.`,
    )
  if (status === 401 || status === 400)
    return use.problem(
      'tenant',
      `the tenant rejects the ${security === null ? 'token' : what}: ${described(withToken)}`,
      security === null
        ? "Check the token's audience, issuer and expiry."
        : 'Check the variables with the credentials, and whether the credentials are valid for this tenant.',
    )
  if (status === 0) return use.unknown(`a read with the token got no response: ${described(withToken)}`)
  return use.ok(
    status === 403
      ? 'the tenant accepts the token, but the token lacks the scope for the first read'
      : `${title}: ${status}`,
  )
}

async function misplacedAt(
  probe: Probe,
  { path }: Operation,
  first: Exchange,
  { baseUrl, contract }: RunConfig,
): Promise<Finding> {
  const location = first.response?.headers.location
  const what =
    responderOf(first) === 'page'
      ? `${baseUrl} returns a web page: ${location === undefined ? described(first) : `${statusOf(first)}, to ${clip(location, shownMax)}`}`
      : `the API is not at ${baseUrl}: ${described(first)}`
  for (const candidate of candidatesFor(baseUrl, contract)) {
    const exchange = await probe.readAt(candidate, path)
    const served = responderOf(exchange) === 'api' && statusOf(exchange) < 300
    if (!speaksJson(exchange) || (responderOf(exchange) !== 'refused' && !served)) continue
    return about.problem(
      'configuration',
      `${what}; the API is at ${candidate}`,
      `Set TENANT_BASE_URL=${candidate}.`,
      { sets: { TENANT_BASE_URL: candidate } },
    )
  }
  const usual =
    contract.basePath === null
      ? ''
      : `; for most tenants it ends with ${contract.basePath}, the basePath of the contract`
  return about.problem('configuration', what, `Correct the path of TENANT_BASE_URL${usual}.`)
}

// In a wrong base URL, the path of the API can be missing, too long or repeated.
function candidatesFor(baseUrl: string, { basePath }: Contract): readonly string[] {
  const { origin, pathname } = new URL(baseUrl)
  const own = pathname.replace(/\/+$/, '')
  const base = basePath ?? ''
  const above = own.replace(/\/[^/]+$/, '')
  const twice = base !== '' && own.endsWith(`${base}${base}`) ? own.slice(0, -base.length) : own
  return [...new Set([`${own}${base}`, base, twice, `${above}${base}`, above, ''])]
    .filter((path) => path !== own)
    .map((path) => `${origin}${path}`)
}

function speaksJson({ response }: Exchange): boolean {
  return /\bjson\b/.test(response?.headers['content-type'] ?? '')
}

/** Returns whether an unknown path gets the same response: then another server responds, not the API. */
async function isConstant(
  probe: Probe,
  exchange: Exchange,
  credentials: ProbeCredentials | null,
): Promise<boolean> {
  const { response } = exchange
  if (response === null || response.status > 299) return false
  const shown = exchange.principal === 'full' && credentials !== null ? credentials : 'none'
  const other = await probe.read('/there-is-nothing-here', shown)
  return other.response?.status === response.status && other.response.body === response.body
}

function described(exchange: Exchange): string {
  return clip(describeResponse(exchange), shownMax)
}
