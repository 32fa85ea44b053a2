// Decides whether a location is a file or an address.

import { namesHttp, parsedUrl } from '../../../base/uri.ts'

export function isAddress(location: string): boolean {
  return namesHttp(location) && parsedUrl(location) !== null
}
