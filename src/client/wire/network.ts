// Network settings that the operator chooses.
import type { Secret } from '../../base/secret.ts'

/** Certificate with which this client authenticates itself in TLS (RFC 8446, section 4.3.2). */
export interface ClientCertificate {
  readonly certificate: string
  /** Private key in the PEM format. */
  readonly key: Secret
}

/** Proxy that opens tunnels with the method CONNECT (RFC 9110, section 9.3.6). */
export interface ProxyServer {
  readonly url: string
  /** Value of the header Proxy-Authorization. Null if the proxy requires no credentials. */
  readonly authorization: Secret | null
}

export interface Network {
  /**
   * Certificate authorities in the PEM format that are trusted in addition to the well-known
   * authorities.
   */
  readonly ca: string | null
  readonly clientCertificate: ClientCertificate | null
  readonly proxies: ReadonlyMap<string, ProxyServer>
}

export const plainNetwork: Network = { ca: null, clientCertificate: null, proxies: new Map() }
