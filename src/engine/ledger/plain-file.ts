// Opens only regular files, because a report folder may contain files of any type.
import { ConfigurationError, codeOf, reasonOf } from '../../base/error.ts'
import { openRegular } from '../../base/files/regular-file.ts'

/**
 * Returns null if there is no file. Does not follow links.
 * @throws ConfigurationError if the file is not regular or not readable
 */
export function openPlain(file: string): number | null {
  let descriptor: number | null = null
  try {
    descriptor = openRegular(file, { follow: false })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    // These codes mean that the file is a link or a socket.
    if (code !== 'ELOOP' && code !== 'ENXIO') throw readError(file, error)
  }
  if (descriptor === null) throw special(file)
  return descriptor
}

function special(file: string): ConfigurationError {
  return new ConfigurationError(
    `${file} is a folder, a link or a device, not a plain file of a run: remove it, or give another folder with --report-dir.`,
  )
}

export function readError(file: string, error: unknown): ConfigurationError {
  return new ConfigurationError(
    `${file} can't be read (${reasonOf(error)}): give the folder of a run with --report-dir, and check who may read the file.`,
  )
}
