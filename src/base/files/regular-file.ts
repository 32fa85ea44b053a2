// Opens only regular files, because reading a pipe or a device can block forever.
import { closeSync, constants, fstatSync, openSync } from 'node:fs'

/** @throws the error of the operating system, for example ELOOP for a symbolic link without `follow` */
export function openRegular(file: string, { follow = true } = {}): number | null {
  // A flag is 0 if the operating system does not have it.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  const descriptor = openSync(file, O_RDONLY | O_NONBLOCK | (follow ? 0 : O_NOFOLLOW))
  if (fstatSync(descriptor).isFile()) return descriptor
  closeSync(descriptor)
  return null
}
