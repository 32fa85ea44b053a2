// Creates a certificate authority for one test file, with the program openssl.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeAfterTest } from '../wire/loopback.testing.ts'

export interface Issued {
  readonly cert: string
  readonly key: string
  readonly certFile: string
  readonly keyFile: string
}

export interface Authority {
  readonly ca: string
  readonly folder: string
  /**
   * @param names host names and addresses, as in subjectAltName
   * @param days validity of the certificate
   */
  issue(name: string, names: string, days?: number): Issued
}

const keyOptions = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** @param called name of the authority: with equal names, a client finds only one authority */
export function createAuthority(called = 'authority'): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  closeAfterTest(() => rmSync(folder, { recursive: true }))
  const openssl = (...options: string[]): void =>
    void execFileSync('openssl', options, { cwd: folder, stdio: 'ignore' })
  const own = ['-subj', `/CN=${called}`, '-addext', 'basicConstraints=critical,CA:TRUE', '-days', '2']
  openssl('req', '-x509', ...keyOptions, '-keyout', 'ca.key', '-out', 'ca.pem', ...own)
  return {
    ca: readFileSync(join(folder, 'ca.pem'), 'utf8'),
    folder,
    issue(name, names, days = 2) {
      const [certFile, keyFile] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)]
      openssl(
        ...['req', ...keyOptions, '-keyout', keyFile, '-out', `${name}.csr`],
        ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`],
      )
      openssl(
        ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
        ...['-out', certFile, '-days', String(days), '-copy_extensions', 'copy'],
      )
      return {
        cert: readFileSync(certFile, 'utf8'),
        key: readFileSync(keyFile, 'utf8'),
        certFile,
        keyFile,
      }
    },
  }
}
