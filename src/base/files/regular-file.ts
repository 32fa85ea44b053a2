// Regular files: what stands under a name may be anything, and a device or a pipe may never end, or never begin.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/**
 * The descriptor of a regular file that is opened for reading; null where what is there is none. Nobody is waited for at
 * the other end of a pipe.
 * @throws the system's error where it can't be opened; ELOOP for a link that is not to be followed
 */
export function openRegular(file: string, { follow = true } = {}): number | null {
  // A system that lacks one of them lacks what it is for.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(file, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  return null
}
