// Turns the options for the connection into settings.
import { readCertificate } from '../settings/certificate.ts'
import { type ConnectionFlags, connectionNames } from './options.ts'

/** @throws ConfigurationError if the file of `--ca` cannot be read */
export function connectionOf(flags: ConnectionFlags): ConnectionFlags {
  const { ca } = flags
  return {
    ...Object.fromEntries(connectionNames.map((name) => [name, flags[name]])),
    ca: ca === undefined ? undefined : readCertificate(ca),
  }
}
