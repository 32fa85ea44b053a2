// Tells documents from folders, and files from addresses.
import { statSync } from 'node:fs'
import { parsedUrl } from '../../../base/uri.ts'

/** Whether a path or an address names a document rather than a contract's folder. */
export function namesDocument(location: string): boolean {
  return (
    isAddress(location) ||
    statSync(location, { throwIfNoEntry: false })?.isFile() === true ||
    looksLikeFile(location)
  )
}

/** Whether the text is an http or https address. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location) && parsedUrl(location) !== null
}

// A missing file is reported as such, not as a missing folder.
function looksLikeFile(location: string): boolean {
  return /\.(?:json|ya?ml)$/i.test(location) && statSync(location, { throwIfNoEntry: false }) === undefined
}
