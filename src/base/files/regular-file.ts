// Opens regular files only: others may block forever.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/**
 * Null for other files.
 * @throws the system's error; ELOOP for a link without `follow`
 */
export function openRegular(file: string, { follow = true } = {}): number | null {
  // Systems without a flag lack its feature.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(file, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  return null
}
