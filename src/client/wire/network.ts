// Network settings of the operator.
import type { Secret } from '../../base/secret.ts'

/** Shown to servers that request a certificate (RFC 8446, 4.3.2). */
export interface ClientCertificate {
  /** PEM, optionally with its chain. */
  readonly certificate: string
  /** PEM. */
  readonly key: Secret
}

/** Opens tunnels (RFC 9110, 9.3.6). */
export interface ProxyServer {
  /** http or https, without a user. */
  readonly url: string
  /** Value of Proxy-Authorization; null if not required. */
  readonly authorization: Secret | null
}

export interface Network {
  /** PEM, added to well-known authorities. */
  readonly ca: string | null
  readonly clientCertificate: ClientCertificate | null
  /** By origin. */
  readonly proxies: ReadonlyMap<string, ProxyServer>
}

export const plainNetwork: Network = { ca: null, clientCertificate: null, proxies: new Map() }
