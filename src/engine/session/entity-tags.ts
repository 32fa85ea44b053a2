// The last entity tag of each resource (RFC 9110, 8.8.3), so that changes with If-Match name the current one.
import { LatestMap } from '../../base/collections/latest-map.ts'
import { type Exchange, statusOf } from '../../base/exchange.ts'

const pathsMax = 5_000

/** The tag to send if none is known: it matches any (13.1.1). */
const anyTag = '*'

export class EntityTags {
  readonly #tags = new LatestMap<string, string>(pathsMax)

  see(path: string, exchange: Exchange): void {
    const { response } = exchange
    // It changed without a request that was accepted.
    if (statusOf(exchange) === 412) this.#tags.delete(withoutQuery(path))
    if (response === null || statusOf(exchange) > 299) return
    const tag = response.headers.etag
    if (tag === undefined) {
      // Another one may be current now.
      if (exchange.request.method !== 'GET') this.#tags.delete(withoutQuery(path))
    } else this.#tags.set(withoutQuery(path), tag)
  }

  /** With the current tag in the place of any. */
  current(path: string, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const tag = headers['if-match'] === anyTag ? this.#tags.get(withoutQuery(path)) : undefined
    return tag === undefined ? headers : { ...headers, 'if-match': tag }
  }
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? ''
