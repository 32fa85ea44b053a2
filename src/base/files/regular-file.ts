// Opens regular files only: reading a pipe or a device may block forever.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/**
 * Returns null if the file is not regular.
 * @throws the system's error; ELOOP for a link without `follow`
 */
export function openRegular(file: string, { follow = true } = {}): number | null {
  // A system without one of these flags gets 0.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(file, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  return null
}
