// Network settings of the operator.
import type { Secret } from '../../base/secret.ts'

/** A certificate that the server may request (RFC 8446, 4.3.2). */
export interface ClientCertificate {
  readonly certificate: string
  /** The private key in PEM. */
  readonly key: Secret
}

/** A proxy that opens tunnels by CONNECT (RFC 9110, 9.3.6). */
export interface ProxyServer {
  readonly url: string
  /** Null if the proxy requires none. */
  readonly authorization: Secret | null
}

export interface Network {
  /** PEM. Trusted in addition to the well-known authorities. */
  readonly ca: string | null
  readonly clientCertificate: ClientCertificate | null
  readonly proxies: ReadonlyMap<string, ProxyServer>
}

export const plainNetwork: Network = { ca: null, clientCertificate: null, proxies: new Map() }
