// Network settings of the operator.
import type { Secret } from '../../base/secret.ts'

/** RFC 8446, 4.3.2. */
export interface ClientCertificate {
  readonly certificate: string
  /** PEM. */
  readonly key: Secret
}

/** RFC 9110, 9.3.6. */
export interface ProxyServer {
  readonly url: string
  /** Null if the proxy requires none. */
  readonly authorization: Secret | null
}

export interface Network {
  /** PEM, in addition to well-known authorities. */
  readonly ca: string | null
  readonly clientCertificate: ClientCertificate | null
  readonly proxies: ReadonlyMap<string, ProxyServer>
}

export const plainNetwork: Network = { ca: null, clientCertificate: null, proxies: new Map() }
