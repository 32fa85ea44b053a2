// Turns connection options into settings.
import { readCertificate } from '../settings/certificate.ts'
import { type ConnectionFlags, connectionNames } from './options.ts'

/** @throws ConfigurationError for an unreadable file of `--ca` */
export function connectionOf(flags: ConnectionFlags): ConnectionFlags {
  const { ca } = flags
  return {
    ...Object.fromEntries(connectionNames.map((name) => [name, flags[name]])),
    ca: ca === undefined ? undefined : readCertificate(ca),
  }
}
