// Plain files, opened with care: what stands in a report folder may be anything.
import { ConfigurationError, codeOf, reasonOf } from '../../base/error.ts'
import { openRegular } from '../../base/files/regular-file.ts'

/**
 * A file that is opened for reading; null where there is none. A link is not followed.
 * @throws ConfigurationError for what is not a plain file, or can't be read
 */
export function openPlain(file: string): number | null {
  let descriptor: number | null = null
  try {
    descriptor = openRegular(file, { follow: false })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    // Of a link, or of a socket.
    if (code !== 'ELOOP' && code !== 'ENXIO') throw readError(file, error)
  }
  if (descriptor === null) throw special(file)
  return descriptor
}

function special(file: string): ConfigurationError {
  return new ConfigurationError(
    `${file} is a folder, a link or a device, and not a plain file of a run: remove it, or give another folder with --report-dir.`,
  )
}

/** The operator's error for a file that can't be read. */
export function readError(file: string, error: unknown): ConfigurationError {
  return new ConfigurationError(
    `${file} can't be read (${reasonOf(error)}): give the folder of a run with --report-dir, and check whose it is.`,
  )
}
