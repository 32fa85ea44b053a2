// Turns connection options into settings.
import { readCertificate } from '../settings/certificate.ts'
import { type ConnectionFlags, connectionNames } from './options.ts'

/**
 * Reads the file of `--ca`.
 * @throws ConfigurationError for an unreadable file
 */
export function connectionOf(flags: ConnectionFlags): ConnectionFlags {
  const { ca } = flags
  return {
    ...Object.fromEntries(connectionNames.map((name) => [name, flags[name]])),
    ca: ca === undefined ? undefined : readCertificate(ca),
  }
}
