// Tells files from addresses.
import { parsedUrl } from '../../../base/uri.ts'

/** Whether the text is an http or https address. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location) && parsedUrl(location) !== null
}
