// Opens regular files only: reading a pipe or a device may block forever.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/**
 * Returns a file descriptor, or null if the file is not regular.
 * @throws the system's error; ELOOP for a link without `follow`
 */
export function openRegular(file: string, { follow = true } = {}): number | null {
  // On a system without one of these flags, its value is undefined and 0 replaces it.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(file, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  return null
}
