// Reads files of the operator, up to a maximum size.
import { closeSync, readSync } from 'node:fs'
import { requireNoWideCharacters, textOf } from './encoding.ts'
import { openRegular } from './regular-file.ts'

/** Ten times the size of the largest known report. */
export const inputBytesMax = 67_108_864

const chunkBytes = 65_536

/**
 * Returns the text without a byte order mark.
 * @throws Error with a short reason
 */
export function readInput(file: string, bytesMax = inputBytesMax): string {
  return textOf(readInputBytes(file, bytesMax))
}

/**
 * Does not require UTF-8, because the comments of a PEM file can have another encoding (RFC 7468).
 * @throws Error with a short reason
 */
export function readPem(file: string): string {
  const bytes = readInputBytes(file)
  requireNoWideCharacters(bytes)
  return bytes.toString('utf8')
}

export function readInputBytes(file: string, bytesMax = inputBytesMax): Buffer {
  const descriptor = openRegular(file)
  if (descriptor === null) throw new Error('it is not a regular file')
  try {
    const chunks: Buffer[] = []
    // The file can grow while the loop reads.
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
