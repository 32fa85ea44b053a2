// Why no response could be read: from an error of the network or of the HTTP parser to a sentence for the operator.
import { messageOf } from '../base/error.ts'
import type { TransportFailure, TransportFailureKind } from '../base/exchange.ts'

/** Where the request went, for the sentence. */
export interface Destination {
  /** Host and port as they stand in the URL. */
  readonly host: string
  readonly secure: boolean
}

/** A failure that we noticed ourselves, with its kind. */
export class ExchangeError extends Error {
  override readonly name = 'ExchangeError'
  readonly kind: TransportFailureKind
  constructor(kind: TransportFailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

const unreachable = new Set(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENETDOWN'])
const slow = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const notTls = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNEXPECTED_MESSAGE',
])
const certificate =
  /^(ERR_TLS_|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|CRL_|INVALID_CA|HOSTNAME_MISMATCH|PATH_LENGTH)/

/** The failure that `error` stands for. The message holds no part of the request but its host. */
export function failureOf(error: unknown, { host, secure }: Destination): TransportFailure {
  if (error instanceof ExchangeError) return { kind: error.kind, message: error.message }
  const code = codeOf(error)
  const message = messageOf(error)
  const why = code === '' ? message : code
  if (unreachable.has(code))
    return failure(
      'refused',
      `${host} accepts no connection (${why}): start the tenant, or correct host and port of the URL.`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failure(
      'unresolved',
      `The name of ${host} cannot be resolved (${why}): correct the host of the URL, or check the name server.`,
    )
  if (slow.has(code))
    return failure(
      'timeout',
      `${host} does not accept the connection in time (${why}): check that it is reachable, or raise the time limit.`,
    )
  if (notTls.has(code))
    return failure(
      'tls',
      `${host} does not speak TLS on this port (${why}): use http://, or the port that serves https.`,
    )
  if (certificate.test(code))
    return failure(
      'tls',
      `The certificate of ${host} is not trusted (${why}): supply the certificate of its authority, or install one that is valid for this host.`,
    )
  if (/^ERR_SSL_|^EPROTO/.test(code) || /before secure TLS connection/.test(message))
    return failure(
      'tls',
      `${host} breaks off the TLS handshake (${why}): check the TLS set-up of the tenant, and that this port serves https.`,
    )
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return failure(
      'too-large',
      `${host} answers with a header section beyond 16 KiB: make the tenant send less.`,
    )
  if (code.startsWith('HPE_') || /^bad (response|upgrade)/.test(message) || code === 'ERR_ASSERTION')
    return failure(
      'malformed',
      `${host} answers with what is not an HTTP/1.1 response (${why}): correct the tenant${secure ? '' : ', or use https:// if this port serves TLS'}.`,
    )
  return failure(
    'closed',
    `${host} closes the connection before its answer is complete (${message}): look into the tenant's log.`,
  )
}

function failure(kind: TransportFailureKind, message: string): TransportFailure {
  return { kind, message }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
