// The network as the operator sets it: whom to trust, as whom to appear, which way to go.
import type { Secret } from '../../base/secret.ts'

/** What the client shows to a server that asks for a certificate (RFC 8446, 4.3.2). */
export interface ClientCertificate {
  /** PEM, with the chain where there is one. */
  readonly certificate: string
  /** PEM. */
  readonly key: Secret
}

/** A server that opens tunnels to others (RFC 9110, 9.3.6). */
export interface ProxyServer {
  /** An http or https address without a user. */
  readonly url: string
  /** The value of Proxy-Authorization; null where the proxy asks for none. */
  readonly authorization: Secret | null
}

export interface Network {
  /** PEM certificates of authorities to trust besides the well-known ones. */
  readonly ca: string | null
  readonly clientCertificate: ClientCertificate | null
  /** By origin; what is not in it is gone to straight. */
  readonly proxies: ReadonlyMap<string, ProxyServer>
}

/** Straight to everybody, trusting the well-known authorities. */
export const plainNetwork: Network = { ca: null, clientCertificate: null, proxies: new Map() }
