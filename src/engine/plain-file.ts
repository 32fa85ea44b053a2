// Plain files, opened with care: what stands in a report folder may be anything.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { ConfigurationError } from '../base/error.ts'

/**
 * A file that is opened for reading; null where there is none. A link is not followed, and nobody is waited for at the
 * other end of a pipe.
 * @throws ConfigurationError for what is no plain file, or can't be read
 */
export function openPlain(file: string): number | null {
  let descriptor: number
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    descriptor = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    // Of a link, or of a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw special(file)
    throw unreadable(file, error)
  }
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  throw special(file)
}

function special(file: string): ConfigurationError {
  return new ConfigurationError(
    `${file} is a folder, a link or a device, and not a plain file of a run: remove it, or give another folder with --report-dir.`,
  )
}

/** The operator's error for a file that can't be read. */
export function unreadable(file: string, error: unknown): ConfigurationError {
  return new ConfigurationError(
    `${file} can't be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}): give the folder of a run with --report-dir, and look whose it is.`,
  )
}
