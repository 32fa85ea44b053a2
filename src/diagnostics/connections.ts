// Checks the host name, the connection and the certificate of an address.
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isoTime, nowMs, sleep } from '../base/clock.ts'
import { reasonOf } from '../base/error.ts'
import { withoutBrackets } from '../base/uri.ts'
import { type Connected, type ConnectionOptions, tryConnection } from '../client/index.ts'
import { type Finding, question, splitRemedy } from './finding.ts'

const dayMs = 86_400_000
const expiryWarningMs = 30 * dayMs

interface Endpoint {
  readonly suffix: string
  readonly url: string
  readonly sayWith: string
}

export async function connections(
  endpoint: Endpoint,
  connection: ConnectionOptions,
): Promise<{ readonly findings: readonly Finding[]; readonly connected: boolean }> {
  const { origin } = new URL(endpoint.url)
  const proxy = connection.network.proxies.get(origin)?.url ?? null
  const resolved = await resolving(endpoint, proxy, connection.timeoutMs)
  if (resolved.state === 'problem') return { findings: [resolved], connected: false }
  const made = await tryConnection(endpoint.url, connection)
  return {
    findings: [resolved, ...connecting(endpoint, proxy, made)],
    connected: made.ok,
  }
}

async function resolving(
  { suffix, url, sayWith }: Endpoint,
  proxy: string | null,
  timeoutMs: number,
): Promise<Finding> {
  const about = question(`address${suffix}`, 'Can the name of the host be resolved?')
  const host = withoutBrackets(new URL(proxy ?? url).hostname)
  const whose = proxy === null ? '' : ', the proxy,'
  if (isIP(host) !== 0) return about.ok(`${host}${whose} is an IP address and needs no name server`)
  const timeout = new AbortController()
  try {
    const found = await Promise.race([
      lookup(host, { all: true }),
      sleep(timeoutMs, timeout.signal).then(() => null),
    ])
    if (found === null) throw new Error('no name server responded in time')
    return about.ok(`${host}${whose} is ${found.map(({ address }) => address).join(', ')}`)
  } catch (error) {
    return about.problem(
      'tenant',
      `${host}${whose} cannot be resolved (${reasonOf(error)})`,
      proxy === null
        ? `Correct the host in ${sayWith}, or check the name server.`
        : 'Correct HTTPS_PROXY, HTTP_PROXY or ALL_PROXY, or add the tenant to NO_PROXY.',
    )
  } finally {
    timeout.abort()
  }
}

function connecting({ suffix, url }: Endpoint, proxy: string | null, made: Connected): readonly Finding[] {
  const { host, protocol } = new URL(url)
  const connection = question(`connection${suffix}`, 'Does the host accept connections?')
  const certificate = question(`certificate${suffix}`, 'Is the certificate of the host trusted and valid?')
  const by = proxy === null ? '' : `, through the proxy ${proxy}`
  if (!made.ok) {
    const { kind, message } = made.failure
    const problem = splitRemedy(message, 'Start the tenant, or correct its address.')
    return kind === 'tls'
      ? [connection.ok(`${host} accepts connections${by}`), certificate.problem('tenant', ...problem)]
      : [connection.problem('tenant', ...problem)]
  }
  const taken = connection.ok(
    `${host} accepts connections${made.address === null || proxy !== null ? by : `, at ${made.address}`}`,
  )
  if (protocol !== 'https:' || made.certificate === null)
    return [taken, certificate.ok('plain http has no certificate')]
  const { validToMs, issuer, protocol: version } = made.certificate
  if (validToMs === null) return [taken, certificate.ok(`trusted, by ${issuer}; ${version}`)]
  const found = `valid until ${isoTime(validToMs).slice(0, 10)}, by ${issuer}; ${version}`
  return [
    taken,
    validToMs - nowMs() < expiryWarningMs
      ? certificate.warning(
          found,
          'Renew the certificate before it expires: after that, runs cannot connect.',
        )
      : certificate.ok(found),
  ]
}
