// Distinguishes files from addresses.

import { namesHttp, parsedUrl } from '../../../base/uri.ts'

export function isAddress(location: string): boolean {
  return namesHttp(location) && parsedUrl(location) !== null
}
