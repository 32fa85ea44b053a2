// Explains errors of the network and of the HTTP parser.
import { codeOf, messageOf, reasonOf } from '../../base/error.ts'
import type { TransportFailure, TransportFailureKind } from '../../base/exchange.ts'

export interface Peer {
  readonly host: string
  readonly secure: boolean
  readonly answered: boolean
  readonly server?: 'tenant' | 'proxy'
}

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

const certificateFaults: Readonly<Record<string, readonly [fault: string, todo: string]>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'is for another host',
    'correct the host of the URL, or install a certificate that names this host',
  ],
  CERT_HAS_EXPIRED: ['has expired', 'install a valid certificate'],
  CERT_NOT_YET_VALID: ['is not valid yet', 'install a valid certificate, or set the clock'],
}

/** The message contains only the host of the URL, because the rest can contain secrets. */
export function failureOf(
  error: unknown,
  { host, secure, answered, server = 'tenant' }: Peer,
): TransportFailure {
  if (error instanceof ExchangeError) return { kind: error.kind, message: error.message }
  const code = codeOf(error)
  const message = messageOf(error)
  const why = reasonOf(error)
  const tenant = `The ${server} at ${host}`
  const orTls = secure || answered ? '' : ', and use https:// if this port serves TLS'
  const orCertificate =
    secure && !answered ? `, and set TENANT_CLIENT_CERT if the ${server} asks for a certificate` : ''
  if (unreachable.has(code))
    return failure(
      'refused',
      `${tenant} accepts no connection (${why}): start the ${server}, or correct host and port of the URL.`,
    )
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failure(
      'unresolved',
      `The name ${host.replace(/:\d+$/, '')} cannot be resolved (${why}): correct the host of the URL, or check the name server.`,
    )
  if (slow.has(code))
    return failure(
      'timeout',
      `${tenant} does not accept the connection in time (${why}): check that the ${server} can be reached, or raise the time limit.`,
    )
  if (notTls.has(code))
    return failure(
      'tls',
      `${tenant} does not speak TLS on this port (${why}): use http://, or the port that serves https.`,
    )
  if (certificate.test(code)) {
    const [fault, todo] = certificateFaults[code] ?? [
      'is not trusted',
      'supply the certificate of its authority with --ca, or install a certificate of a well-known authority',
    ]
    return failure('tls', `${tenant} presents a certificate that ${fault} (${why}): ${todo}.`)
  }
  if (/ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNKNOWN_CA)$/.test(code))
    return failure(
      'tls',
      `${tenant} accepts no client without a trusted certificate (${why}): name a certificate and its key with TENANT_CLIENT_CERT and TENANT_CLIENT_KEY.`,
    )
  if (/^ERR_SSL_|^EPROTO/.test(code) || /before secure TLS connection/.test(message))
    return failure(
      'tls',
      `${tenant} aborts the TLS handshake (${why}): check the TLS set-up of the ${server}, and that this port serves https.`,
    )
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return failure(
      'too-large',
      `${tenant} returns a header section of more than 16 KiB: make the ${server} send less.`,
    )
  if (isParserError(error, code) || /^bad (response|upgrade)/.test(message))
    return failure(
      'malformed',
      `${tenant} returns something that is not an HTTP/1.1 response (${message}): correct the response${orTls}.`,
    )
  return failure(
    'closed',
    `${tenant} closes the connection before its response is complete (${message}): look into the log of the ${server}${orTls}${orCertificate}.`,
  )
}

function isParserError(error: unknown, code: string): boolean {
  const codes = ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'ERR_ASSERTION']
  return (error instanceof Error && error.name === 'HTTPParserError') || codes.includes(code)
}

function failure(kind: TransportFailureKind, message: string): TransportFailure {
  return { kind, message }
}
