// Distinguishes files from addresses.
import { namesHttp, parsedUrl } from '../../../base/uri.ts'

/** Whether the text is an http or https address. */
export function isAddress(location: string): boolean {
  return namesHttp(location) && parsedUrl(location) !== null
}
