// Determines the addresses of the event receiver.
import { ConfigurationError } from '../base/error.ts'
import { Secret } from '../base/secret.ts'
import type { ReceiverConfig } from '../engine/index.ts'
import { pemPairOf, serverCertificateOf } from './certificate.ts'

/**
 * @param listen `HOST:PORT`, with an IPv6 address in brackets; port 0 means any free port
 * @param url the public address of the receiver, without a final slash
 * @param near true if the tenant runs on this machine
 * @throws ConfigurationError for an invalid `listen`
 */
export function webhookReceiver(
  listen: string | null,
  url: string | null,
  near: boolean,
  tls: ReceiverConfig['tls'] = null,
): ReceiverConfig {
  const place = listen === null ? loopbackListen(url, tls !== null) : parseListen(listen)
  return {
    listen: place,
    url,
    tls,
    blocker: blockerOf(place, url, near),
    settings: { listen: '--webhook-listen', url: 'TENANT_WEBHOOK_URL' },
  }
}

/**
 * Returns null if the receiver uses plain HTTP.
 * @throws ConfigurationError if the certificate and the key are not usable together
 */
export function webhookCertificateOf(
  certFile: string | undefined,
  keyFile: string | undefined,
): ReceiverConfig['tls'] {
  const flags = { certificate: '--webhook-cert', key: '--webhook-key' }
  const files = pemPairOf(certFile, keyFile, flags)
  if (files === null) return null
  const { certificate, key } = serverCertificateOf(files, flags)
  return { certificate, key: new Secret(key) }
}

function parseListen(text: string): { host: string; port: number } {
  const match = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/[\]]+)):(\d{1,5})$/.exec(text.trim())
  const [host, port] = [match?.[1] ?? match?.[2], Number(match?.[3])]
  if (host === undefined || !(port <= 65_535))
    throw new ConfigurationError(
      `--webhook-listen is "${text}": give HOST:PORT, for example 127.0.0.1:8080 or 0.0.0.0:8080.`,
    )
  return { host, port }
}

function loopbackListen(url: string | null, secure: boolean): { host: string; port: number } | null {
  if (url === null) return null
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const own =
    protocol === (secure ? 'https:' : 'http:') &&
    (host === 'localhost' || host === '::1' || /^127\./.test(host))
  return own ? { host, port: Number(port || (secure ? 443 : 80)) } : null
}

function blockerOf(
  place: { readonly host: string; readonly port: number } | null,
  url: string | null,
  near: boolean,
): string | null {
  if (url !== null && place === null)
    return 'TENANT_WEBHOOK_URL is set, but not the address on which the webhook receiver listens: set it with --webhook-listen HOST:PORT'
  if (url !== null && place?.port === 0)
    return 'TENANT_WEBHOOK_URL needs a fixed port, but the webhook receiver listens on any free port: set the port with --webhook-listen HOST:PORT'
  if (url !== null || near) return null
  const reachable = place !== null && !/^(?:0\.0\.0\.0|::|::1|127\..*|localhost)$/.test(place.host)
  return reachable
    ? null
    : 'the tenant is on another machine and must reach the webhook receiver: set its public address in TENANT_WEBHOOK_URL, and its local address with --webhook-listen HOST:PORT'
}
