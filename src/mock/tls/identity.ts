// Returns the certificate of the mock: the user's certificate, or a generated one.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ConfigurationError } from '../../base/error.ts'
import { writeOrExplain } from '../../base/files/whole-file.ts'
import { type PemPair, pemPairOf, serverCertificateOf } from '../../settings/certificate.ts'
import type { ServerCertificate } from '../../tenant/index.ts'
import { makeCertificate } from './certificate.ts'

const flags = { certificate: '--tls-cert', key: '--tls-key' }

export interface TlsOptions {
  readonly tls?: boolean
  readonly tlsCert?: string
  readonly tlsKey?: string
  /** The file for the CA of a generated certificate. The default is a temporary file. */
  readonly tlsCa?: string
}

export interface Identity extends ServerCertificate {
  readonly authorityFile: string | null
  remove(): void
}

/**
 * Returns null if the mock uses plain HTTP.
 * @throws ConfigurationError for unusable files
 */
export function identityOf(options: TlsOptions, hosts: readonly string[]): Identity | null {
  const { tls = false, tlsCert, tlsKey, tlsCa } = options
  const files = pemPairOf(tlsCert, tlsKey, flags)
  if (files !== null) return given(files, tlsCa)
  if (tls) return made(hosts, tlsCa)
  if (tlsCa !== undefined)
    throw new ConfigurationError(
      '--tls-ca names the file for the CA certificate of --tls: give --tls as well.',
    )
  return null
}

function given(files: PemPair, ca: string | undefined): Identity {
  if (ca !== undefined)
    throw new ConfigurationError(
      '--tls-ca is only for certificates that --tls generates: omit --tls-ca if you give --tls-cert.',
    )
  return { ...serverCertificateOf(files, flags), authorityFile: null, remove: () => undefined }
}

function made(hosts: readonly string[], ca: string | undefined): Identity {
  const { certificate, key, authority } = makeCertificate(hosts)
  const own = ca === undefined
  const file = ca ?? join(mkdtempSync(join(tmpdir(), 'tenant-conformance-')), 'ca.pem')
  const remove = (): void => {
    if (own) rmSync(dirname(file), { recursive: true, force: true })
  }
  try {
    writeOrExplain([{ path: file, text: authority }], file, 'give another file with --tls-ca')
  } catch (error) {
    remove()
    throw error
  }
  return { certificate, key, authorityFile: file, remove }
}
