// Network settings of the operator.
import type { Secret } from '../../base/secret.ts'

/** Certificate of this client for TLS (RFC 8446, section 4.3.2). */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: Secret
}

/** Proxy that opens tunnels with CONNECT (RFC 9110, section 9.3.6). */
export interface ProxyServer {
  readonly url: string
  /** Header Proxy-Authorization. Null if the proxy needs no credentials. */
  readonly authorization: Secret | null
}

export interface Network {
  /** Certificate authorities in the PEM format, in addition to the well-known authorities. */
  readonly ca: string | null
  readonly clientCertificate: ClientCertificate | null
  readonly proxies: ReadonlyMap<string, ProxyServer>
}

export const plainNetwork: Network = { ca: null, clientCertificate: null, proxies: new Map() }
