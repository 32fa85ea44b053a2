// Files that the operator names: regular ones of a limited size, as a device or a pipe may never end, or never begin.
import { closeSync, readSync } from 'node:fs'
import { requireNoWideCharacters, textOf } from './encoding.ts'
import { openRegular } from './regular-file.ts'

/** The largest file that is read: a report of the largest run has a tenth of it. */
export const inputBytesMax = 67_108_864

const chunkBytes = 65_536

/**
 * The text of a regular file in UTF-8, without a byte order mark.
 * @throws Error that says in a few words why it can't be read
 */
export function readInput(file: string, bytesMax = inputBytesMax): string {
  return textOf(readInputBytes(file, bytesMax))
}

/**
 * The text of a PEM file (RFC 7468). Comments around its blocks may be in any encoding that has ASCII in it.
 * @throws Error that says in a few words why it can't be read
 */
export function readPem(file: string): string {
  const bytes = readInputBytes(file)
  requireNoWideCharacters(bytes)
  return bytes.toString('utf8')
}

/**
 * The bytes of a regular file.
 * @throws Error that says in a few words why it can't be read
 */
export function readInputBytes(file: string, bytesMax = inputBytesMax): Buffer {
  const descriptor = openRegular(file)
  if (descriptor === null) throw new Error('it is not a regular file')
  try {
    const chunks: Buffer[] = []
    // The size that a file has when it is opened need not be the one that it is read to.
    for (let bytes = 0; ; ) {
      const chunk = Buffer.allocUnsafe(chunkBytes)
      const read = readSync(descriptor, chunk, 0, chunkBytes, null)
      if (read === 0) return Buffer.concat(chunks, bytes)
      chunks.push(chunk.subarray(0, read))
      bytes += read
      if (bytes > bytesMax) throw new Error(`it has more than ${bytesMax} bytes`)
    }
  } finally {
    closeSync(descriptor)
  }
}
